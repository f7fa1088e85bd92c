//! The law of C: generated programs do the same in the reference interpreter as when `cc` compiles them, with and without optimisation.

mod common;

use common::{count, for_all};
use std::time::Duration;
use testkit::c_program::compare::{CHECKED, fault, file, minimised, theirs};
use testkit::c_program::{Program, generate};

/// Programs that one call of `cc` compiles.
const CHUNK: u64 = 50;

fn chunk(number: u64) -> Vec<(u64, Program)> {
    (number * CHUNK..(number + 1) * CHUNK).map(|seed| (seed, generate(seed))).collect()
}

/// What is said of a program that fails: the fault, and where the minimised program is.
fn kept(seed: u64, program: &Program, kind: &str, words: &str, flags: &[&str]) -> String {
    let small = file(&minimised(program, kind, flags, Duration::from_secs(120)));
    let path = std::env::temp_dir().join(format!("flowright-program-{seed}.c"));
    match std::fs::write(&path, &small) {
        Ok(()) => format!("program {seed}: {words}\nminimised to {}:\n{small}", path.display()),
        Err(why) => format!("program {seed}: {words}\n{} cannot be written: {why}\n{small}", path.display()),
    }
}

#[test]
fn generated_c_programs_agree_with_cc() {
    for_all(count(500, 5_000) / CHUNK, |number| {
        let (seeds, programs): (Vec<u64>, Vec<Program>) = chunk(number).into_iter().unzip();
        for flags in [&["-O0"], &["-O2"]] {
            let shown = theirs(&programs, flags)?;
            for ((seed, program), shown) in seeds.iter().zip(&programs).zip(&shown) {
                if let Some(fault) = fault(program, shown) {
                    return Err(kept(*seed, program, &fault.kind, &fault.words, flags));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn generated_c_programs_are_defined() {
    for_all(count(100, 1_000) / CHUNK, |number| {
        let (_, programs): (Vec<u64>, Vec<Program>) = chunk(number).into_iter().unzip();
        let plain = theirs(&programs, &["-O0"])?;
        for flags in [CHECKED, &["-O3"]] {
            if theirs(&programs, flags)? != plain {
                return Err(format!("with {flags:?} they show something else than with -O0"));
            }
        }
        Ok(())
    });
}
