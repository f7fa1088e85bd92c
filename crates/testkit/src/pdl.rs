//! Patterns and programs from seeds, for laws about engines that match, and MLIR's bytecode as their judge.
//!
//! A pattern is made from a piece of the program: an operation and some of what it uses become `pdl`, exactly or with something left open, and now and then with a change that makes
//! it match elsewhere or nowhere. So matches are many, and so are near misses.

mod pattern;
mod program;

use crate::process;
use crate::scratch::Scratch;
use base::Rng;
use std::path::Path;
use std::time::Duration;

/// Patterns, and a program to look for them in.
#[derive(Clone, Debug)]
pub struct Case {
    /// A module of `pdl`. Every pattern has a benefit of its own and hands what it matched to the rewrite `record`.
    pub patterns: String,
    /// A module of operations that nobody knows and some that MLIR knows.
    pub program: String,
}

/// The case of a seed.
pub fn case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let program = program::Program::generate(&mut rng);
    let count = 1 + rng.below(12);
    let patterns = (1..=count).map(|benefit| pattern::generate(&program, &mut rng, benefit)).collect();
    Case { patterns, program: program.text() }
}

/// What is asked about matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The number of the root and the benefit of the pattern.
    Matches,
    /// Besides, what patterns hand to the rewrite `record`.
    Bindings,
}

/// The program of a seed, in which every value is made before it is used.
pub fn plain_program(seed: u64) -> String {
    program::Program::in_order(&mut Rng::new(seed)).text()
}

/// What MLIR's bytecode finds: for each pair of patterns and a program a text of lines, one for each match.
pub fn judge(pairs: &[(String, String)], asked: Asked) -> Result<Vec<String>, String> {
    let folder = Scratch::new();
    let join = |texts: Vec<&str>| texts.join("\n// -----\n");
    let patterns = folder.file("patterns.mlir", &join(pairs.iter().map(|pair| pair.0.as_str()).collect()));
    let programs = folder.file("programs.mlir", &join(pairs.iter().map(|pair| pair.1.as_str()).collect()));
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/pdl_oracle");
    let bindings = (asked == Asked::Bindings).then(|| "--bindings".to_string());
    let files = [patterns, programs].map(|path| path.display().to_string());
    let arguments: Vec<String> = bindings.into_iter().chain(files).collect();
    let ran = process::run(&tool, &arguments, Path::new("."), Vec::new(), Duration::from_secs(600))?;
    let output = String::from_utf8_lossy(&ran.stdout).into_owned();
    let mut sets: Vec<String> = Vec::new();
    for line in output.lines() {
        match sets.last_mut() {
            _ if line.starts_with("set ") => sets.push(String::new()),
            Some(set) => set.push_str(&format!("{line}\n")),
            None => return Err(format!("pdl_oracle prints {line}")),
        }
    }
    if ran.status != Some(0) || sets.len() != pairs.len() {
        let complaint: String = String::from_utf8_lossy(&ran.stderr).chars().take(4000).collect();
        return Err(format!("pdl_oracle ends with {:?} at set {}: {complaint}", ran.status, sets.len()));
    }
    Ok(sets)
}
