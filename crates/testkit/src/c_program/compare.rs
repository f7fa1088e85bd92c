//! Generated C programs here and by `cc`: what they print and end with. Many of them are one file for `cc`, as that costs
//! far more to start than to run; the reference interpreter gets each on its own.

use super::print::{HEADER, print};
use super::reduce::reduce;
use super::tree::Program;
use crate::scratch::Scratch;
use base::Style;
use driver::interp::Limits;
use driver::{Input, InterpRequest, ReadOptions, World};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How `cc` is asked for a program that complains when something undefined happens. Shifts of negative numbers are not among that: every
/// compiler defines them alike, and so do we.
pub const CHECKED: &[&str] =
    &["-O1", "-fsanitize=undefined,address", "-fno-sanitize=shift-base", "-fno-sanitize-recover"];

/// What a program shows: its output and its status.
pub type Shown = (String, i32);

/// A program as a file of its own.
pub fn file(program: &Program) -> String {
    format!("{HEADER}#include \"dynamatic/Integration.h\"\n{}", print(program, ""))
}

/// Runs a program in the reference interpreter; diagnostics, or the words of a panic, if that fails.
pub fn ours(program: &Program) -> Result<Shown, String> {
    let text = file(program);
    let run = catch_unwind(AssertUnwindSafe(|| {
        let input = Input::new("program.c", text);
        let limits = Limits { steps: 50_000_000, ..Limits::default() };
        let request = InterpRequest {
            input,
            read: ReadOptions::default(),
            top: Some("main".into()),
            args: None,
            seed: None,
            limits,
        };
        let mut output = Vec::new();
        let outcome = driver::interp(request, World { output: &mut output, watcher: None }, &|_| {});
        match outcome.ran {
            Some(ran) => {
                Ok((String::from_utf8_lossy(&output).into_owned(), ran.exit_status.unwrap_or(0) & 0xFF))
            }
            None => Err(base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain)),
        }
    }));
    run.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// Compiles programs by one call of `cc` and runs them; what it says if it does not take them, or what the run complained about.
pub fn theirs(programs: &[Program], flags: &[&str]) -> Result<Vec<Shown>, String> {
    let mut text = format!("{HEADER}#define CALL_KERNEL(kernel, ...) kernel(__VA_ARGS__)\n");
    let mut main = String::new();
    for (number, program) in programs.iter().enumerate() {
        text.push_str(&print(program, &format!("p{number}_")));
        // A byte that no program prints is between them.
        writeln!(main, "  srand(1);\n  printf(\"\\1%d\\1\", p{number}_main() & 255);")
            .expect("a string can be written to");
    }
    writeln!(text, "int main(void) {{\n{main}  return 0;\n}}").expect("a string can be written to");
    let folder = Scratch::new();
    let (source, program) = (folder.file("programs.c", &text), folder.path().join("programs"));
    let mut compile = Command::new("cc");
    compile.args(["-std=gnu11", "-w"]).args(flags).arg("-o").arg(&program).arg(&source).arg("-lm");
    let compiled = compile.output().expect("`cc` is installed");
    if !compiled.status.success() {
        return Err(format!("cc refuses it: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let ran = driver::process::run(&program, &[], Path::new("."), Vec::new(), Duration::from_secs(60))?;
    let complaint = String::from_utf8_lossy(&ran.stderr);
    if ran.status != Some(0) || !complaint.is_empty() {
        return Err(format!("it ends with {:?}: {complaint}", ran.status));
    }
    let output = String::from_utf8_lossy(&ran.stdout).into_owned();
    let mut pieces = output.split('\u{1}');
    let mut shown = Vec::new();
    while let (Some(output), Some(status)) = (pieces.next(), pieces.next()) {
        shown.push((output.to_string(), status.parse().unwrap_or(-1)));
    }
    match shown.len() == programs.len() {
        true => Ok(shown),
        false => Err(format!("{} of {} programs ended", shown.len(), programs.len())),
    }
}

/// What is wrong with a program: what we make of it is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What faults of one kind have in common: the code and words of a diagnostic, `panic`, or that the output differs.
    pub kind: String,
    /// In words.
    pub words: String,
}

/// Compares what we make of a program with what it should show.
pub fn fault(program: &Program, theirs: &Shown) -> Option<Fault> {
    let shown = match ours(program) {
        Ok(shown) if shown == *theirs => return None,
        Ok(shown) => shown,
        Err(words) => return Some(refusal(words)),
    };
    let lines = shown.0.lines().zip(theirs.0.lines());
    let words = match lines.enumerate().find(|(_, (a, b))| a != b) {
        Some((line, (a, b))) => format!("line {}: ours `{a}`, cc's `{b}`", line + 1),
        None => format!(
            "ours has {} lines and status {}, cc's {} and {}",
            shown.0.lines().count(),
            shown.1,
            theirs.0.lines().count(),
            theirs.1
        ),
    };
    Some(Fault { kind: "differs".into(), words })
}

fn refusal(words: String) -> Fault {
    // The first error without the names in it, which may go.
    let error = words.split("error[").nth(1).and_then(|rest| rest.lines().next());
    let kind = match error {
        Some(error) => error.split('`').step_by(2).collect(),
        None => "panic".into(),
    };
    Fault { kind, words }
}

/// Minimises a program with a fault: a smaller one that has a fault of the same kind with the same flags, and that does nothing undefined.
pub fn minimised(program: &Program, fault_kind: &str, flags: &[&str], limit: Duration) -> Program {
    reduce(program, limit, &|candidate| {
        let ours = ours(candidate);
        // Ours first, as it is quick.
        if let Err(words) = &ours
            && refusal(words.clone()).kind != fault_kind
        {
            return false;
        }
        let Ok(theirs) = theirs(std::slice::from_ref(candidate), flags) else { return false };
        let fails = match ours {
            Ok(ours) => fault_kind == "differs" && ours != theirs[0],
            Err(_) => true,
        };
        fails && self::theirs(std::slice::from_ref(candidate), CHECKED).is_ok()
    })
}
