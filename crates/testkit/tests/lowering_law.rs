//! The law of matchers: what we make of patterns, `mlir-opt` 19 takes, and with it does to a program what it does with the patterns themselves.

mod common;

use common::{apply, count, custom, for_all, read};
use std::path::Path;
use testkit::oracle;
use testkit::pattern_set::PatternSet;

/// Sets that go through one run of the tool, which takes longer to start than to match.
const BATCH: u64 = 25;

/// Runs the patterns of the module `@patterns` on the module `@ir`.
const RUN: &[&str] = &["--test-pdl-bytecode-pass", "--allow-unregistered-dialect"];

/// The matcher of patterns, as text.
fn lowered(patterns: &str) -> Result<String, String> {
    let (mut ir, module) = read(patterns).map_err(|why| format!("we do not read it: {why}\n{patterns}"))?;
    apply("pdl-to-pdl-interp", &mut ir, module).map_err(|why| format!("{why}\n{patterns}"))?;
    Ok(custom(&ir, module))
}

/// Patterns or a matcher, and the program that they are to change.
fn input(patterns: &str, program: &str) -> String {
    format!("{patterns}\n{program}")
}

/// What the tool makes of all inputs; the error names the first that it does not take.
fn run(inputs: &[String]) -> Result<Vec<String>, String> {
    oracle::round_trip(inputs, RUN).map_err(|(number, why)| format!("{why}\n{}", inputs[number]))
}

/// Compares the patterns of some sets, each pattern once as the one that is worth most. Tells how many of them changed the program.
fn compare(seeds: std::ops::Range<u64>) -> Result<u64, String> {
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for seed in seeds {
        let set = PatternSet::new(seed);
        for first in 0..set.len() {
            let patterns = format!("module @patterns {{\n{}}}\n", set.patterns(first));
            let matcher = lowered(&patterns).map_err(|why| format!("set {seed}: {why}"))?;
            theirs.push(input(&patterns, &set.program));
            ours.push(input(&matcher, &set.program));
        }
    }
    let expected = run(&theirs).map_err(|why| format!("mlir-opt refuses patterns: {why}"))?;
    let found = run(&ours).map_err(|why| format!("mlir-opt refuses a matcher: {why}"))?;
    for (number, (expected, found)) in expected.iter().zip(&found).enumerate() {
        if expected != found {
            let (theirs, ours) = (&theirs[number], &ours[number]);
            return Err(format!(
                "{theirs}\nbecomes\n{expected}\nbut with the matcher\n{ours}\nit becomes\n{found}"
            ));
        }
    }
    let changed =
        expected.iter().filter(|text| text.contains("\"m.p") || text.contains("\"test.success\"")).count();
    Ok(changed as u64)
}

#[test]
fn matchers_do_what_patterns_do() {
    let sets = count(100, 1_000);
    let changed = std::sync::atomic::AtomicU64::new(0);
    for_all(sets / BATCH, |batch| {
        let found = compare(batch * BATCH..(batch + 1) * BATCH)?;
        changed.fetch_add(found, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    let changed = changed.into_inner();
    assert!(changed > sets, "{changed} of the runs of {sets} sets changed something");
}

#[test]
fn matchers_of_the_examples_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/patterns");
    let mut matchers = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("patterns are text");
        matchers.push(lowered(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display())));
    }
    assert!(!matchers.is_empty(), "there are examples");
    if let Err((number, why)) = oracle::round_trip(&matchers, &[]) {
        panic!("mlir-opt refuses a matcher: {why}\n{}", matchers[number]);
    }
}
