//! The law of loaded dialects: of generated dialects and generated programs, `mlir-opt` 19 accepts those that we accept.
//!
//! The tool is part of the test set-up: when it is missing, that is a failure and not a reason to skip.

mod generate;

use base::{Diagnostics, Rng};
use dialects::irdl;
use generate::Definitions;
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, equiv, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What separates the texts of one file.
const SPLIT: &str = "// -----\n";

/// Programs of one dialect: the tool takes longer to start than to read one.
const PROGRAMS: usize = 12;

/// How many dialects: a sample, or all of them when a full run was asked for.
fn count() -> u64 {
    if std::env::var_os("FLOWRIGHT_FULL").is_some() { 3_000 } else { 60 }
}

fn read(ctx: &Context, text: &str, diags: &mut Diagnostics) -> Option<(Ir, Op)> {
    let mut ir = Ir::new(ctx.clone());
    let source = ir.ctx.sources.add("text", text);
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: true }, diags)?;
    verify(&mut ir, module, diags).then_some((ir, module))
}

/// A context with the dialects of a text, if they can be loaded.
fn load(text: &str, diags: &mut Diagnostics) -> Option<Context> {
    let (mut ir, module) = read(&Context::new(dialects::all()), text, diags)?;
    irdl::load(&mut ir, module, diags).map(|_| ir.ctx)
}

/// What `mlir-opt` prints of each text: nothing of what it refuses. `None` when it does not take the dialect.
fn oracle(folder: &Path, dialect: &str, texts: &[String]) -> (Option<Vec<String>>, String) {
    let (definitions, programs) = (folder.join("d.irdl.mlir"), folder.join("p.mlir"));
    fs::write(&definitions, dialect).expect("the file can be written");
    // The tool reads the dialect anew for each program. The first is right whatever the dialect is, if it can be loaded.
    let all: Vec<&str> = ["module {\n}\n"].into_iter().chain(texts.iter().map(String::as_str)).collect();
    fs::write(&programs, all.join(&format!("\n{SPLIT}"))).expect("the file can be written");
    let finished = Command::new("mlir-opt-19")
        .arg(format!("--irdl-file={}", definitions.display()))
        .args(["--split-input-file", "--allow-unregistered-dialect"])
        .arg(&programs)
        .output()
        .expect("mlir-opt-19 is installed");
    let said = String::from_utf8_lossy(&finished.stderr).into_owned();
    assert!(finished.status.code().is_some_and(|code| code <= 1), "mlir-opt ended so:\n{said}\n{dialect}");
    let printed = String::from_utf8_lossy(&finished.stdout).into_owned();
    let mut outputs = printed.split(SPLIT).map(str::to_owned);
    let is_loaded = outputs.next().is_some_and(|first| !first.trim().is_empty());
    (is_loaded.then(|| outputs.collect()), said)
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("irdl-law-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// How often each answer was given, so that a law about nothing is noticed.
#[derive(Default, Debug)]
struct Answers {
    dialects_loaded: usize,
    dialects_refused: usize,
    programs_accepted: usize,
    programs_refused: usize,
}

#[test]
fn mlir_opt_accepts_what_we_accept() {
    let folder = folder();
    let mut answers = Answers::default();
    for seed in 0..count() {
        check(&folder, seed, &mut answers);
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    let dialects = answers.dialects_loaded + answers.dialects_refused;
    assert!(answers.dialects_loaded * 2 > dialects && answers.dialects_refused > 0, "{answers:?}");
    let programs = answers.programs_accepted + answers.programs_refused;
    assert!(
        answers.programs_accepted * 5 > programs && answers.programs_refused * 5 > programs,
        "{answers:?}"
    );
}

fn check(folder: &Path, seed: u64, answers: &mut Answers) {
    let mut rng = Rng::new(seed);
    let definitions = Definitions::generate(&mut rng);
    let dialect = definitions.text();
    let programs: Vec<String> = (0..PROGRAMS).map(|_| definitions.program(&mut rng)).collect();
    let mut diags = Diagnostics::new();
    let ours = load(&dialect, &mut diags);
    let (theirs, said) = oracle(folder, &dialect, &programs);
    let (ctx, outputs) = match (ours, theirs) {
        (Some(ctx), Some(outputs)) => (ctx, outputs),
        (None, None) => return answers.dialects_refused += 1,
        (Some(_), None) => panic!("seed {seed}: mlir-opt does not load what we load:\n{said}\n{dialect}"),
        (None, Some(_)) => panic!("seed {seed}: we do not load what mlir-opt loads:\n{diags:?}\n{dialect}"),
    };
    answers.dialects_loaded += 1;
    let mut accepted = Vec::new();
    for (program, output) in programs.iter().zip(&outputs) {
        let mut diags = Diagnostics::new();
        let ours = read(&ctx, program, &mut diags);
        match (&ours, output.trim().is_empty()) {
            (Some((ir, module)), false) => {
                assert_eq!(difference(&ctx, (ir, *module), output), None, "seed {seed}");
                accepted.push((print(ir, *module, PrintOptions::default()), ir.clone(), *module));
            }
            (None, true) => answers.programs_refused += 1,
            (Some(_), true) => panic!("seed {seed}: mlir-opt refuses\n{program}\nwith\n{said}\n{dialect}"),
            (None, false) => panic!("seed {seed}: we refuse\n{program}\nwith\n{diags:?}\n{dialect}"),
        }
    }
    answers.programs_accepted += accepted.len();
    // What we print of them is taken as well, as the same.
    if !accepted.is_empty() {
        let texts: Vec<String> = accepted.iter().map(|(text, ..)| text.clone()).collect();
        let (back, said) = oracle(folder, &dialect, &texts);
        let back = back.expect("the dialect was loaded before");
        for ((text, ir, module), back) in accepted.iter().zip(&back) {
            let difference = difference(&ctx, (ir, *module), back);
            assert_eq!(difference, None, "seed {seed}: mlir-opt makes of\n{text}\nthis:\n{back}\n{said}");
        }
    }
}

/// In what a text differs from a program.
fn difference(ctx: &Context, program: (&Ir, Op), text: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    match read(ctx, text, &mut diags) {
        Some((ir, module)) => equiv::difference(program, (&ir, module)).map(|why| why.to_string()),
        None => Some(format!("it cannot be read: {diags:?}")),
    }
}
