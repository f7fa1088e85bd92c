//! The law of matchers: on random dialects, patterns and programs, everything that finds matches finds the same ones: the engine that runs PDL-Interp, the engine for all patterns at once, chips of all kinds,
//! and MLIR's own bytecode. The same holds of the constraints of the host, which some patterns call.

mod common;

use base::{Rng, Style};
use common::{count, for_all};
use driver::matching::{Arch, ChipAsked, Engine, Sought};
use driver::{Input, MatchRequest};
use matcher::interp::constraints::KNOWN;
use matcher::random::Shape;
use matcher::text::typing::Typing;
use matcher::{Pattern, text};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Whether a pattern uses a value twice.
    uses_twice: bool,
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
        let mut patterns: Vec<Pattern> =
            (0..count).map(|number| shape.pattern(&alphabet, format!("p{number}"), rng)).collect();
        let (alphabet, typing) = Typing::any(&alphabet, &patterns, rng);
        patterns.iter_mut().for_each(|pattern| typing.widen(&alphabet, pattern, rng));
        let uses_twice = patterns.iter().any(|pattern| !pattern.equalities.is_empty());
        let texts: Option<Vec<String>> = (0..)
            .zip(&patterns)
            .map(|(benefit, pattern)| text::typed_pattern(&alphabet, &typing, pattern, benefit))
            .collect();
        let mut program = shape.program(&alphabet, &patterns, rng);
        let program =
            typing.fit(&mut program).and_then(|()| text::typed_program(&alphabet, &typing, &program));
        if let (Some(texts), Some(program)) = (texts, program) {
            let patterns = texts
                .iter()
                .zip(&patterns)
                .map(|(text, of)| with_result(text, of.nodes.len(), rng))
                .collect();
            let (window, streams) = (1 + rng.below(12) as u32, 1 + rng.below(2) as u32);
            let dialect = text::typed_dialect(&alphabet, &typing, "t");
            return Case { dialect, patterns, program, window, streams, uses_twice };
        }
    }
}

/// The text of a pattern with so many nodes, now and then with a result that is no operand in it. It must be there if the rewrite uses it; of one that nothing uses nothing is asked.
fn with_result(text: &str, nodes: usize, rng: &mut Rng) -> String {
    const REWRITE: &str = "  rewrite %n0 { ";
    if !rng.chance(1, 4) {
        return text.to_string();
    }
    let (of, index) = (rng.index(nodes), u32::from(rng.chance(1, 3)));
    let used = if rng.bool() { "%m = operation \"t.made\"(%r : !pdl.value) " } else { "" };
    let with = format!("  %r = result {index} of %n{of}\n{REWRITE}{used}");
    text.replacen(REWRITE, &with, 1)
}

/// Whether patterns ask for facts, which the chip `unit` does not take. They are about attributes here, or constants for constraints.
fn has_facts(case: &Case) -> bool {
    case.patterns.contains("attribute")
}

/// The files of a case.
struct Files {
    dialect: PathBuf,
    patterns: PathBuf,
}

/// What an engine finds, a line for each match as MLIR's judge prints it, and how many of these a stream does not show.
fn found(case: &Case, files: &Files, engine: Engine, arch: Arch) -> Result<(String, usize), String> {
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
        allow_unregistered: false,
        save: None,
    };
    let outcome = driver::find_matches(request, &|_| {});
    let report = || base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain);
    let matched = outcome.matched.as_ref().ok_or_else(|| format!("{engine:?} {arch:?}: {}", report()))?;
    let counted = matched.chip.as_ref().map(|chip| chip.counted as usize + matched.missed);
    if counted.is_some_and(|counted| counted != matched.matches.len()) {
        return Err(format!("{arch:?} counts {counted:?}, and lists {}", matched.matches.len()));
    }
    // A root with several matches has them by falling benefit, which is the number of the pattern.
    let mut matches = matched.matches.clone();
    matches.sort_by_key(|(root, pattern)| (*root, std::cmp::Reverse(*pattern)));
    let lines = matches.iter().map(|(root, pattern)| format!("{root} {pattern}\n")).collect();
    Ok((lines, matched.missed))
}

/// Compares all engines with what MLIR finds, and says whether some stream does not show all matches.
fn compare(case: &Case, expected: &str) -> Result<bool, String> {
    let folder = Scratch::new();
    let files = Files {
        dialect: folder.file("dialect.mlir", &case.dialect),
        patterns: folder.file("patterns.mlir", &case.patterns),
    };
    let software = [(Engine::Interp, Arch::Tags), (Engine::Compiled, Arch::Tags)];
    let chips = Arch::ALL.map(|arch| (Engine::Chip, arch));
    let mut misses = false;
    for (engine, arch) in software.into_iter().chain(chips) {
        let found = found(case, &files, engine, arch);
        // A pattern that never matches asks for nothing, so a set with facts may be one that `unit` takes.
        let is_refused = |why: &String| arch == Arch::Unit && has_facts(case) && why.contains("FR0981");
        if found.as_ref().is_err_and(is_refused) {
            continue;
        }
        let (found, missed) = found?;
        misses |= missed > 0;
        if found != expected {
            return Err(format!(
                "{engine:?} {arch:?}, window {}, finds\n{found}and MLIR\n{expected}in\n{}{}",
                case.window, case.patterns, case.program
            ));
        }
    }
    Ok(misses)
}

#[test]
fn all_matchers_find_the_same() {
    let sets = count(100, 1000);
    let (mut matches, mut constrained, mut nameless, mut silent, mut plain) = (0, 0, 0, 0, 0);
    let (mut branching, mut doubled, mut paired, mut beside) = (0, 0, 0, 0);
    let missing = AtomicU64::new(0);
    for first in (0..sets).step_by(BATCH as usize) {
        let cases: Vec<Case> = (first..(first + BATCH).min(sets)).map(case).collect();
        constrained += cases.iter().filter(|case| case.patterns.contains("apply_native_constraint")).count();
        plain += cases.iter().filter(|case| !has_facts(case)).count();
        nameless += cases.iter().filter(|case| case.patterns.contains("= operation(")).count();
        silent += cases.iter().filter(|case| case.program.contains(") -> ()")).count();
        branching += cases.iter().filter(|case| case.program.contains("^b1")).count();
        doubled += cases.iter().filter(|case| case.uses_twice).count();
        paired += cases.iter().filter(|case| case.streams == 2).count();
        beside += cases.iter().filter(|case| case.patterns.contains("\"t.made\"(%r")).count();
        let pairs: Vec<(String, String)> =
            cases.iter().map(|case| (case.patterns.clone(), case.program.clone())).collect();
        let judged = pdl::judge(&pairs, Asked::Matches).expect("MLIR takes what we make");
        matches += judged.iter().map(|text| text.lines().count()).sum::<usize>();
        for_all(cases.len() as u64, |number| {
            let misses = compare(&cases[number as usize], &judged[number as usize]);
            let misses = misses.map_err(|why| format!("seed {}: {why}", first + number))?;
            missing.fetch_add(u64::from(misses), Ordering::Relaxed);
            Ok(())
        });
    }
    assert!(matches as u64 > sets * 5, "{matches} matches in {sets} sets");
    assert!(nameless as u64 > sets / 5, "{nameless} of {sets} sets have nodes that any operation may be");
    assert!(silent as u64 > sets / 5, "{silent} of {sets} programs have operations without results");
    assert!(plain as u64 > sets / 4, "{plain} of {sets} sets are for the chip `unit`");
    assert!(constrained as u64 > sets / 10, "{constrained} of {sets} sets have constraints of the host");
    assert!(branching as u64 > sets / 4, "{branching} of {sets} programs have several blocks");
    assert!(doubled as u64 > sets / 4, "{doubled} of {sets} sets have a pattern that uses a value twice");
    assert!(paired as u64 > sets / 4, "{paired} of {sets} sets are for chips of two streams");
    assert!(beside as u64 > sets / 10, "{beside} of {sets} sets have a result that only a rewrite uses");
    let missing = missing.into_inner();
    assert!(missing > sets / 10, "{missing} of {sets} programs have matches that a stream does not show");
}

/// Attributes about which constraints may be asked, and others.
const ATTRIBUTES: [&str; 34] = [
    "0 : i32",
    "1 : i32",
    "2 : i32",
    "3 : i32",
    "-1 : i32",
    "-2 : i32",
    "2147483647 : i32",
    "-2147483648 : i32",
    "0 : i8",
    "127 : i8",
    "-128 : i8",
    "255 : i8",
    "0 : i64",
    "9223372036854775807 : i64",
    "-9223372036854775808 : i64",
    "1 : i64",
    "true",
    "false",
    "1 : index",
    "-1 : index",
    "255 : ui8",
    "128 : ui8",
    "1 : ui8",
    "-1 : si8",
    "-128 : si8",
    "18446744073709551616 : i128",
    "340282366920938463463374607431768211455 : i128",
    "1 : i128",
    "18446744073709551617 : i128",
    "1.0 : f32",
    "0.0 : f64",
    "\"0\"",
    "unit",
    "dense<0> : tensor<2xi32>",
];

/// All constraints, as they are and negated, asked about all those attributes and about an operation that has none.
fn constraints() -> Case {
    let asked =
        KNOWN.iter().flat_map(|known| ["", " {isNegated = true}"].map(|negated| (known.name, negated)));
    let pattern = |(number, (name, negated)): (usize, (&str, &str))| {
        format!(
            "pdl.pattern @p{number} : benefit({number}) {{\n  %t = type : i32\n  %k = attribute\n  apply_native_constraint \"{name}\"(%k : !pdl.attribute){negated}\n  \
             %r = operation \"t.c\" {{\"value\" = %k}} -> (%t : !pdl.type)\n  rewrite %r {{ erase %r }}\n}}\n"
        )
    };
    let constant = |attribute: &&str| format!("%{{}} = \"t.c\"() {{value = {attribute}}} : () -> i32\n");
    let lines = ATTRIBUTES.iter().map(constant).chain(["%{} = \"t.c\"() : () -> i32\n".to_string()]);
    let lines = lines.enumerate().map(|(number, line)| line.replacen("{}", &number.to_string(), 1));
    Case {
        dialect:
            "irdl.dialect @t {\n  irdl.operation @c {\n    %0 = irdl.is i32\n    irdl.results(%0)\n  }\n}\n"
                .to_string(),
        patterns: asked.enumerate().map(pattern).collect(),
        program: format!("func.func @f() {{\n{}return\n}}\n", lines.collect::<String>()),
        window: 4,
        streams: 1,
        uses_twice: false,
    }
}

#[test]
fn constraints_hold_of_the_same_attributes_in_mlir() {
    let case = constraints();
    let judged = pdl::judge(&[(case.patterns.clone(), case.program.clone())], Asked::Matches);
    let expected = &judged.expect("MLIR takes what we make")[0];
    // Each attribute has an answer for every constraint, as it is or negated.
    assert_eq!(expected.lines().count(), ATTRIBUTES.len() * KNOWN.len());
    let compared = compare(&case, expected);
    assert_eq!(compared, Ok(false), "all are in a row");
}
