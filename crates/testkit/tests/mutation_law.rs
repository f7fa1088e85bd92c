//! The law of bad input: whatever the bytes are, reading them ends, without panic or abort.

mod common;

use common::{count, for_all};
use std::path::Path;
use std::time::Duration;
use testkit::process;

/// The seed of the cases in the test suite; `tools/mutate` takes any.
const SEED: u64 = 1;
/// Cases that one process runs.
const CHUNK: u64 = 2_500;
/// The same of C, which are longer.
const C_CHUNK: u64 = 500;
/// The same of what `match` and `chip` read, which makes and simulates chips.
const MATCH_CHUNK: u64 = 100;

/// Runs cases in a process of their own; the error says how that ended.
fn run(language: &str, first: u64, count: u64) -> Result<(), String> {
    let program = Path::new(env!("CARGO_BIN_EXE_mutate"));
    let numbers = [SEED, first, count].map(|number| number.to_string());
    let arguments: Vec<String> = std::iter::once(language.to_string()).chain(numbers).collect();
    let finished = process::run(program, &arguments, Path::new("."), Vec::new(), Duration::from_secs(120))?;
    let output = String::from_utf8_lossy(&finished.stdout).into_owned();
    match finished.status {
        Some(0) => Ok(()),
        Some(1) => Err(output),
        status => Err(format!("it ended with {status:?}: {}", String::from_utf8_lossy(&finished.stderr))),
    }
}

/// Runs cases, and on a failure looks for the one that is to blame.
fn run_and_find(language: &str, mut first: u64, mut count: u64) -> Result<(), String> {
    let Err(mut why) = run(language, first, count) else { return Ok(()) };
    while count > 1 && !why.starts_with("case") {
        let half = count / 2;
        match run(language, first, half) {
            Err(in_first) => (count, why) = (half, in_first),
            Ok(()) => {
                first += half;
                count -= half;
                let Err(in_second) = run(language, first, count) else { return Err(why) };
                why = in_second;
            }
        }
    }
    Err(format!("{language}: cases {first} to {} of seed {SEED}: {why}", first + count - 1))
}

#[test]
fn mutated_inputs_end_in_diagnostics_or_programs() {
    for_all(count(60_000, 1_000_000) / CHUNK, |chunk| run_and_find("ir", chunk * CHUNK, CHUNK));
}

#[test]
fn mutated_c_ends_in_diagnostics_or_programs() {
    for_all(count(2_500, 100_000) / C_CHUNK, |chunk| run_and_find("c", chunk * C_CHUNK, C_CHUNK));
}

#[test]
fn mutated_dialects_patterns_programs_and_streams_end_in_diagnostics_or_matches() {
    for_all(count(400, 20_000) / MATCH_CHUNK, |chunk| {
        run_and_find("match", chunk * MATCH_CHUNK, MATCH_CHUNK)
    });
}
