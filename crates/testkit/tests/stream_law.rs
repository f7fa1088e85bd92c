//! The law of streams: generated programs and the kernels of the suite do as circuits what they do as programs.

mod common;

use common::{count, for_all, kept, read};
use ir::{Ir, Op};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use testkit::c_program::compare::file;
use testkit::c_program::reduce::reduce;
use testkit::c_program::{generate as generate_c, generate_integers};
use testkit::program::{Catalogue, Config, generate};
use testkit::stream_law::{Kernel, Place, Reached, Trial, Wrong, check, of_c, of_program};

/// How many kernels came how far, and some of the reasons why they did not come further.
#[derive(Default)]
struct Tally {
    reached: Mutex<BTreeMap<String, (u64, String)>>,
}

impl Tally {
    fn note(&self, reached: &Reached, kernel: &Kernel) {
        // Types and names are of no interest.
        let first =
            |why: &str| why.lines().next().unwrap_or("").split(['<', '@']).next().unwrap_or("").to_string();
        let key = match reached {
            Reached::Refused(why) => format!("refused: {}", first(why)),
            Reached::Streams(why) => format!("streams only: {}", first(why)),
            Reached::Elastic(why) => format!("elastic only: {}", first(why)),
            other => format!("{other:?}"),
        };
        let mut all = self.reached.lock().expect("no check panics here");
        let entry = all.entry(key).or_insert_with(|| (0, format!("{reached:?} @{}", kernel.name)));
        entry.0 += 1;
    }

    /// Panics when fewer kernels than these became hardware: a lowering that refuses everything agrees with everything.
    fn require(&self, circuits: u64) {
        let all = self.reached.lock().expect("no check panics here");
        let found = all.get("Circuit").map_or(0, |(count, _)| *count);
        let lines: Vec<String> = all.iter().map(|(key, (count, _))| format!("{count:6} {key}")).collect();
        println!("{}", lines.join("\n"));
        assert!(found >= circuits, "only {found} became hardware:\n{}", lines.join("\n"));
    }
}

/// A trial of a generated program, whose indices may be any number.
fn of_program_trial(seed: u64) -> Trial {
    Trial { seed, index_bits: 64, max_cycles: 3_000_000, place: Place::PLAIN }
}

/// A trial of a C program.
fn of_c_trial(seed: u64) -> Trial {
    Trial { seed, index_bits: 32, max_cycles: 10_000_000, place: Place::PLAIN }
}

/// Checks all functions of a program.
fn check_program(ir: &Ir, module: Op, seed: u64, note: &dyn Fn(&Reached, &Kernel)) -> Result<(), Wrong> {
    let kernels = of_program(ir, module, seed).map_err(|faults| Wrong {
        kind: "undefined".into(),
        words: format!("the program itself: {faults:?}"),
    })?;
    for kernel in kernels {
        note(&check(&kernel, of_program_trial(seed))?, &kernel);
    }
    Ok(())
}

#[test]
fn generated_programs_do_the_same_as_circuits() {
    let catalogue = Catalogue::new();
    let tally = Tally::default();
    for_all(count(800, 12_000), |seed| {
        let text = generate(&catalogue, Config::of_seed(seed));
        let (ir, module) = read(&text).map_err(|why| format!("{why}\n{text}"))?;
        check_program(&ir, module, seed, &|reached, kernel| tally.note(reached, kernel)).map_err(|wrong| {
            let fails = |ir: &Ir, module: Op| {
                check_program(ir, module, seed, &|_, _| {}).is_err_and(|other| other.kind == wrong.kind)
            };
            let small = kept(&format!("stream-{seed}"), &ir, module, &fails);
            format!("{}: {}\n{small}", wrong.kind, wrong.words)
        })
    });
    tally.require(count(300, 5_000));
}

/// Checks all kernels of a C program.
fn check_c(name: &str, text: &str, seed: u64, note: &dyn Fn(&Reached, &Kernel)) -> Result<(), Wrong> {
    let kernels = of_c(name, text).map_err(|why| Wrong { kind: "undefined".into(), words: why })?;
    for kernel in kernels {
        note(&check(&kernel, of_c_trial(seed))?, &kernel);
    }
    Ok(())
}

#[test]
fn generated_c_programs_do_the_same_as_circuits() {
    let tally = Tally::default();
    for_all(count(300, 5_000), |seed| {
        // There are no units for floating numbers, so only some programs have them.
        let program = if seed.is_multiple_of(8) { generate_c(seed) } else { generate_integers(seed) };
        let note = |reached: &Reached, kernel: &Kernel| tally.note(reached, kernel);
        check_c("program.c", &file(&program), seed, &note).map_err(|wrong| {
            let small = reduce(&program, Duration::from_secs(30), &|candidate| {
                check_c("program.c", &file(candidate), seed, &|_, _| {})
                    .is_err_and(|other| other.kind == wrong.kind)
            });
            let path = std::env::temp_dir().join(format!("flowright-stream-{seed}.c"));
            let _ = std::fs::write(&path, file(&small));
            format!("{}: {}\nminimised to {}:\n{}", wrong.kind, wrong.words, path.display(), file(&small))
        })
    });
    tally.require(count(300, 5_000));
}

/// The C files of the suite, sorted.
fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
    let entries = std::fs::read_dir(folder).expect("the suite is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    paths.sort();
    paths
}

#[test]
fn the_kernels_of_the_suite_do_the_same_as_circuits() {
    let tally = Tally::default();
    let kernels = kernels();
    for_all(kernels.len() as u64, |number| {
        let path = &kernels[number as usize];
        let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
        let note = |reached: &Reached, kernel: &Kernel| tally.note(reached, kernel);
        check_c(&path.to_string_lossy(), &text, number, &note)
            .map_err(|wrong| format!("{}: {}: {}", path.display(), wrong.kind, wrong.words))
    });
    tally.require(100);
}
