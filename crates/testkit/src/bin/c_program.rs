//! Generated C programs: `c_program SEED` prints one, `c_program FIRST COUNT` compares many with `cc` and minimises the first that fails.
//!
//! Ends with 0 when all agree, with 1 when one does not.

use std::process::ExitCode;
use std::time::Duration;
use testkit::c_program::compare::{fault, file, minimised, theirs};
use testkit::c_program::generate;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    match numbers[..] {
        [seed] => {
            print!("{}", file(&generate(seed)));
            ExitCode::SUCCESS
        }
        [first, count] => compare(first, count),
        _ => {
            eprintln!("usage: c_program SEED | c_program FIRST COUNT");
            ExitCode::from(2)
        }
    }
}

fn compare(first: u64, count: u64) -> ExitCode {
    // A program that makes us panic is reported by us; the usual message would only repeat it.
    std::panic::set_hook(Box::new(|_| {}));
    let seeds: Vec<u64> = (first..first.saturating_add(count)).collect();
    for seeds in seeds.chunks(50) {
        let programs: Vec<_> = seeds.iter().map(|seed| generate(*seed)).collect();
        for flags in [["-O0"], ["-O2"]] {
            let shown = match theirs(&programs, &flags) {
                Ok(shown) => shown,
                Err(why) => {
                    println!("programs from {} on: {why}", seeds[0]);
                    return ExitCode::from(1);
                }
            };
            for ((seed, program), shown) in seeds.iter().zip(&programs).zip(&shown) {
                let Some(fault) = fault(program, shown) else { continue };
                println!("program {seed}, {}: {}", flags[0], fault.words);
                let small = minimised(program, &fault.kind, &flags, Duration::from_secs(300));
                println!("{}", file(&small));
                return ExitCode::from(1);
            }
        }
    }
    println!("{count} programs agree");
    ExitCode::SUCCESS
}
