//! The law of memory: programs whose accesses often meet do as circuits what they do as programs, whichever way the order of accesses is kept.
//!
//! Every program goes through all ways to keep order, as streams, as elastic circuits interpreted and as machine code, with and without random waits. Some are hardware,
//! too, some have their buffers placed for a clock, and some are run as the command line does it, which chooses the way itself.

mod common;

use base::Style;
use common::{count, for_all};
use driver::interp::Limits;
use driver::kernel::{CompileOptions, Level, Memory, Verdict};
use driver::run::DEFAULT_MAX_CYCLES;
use driver::{Input, ReadOptions, RunRequest};
use lower::MemoryOrder;
use place::flowright::TIMES;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use testkit::c_program::compare::{CHECKED, fault, file, theirs};
use testkit::c_program::reduce::reduce;
use testkit::c_program::{Program, generate_hazards};
use testkit::stream_law::{Place, Reached, Trial, Wrong, check_order, of_c};

/// One program in so many is hardware, has buffers placed for a clock, and is run with the way that is chosen for it.
const HARDWARE: u64 = 10;
const PLACED: u64 = 5;
const CHOSEN: u64 = 30;

/// Programs that one call of `cc` compiles.
const CHUNK: u64 = 50;

fn trial(seed: u64) -> Trial {
    let clock = [5, 6, 8][(seed / PLACED % 3) as usize];
    // `flowright` counts steps, and so many times the time is its net.
    let seconds = 1.0 / f64::from(TIMES);
    let placed = Place { algorithm: "flowright", clock, seconds, has_profile: seed.is_multiple_of(2) };
    let place = if seed.is_multiple_of(PLACED) { placed } else { Place::PLAIN };
    Trial { seed, index_bits: 32, max_cycles: 200_000, place }
}

/// Runs a program in one way to keep order; says how many of its kernels became circuits.
fn check(program: &Program, seed: u64, order: MemoryOrder) -> Result<u64, Wrong> {
    let kernels = of_c("program.c", &file(program));
    let kernels = kernels.map_err(|words| Wrong { kind: "undefined".into(), words })?;
    // Another way is hardware in the next of these seeds.
    let turn = MemoryOrder::ALL.iter().position(|other| *other == order).unwrap_or(0) as u64;
    let as_hardware = (seed + turn).is_multiple_of(HARDWARE);
    let mut reached = 0;
    for kernel in kernels {
        match check_order(&kernel, trial(seed), order, as_hardware)? {
            Reached::Circuit | Reached::Elastic(_) => reached += 1,
            Reached::Refused(words) | Reached::Streams(words) => {
                return Err(Wrong { kind: "refused".into(), words });
            }
        }
    }
    Ok(reached)
}

/// Runs a program as the command line does it.
fn check_chosen(program: &Program) -> Result<(), Wrong> {
    let request = RunRequest {
        input: Input::new("program.c", file(program)),
        read: ReadOptions::default(),
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile: CompileOptions { memory: Memory::Auto, ..CompileOptions::default() },
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
        for order in MemoryOrder::ALL {
            let came = check(&program, seed, order).map_err(|wrong| {
                kept(seed, &program, &wrong, &|candidate| check(candidate, seed, order).map(|_| ()))
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
