//! `mlir-opt` 19 as an oracle: texts go through it, many in one run, and come back.
//!
//! The tool is part of the test set-up: when it is missing, that is a failure and not a reason to skip.

use crate::process;
use std::path::Path;
use std::time::Duration;

/// The name of the tool.
pub const TOOL: &str = "mlir-opt-19";

/// What separates the texts of one file.
const SPLIT: &str = "// -----\n";

/// Sends texts through `mlir-opt`, each as a module of its own, and gives back what it prints of each.
/// The error of a text that it does not take names the text's number and what the tool said.
pub fn round_trip(texts: &[String], arguments: &[&str]) -> Result<Vec<String>, (usize, String)> {
    let mut results = Vec::with_capacity(texts.len());
    match run(texts, arguments) {
        Ok(outputs) => results = outputs,
        Err(_) => {
            // Something in the batch is refused: one by one, to learn which.
            for (number, text) in texts.iter().enumerate() {
                let output = run(std::slice::from_ref(text), arguments).map_err(|why| (number, why))?;
                results.extend(output);
            }
        }
    }
    if results.len() == texts.len() {
        Ok(results)
    } else {
        Err((0, "mlir-opt printed another number of modules".into()))
    }
}

fn run(texts: &[String], arguments: &[&str]) -> Result<Vec<String>, String> {
    let mut all: Vec<String> = vec!["--split-input-file".into(), "-".into()];
    all.extend(arguments.iter().map(|argument| argument.to_string()));
    let input = texts.join(&format!("\n{SPLIT}"));
    let finished =
        process::run(Path::new(TOOL), &all, Path::new("."), input.into_bytes(), Duration::from_secs(300))?;
    if finished.status != Some(0) {
        return Err(String::from_utf8_lossy(&finished.stderr).chars().take(4000).collect());
    }
    let output = String::from_utf8(finished.stdout).map_err(|e| e.to_string())?;
    Ok(output.split(SPLIT).map(str::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_one_for_one_and_a_bad_one_is_named() {
        let good = |name: &str| format!("func.func private @{name}()");
        let back = round_trip(&[good("a"), good("b")], &[]).expect("both are right");
        assert!(back.len() == 2 && back[0].contains("@a") && back[1].contains("@b"), "{back:?}");
        let (number, why) = round_trip(&[good("a"), "func.func @".into()], &[]).expect_err("one is wrong");
        assert!(number == 1 && why.contains("error"), "{number}: {why}");
    }
}
