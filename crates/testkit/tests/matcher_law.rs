//! The law of matchers: on random dialects, patterns and programs, everything that finds matches finds the same ones: the engine that runs PDL-Interp, the engine for all patterns at once, chips of all kinds,
//! and MLIR's own bytecode.

mod common;

use base::{Rng, Style};
use common::{count, for_all};
use driver::matching::{Arch, ChipAsked, Engine, Sought};
use driver::{Input, MatchRequest};
use matcher::random::Shape;
use matcher::{Pattern, text};
use std::path::PathBuf;
use testkit::pdl::{self, Asked};
use testkit::scratch::Scratch;

/// So many sets go through MLIR at once.
const BATCH: u64 = 50;

/// Texts of a dialect, of patterns and of a program, and the window of chips.
struct Case {
    dialect: String,
    patterns: String,
    program: String,
    window: u32,
    streams: u32,
}

/// The case of a seed: the first that can be said, which is not any.
fn case(seed: u64) -> Case {
    let rng = &mut Rng::new(seed);
    loop {
        let mut shape = Shape::of_text(rng);
        // A chip of units has as many as its patterns reach records.
        shape.depth = shape.depth.min(3);
        let alphabet = shape.alphabet(rng);
        let count = 1 + rng.below(5);
        let patterns: Vec<Pattern> =
            (0..count).map(|number| shape.pattern(&alphabet, format!("p{number}"), rng)).collect();
        let texts: Option<String> = (0..)
            .zip(&patterns)
            .map(|(benefit, pattern)| text::pattern(&alphabet, pattern, benefit))
            .collect();
        let program = text::program(&alphabet, &shape.program(&alphabet, &patterns, rng));
        if let (Some(patterns), Some(program)) = (texts, program) {
            let (window, streams) = (1 + rng.below(12) as u32, 1 + rng.below(2) as u32);
            return Case { dialect: text::dialect(&alphabet, "t"), patterns, program, window, streams };
        }
    }
}

/// The files of a case.
struct Files {
    dialect: PathBuf,
    patterns: PathBuf,
}

/// What an engine finds, a line for each match as MLIR's judge prints it.
fn found(case: &Case, files: &Files, engine: Engine, arch: Arch) -> Result<String, String> {
    let has_facts = case.patterns.contains("attribute");
    let request = MatchRequest {
        sought: Sought {
            dialects: vec![files.dialect.clone()],
            known: Vec::new(),
            patterns: vec![files.patterns.clone()],
        },
        input: Input::new("program.mlir", case.program.clone()),
        engine,
        chip: match engine {
            Engine::Chip => {
                let (window, streams) = (Some(case.window), Some(case.streams));
                ChipAsked { arch: Some(arch), window, units: None, streams }
            }
            Engine::Interp | Engine::Compiled => ChipAsked::default(),
        },
        save: None,
    };
    let outcome = driver::find_matches(request, &|_| {});
    let report = || base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain);
    let matched = outcome
        .matched
        .as_ref()
        .ok_or_else(|| format!("{engine:?} {arch:?}, facts {has_facts}: {}", report()))?;
    let counted = matched.chip.as_ref().map(|chip| chip.counted as usize + matched.missed);
    if counted.is_some_and(|counted| counted != matched.matches.len()) {
        return Err(format!("{arch:?} counts {counted:?}, and lists {}", matched.matches.len()));
    }
    // A root with several matches has them by falling benefit, which is the number of the pattern.
    let mut matches = matched.matches.clone();
    matches.sort_by_key(|(root, pattern)| (*root, std::cmp::Reverse(*pattern)));
    Ok(matches.iter().map(|(root, pattern)| format!("{root} {pattern}\n")).collect())
}

/// Compares all engines with what MLIR finds.
fn compare(case: &Case, expected: &str) -> Result<(), String> {
    let folder = Scratch::new();
    let files = Files {
        dialect: folder.file("dialect.mlir", &case.dialect),
        patterns: folder.file("patterns.mlir", &case.patterns),
    };
    let software = [(Engine::Interp, Arch::Tags), (Engine::Compiled, Arch::Tags)];
    let chips = Arch::ALL.map(|arch| (Engine::Chip, arch));
    for (engine, arch) in software.into_iter().chain(chips) {
        let found = found(case, &files, engine, arch)?;
        if found != expected {
            return Err(format!(
                "{engine:?} {arch:?}, window {}, finds\n{found}and MLIR\n{expected}in\n{}{}",
                case.window, case.patterns, case.program
            ));
        }
    }
    Ok(())
}

#[test]
fn all_matchers_find_the_same() {
    let sets = count(100, 1000);
    let mut matches = 0;
    for first in (0..sets).step_by(BATCH as usize) {
        let cases: Vec<Case> = (first..(first + BATCH).min(sets)).map(case).collect();
        let pairs: Vec<(String, String)> =
            cases.iter().map(|case| (case.patterns.clone(), case.program.clone())).collect();
        let judged = pdl::judge(&pairs, Asked::Matches).expect("MLIR takes what we make");
        matches += judged.iter().map(|text| text.lines().count()).sum::<usize>();
        for_all(cases.len() as u64, |number| {
            let why = compare(&cases[number as usize], &judged[number as usize]);
            why.map_err(|why| format!("seed {}: {why}", first + number))
        });
    }
    assert!(matches as u64 > sets * 5, "{matches} matches in {sets} sets");
}
