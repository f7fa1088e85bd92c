//! CIRCT as an oracle: texts go through it, all in one process, and come back in both forms.
//!
//! It is the CIRCT inside of the Python package `pycde`, from the environment that `FLOWRIGHT_VENV` names. As with `mlir-opt`,
//! a missing tool is a failure and not a reason to skip.

pub mod export;

use crate::process;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// Reads a list of texts; answers each with a line: the custom and the generic print, or what is wrong with it.
const SCRIPT: &str = r#"
import json, sys
from pycde import circt
from pycde.circt import ir

for text in json.load(sys.stdin):
    with ir.Context() as context:
        circt.register_dialects(context)
        try:
            module = ir.Module.parse(text).operation
            module.verify()
            answer = [str(module), module.get_asm(print_generic_op_form=True)]
        except Exception as error:
            answer = str(error)
    print(json.dumps(answer), flush=True)
"#;

/// What CIRCT prints of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// In custom form.
    pub custom: String,
    /// In generic form.
    pub generic: String,
}

/// The Python that has CIRCT.
pub fn python() -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/flowright/venv");
    std::env::var_os("FLOWRIGHT_VENV").map_or_else(home, PathBuf::from).join("bin/python")
}

/// Runs a script that is given a list and answers each item with a line: a string says what is wrong with it.
fn ask(script: &str, items: &[Value]) -> Result<Vec<Result<Value, String>>, String> {
    let input = serde_json::to_vec(items).map_err(|e| e.to_string())?;
    let arguments = ["-c".to_string(), script.to_string()];
    let limit = Duration::from_secs(300);
    let finished = process::run(&python(), &arguments, &std::env::temp_dir(), input, limit)?;
    let output = String::from_utf8(finished.stdout).map_err(|e| e.to_string())?;
    let mut answers = Vec::with_capacity(items.len());
    for line in output.lines() {
        answers.push(match serde_json::from_str(line).map_err(|e| e.to_string())? {
            Value::String(why) => Err(why),
            answer => Ok(answer),
        });
    }
    // An assertion of its own ends the process at the item that broke it.
    if answers.len() != items.len() {
        let said: String = String::from_utf8_lossy(&finished.stderr).chars().take(2000).collect();
        return Err(format!("CIRCT stopped at #{}: {said}", answers.len()));
    }
    Ok(answers)
}

/// A part of an answer.
fn text(answer: &Value, at: usize) -> String {
    answer[at].as_str().unwrap_or_default().to_owned()
}

/// Sends texts through CIRCT, each as a module of its own: what it prints of each, or what is wrong with it.
pub fn round_trip(texts: &[String]) -> Result<Vec<Result<Printed, String>>, String> {
    let printed = |answer: Value| Printed { custom: text(&answer, 0), generic: text(&answer, 1) };
    let texts: Vec<Value> = texts.iter().map(|text| json!(text)).collect();
    Ok(ask(SCRIPT, &texts)?.into_iter().map(|answer| answer.map(printed)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_through_one_by_one() {
        let texts = ["hw.module @a(in %x : i8) {\n}", "hw.module @"].map(String::from);
        let answers = round_trip(&texts).expect("CIRCT runs");
        let first = answers[0].as_ref().expect("the first is right");
        assert!(
            first.custom.contains("hw.module @a") && first.generic.contains("\"hw.module\""),
            "{first:?}"
        );
        assert!(answers[1].is_err());
    }
}
