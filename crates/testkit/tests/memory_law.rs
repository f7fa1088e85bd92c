//! The law of memory: programs whose accesses often meet do as circuits what they do as programs, whichever way the order of accesses is kept.
//!
//! Every program goes through all ways to keep order, as streams and as elastic circuits, with and without random waits, and through one of them as machine code. Some are hardware,
//! too, some have their buffers placed for a clock, and some are run as the command line does it, which chooses the way itself.

mod common;

use base::Style;
use common::{count, for_all};
use driver::interp::Limits;
use driver::kernel::{CompileOptions, Level, Verdict};
use driver::run::DEFAULT_MAX_CYCLES;
use driver::{Input, ReadOptions, RunRequest};
use lower::MemoryOrder;
use place::flowright::TIMES;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use testkit::c_program::compare::{CHECKED, fault, file, theirs};
use testkit::c_program::reduce::reduce;
use testkit::c_program::{Program, generate_hazards};
use testkit::stream_law::{Place, Reached, Slow, Trial, Wrong, check_order, of_c};

/// One program in so many is hardware in a way to keep order, has buffers placed for a clock in one of the ways, and is run with the way that is chosen for it.
const HARDWARE: u64 = 10;
const PLACED: u64 = 5;
const CHOSEN: u64 = 30;

/// Programs that one call of `cc` compiles.
const CHUNK: u64 = 50;

/// What is tried with a program, by its seed, in the way of this number.
fn trial(seed: u64, way: u64) -> (Trial, Slow) {
    let ways = MemoryOrder::ALL.len() as u64;
    let clock = [5, 8, 20][(seed / (ways * PLACED) % 3) as usize];
    // `flowright` counts steps, and so many times the time is its net.
    let seconds = 1.0 / f64::from(TIMES);
    let placed = Place { algorithm: "flowright", clock, seconds, has_profile: seed.is_multiple_of(2) };
    let is_placed = (seed + PLACED * way).is_multiple_of(ways * PLACED);
    let place = if is_placed { placed } else { Place::PLAIN };
    let as_code = MemoryOrder::ALL[way as usize] != MemoryOrder::Lsq && (seed + way).is_multiple_of(2);
    let slow = Slow { as_code, as_hardware: (seed + way).is_multiple_of(HARDWARE) };
    (Trial { seed, index_bits: 32, max_cycles: 200_000, place }, slow)
}

/// Runs a program in one way to keep order; says how many of its kernels became circuits.
fn check(program: &Program, seed: u64, way: u64) -> Result<u64, Wrong> {
    let kernels = of_c("program.c", &file(program));
    let kernels = kernels.map_err(|words| Wrong { kind: "undefined".into(), words })?;
    let (trial, slow) = trial(seed, way);
    let mut reached = 0;
    for kernel in kernels {
        match check_order(&kernel, trial, MemoryOrder::ALL[way as usize], slow)? {
            Reached::Circuit | Reached::Elastic(_) => reached += 1,
            Reached::Refused(words) | Reached::Streams(words) => {
                return Err(Wrong { kind: "refused".into(), words });
            }
        }
    }
    Ok(reached)
}

/// Runs a program as the command line does it: the way to keep order is chosen.
fn check_chosen(program: &Program) -> Result<(), Wrong> {
    let request = RunRequest {
        input: Input::new("program.c", file(program)),
        read: ReadOptions::default(),
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile: CompileOptions { place_time: 1.0 / f64::from(TIMES), ..CompileOptions::default() },
        levels: vec![Level::Stream, Level::Elastic],
        max_cycles: DEFAULT_MAX_CYCLES,
        watch_to_end: false,
        waves: None,
        folder: None,
    };
    let outcome = driver::run(request, &mut std::io::sink(), &|_| {});
    let passes = outcome.kernels.iter().all(|kernel| kernel.verdict == Verdict::Pass && kernel.calls > 0);
    match passes && outcome.is_answered && outcome.program.is_some() {
        true => Ok(()),
        false => {
            let said = base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain);
            Err(Wrong { kind: "chosen".into(), words: said })
        }
    }
}

/// What is said of a program that fails: what is wrong with it, and a smaller one that fails alike.
fn kept(
    seed: u64,
    program: &Program,
    wrong: &Wrong,
    check: &dyn Fn(&Program) -> Result<(), Wrong>,
) -> String {
    let small = reduce(program, Duration::from_secs(60), &|candidate| {
        check(candidate).is_err_and(|other| other.kind == wrong.kind)
    });
    let path = std::env::temp_dir().join(format!("flowright-memory-{seed}.c"));
    let written = match std::fs::write(&path, file(&small)) {
        Ok(()) => format!("minimised to {}", path.display()),
        Err(why) => format!("{} cannot be written ({why}); minimised", path.display()),
    };
    format!("{}: {}\n{written}:\n{}", wrong.kind, wrong.words, file(&small))
}

#[test]
fn accesses_that_meet_are_kept_in_order() {
    let (programs, reached) = (count(300, 3_000), AtomicU64::new(0));
    for_all(programs, |seed| {
        let program = generate_hazards(seed);
        for way in 0..MemoryOrder::ALL.len() as u64 {
            let came = check(&program, seed, way).map_err(|wrong| {
                kept(seed, &program, &wrong, &|candidate| check(candidate, seed, way).map(|_| ()))
            })?;
            reached.fetch_add(came, Ordering::Relaxed);
        }
        if seed.is_multiple_of(CHOSEN) {
            check_chosen(&program).map_err(|wrong| kept(seed, &program, &wrong, &check_chosen))?;
        }
        Ok(())
    });
    assert_eq!(reached.into_inner(), programs * MemoryOrder::ALL.len() as u64);
}

#[test]
fn programs_whose_accesses_meet_are_defined() {
    for_all(count(100, 1_000) / CHUNK, |number| {
        let seeds: Vec<u64> = (number * CHUNK..(number + 1) * CHUNK).collect();
        let programs: Vec<Program> = seeds.iter().map(|seed| generate_hazards(*seed)).collect();
        for (seed, (program, shown)) in seeds.iter().zip(programs.iter().zip(&theirs(&programs, CHECKED)?)) {
            if let Some(fault) = fault(program, shown) {
                return Err(format!("program {seed}: {}\n{}", fault.words, file(program)));
            }
        }
        Ok(())
    });
}
