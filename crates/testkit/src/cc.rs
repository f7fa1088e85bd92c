//! The C compiler of the machine beside our front end: one program, run by both.
//!
//! What is compared is all that a program shows: its output, its status, and for every call of a kernel the result and the arrays as
//! the kernel left them, byte by byte. The compiled program tells of its calls through a header of its own
//! (`tests/kernels/include`), ours through the interpreter's watcher.

use crate::scratch::Scratch;
use base::{Bits, Style};
use driver::c::KernelCall;
use driver::interp::Limits;
use driver::{Input, InterpRequest, ReadOptions, World};
use interp::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What it printed.
    pub output: String,
    /// What it ended with.
    pub status: i32,
    /// A line a call, and one a result and an array of it; `?` for those that `cc` cannot tell of.
    pub calls: String,
}

/// How programs are compiled.
#[derive(Clone, Default, Debug)]
pub struct CcOptions {
    /// Directories of headers, for both.
    pub include: Vec<PathBuf>,
    /// Flags for `cc`; ours knows `-fwrapv`, too.
    pub flags: Vec<String>,
}

/// Runs a program in the reference interpreter; the diagnostics if that fails.
pub fn ours(path: &Path, options: &CcOptions) -> Result<Shown, String> {
    let input = Input::read(path).map_err(|diagnostic| diagnostic.message)?;
    let mut read = ReadOptions::default();
    read.c.preprocess.include_dirs = options.include.clone();
    read.c.lower.wraps = options.flags.iter().any(|flag| flag == "-fwrapv");
    let limits = Limits::default();
    let request = InterpRequest { input, read, top: Some("main".into()), args: None, seed: None, limits };
    let (mut output, mut calls) = (Vec::new(), String::new());
    let mut watcher = |call: &KernelCall<'_>, _: &mut dyn Write| note_call(call, &mut calls);
    let world = World { output: &mut output, watcher: Some(&mut watcher) };
    let outcome = driver::interp(request, world, &|_| {});
    let Some(ran) = outcome.ran else {
        return Err(base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain));
    };
    let output = String::from_utf8_lossy(&output).into_owned();
    // What a process hands on of its status.
    let status = ran.exit_status.unwrap_or(0) & 0xFF;
    Ok(Shown { output, status, calls })
}

fn note_call(call: &KernelCall<'_>, calls: &mut String) {
    calls.push_str(&format!("call {}\n", call.name));
    for value in call.results {
        if let Value::Scalar(bits, _) = value {
            calls.push_str(&format!("result {}\n", bytes(bits)));
        }
    }
    for value in call.after {
        if let Value::Memref { data, element, .. } = value {
            let width = call.ir.ctx.scalar_width(*element).unwrap_or(0);
            let unwritten = bytes(&Bits::zero(width)).replace('0', UNWRITTEN);
            let elements: String =
                data.iter().map(|bits| bits.as_ref().map_or(unwritten.clone(), bytes)).collect();
            calls.push_str(&format!("array {elements}\n"));
        }
    }
}

/// A digit of an element that was never written: `cc` shows whatever is there.
const UNWRITTEN: &str = "_";

/// A number as it stands in memory.
fn bytes(bits: &Bits) -> String {
    let size = bits.width().div_ceil(8).next_power_of_two();
    let bytes = bits.words().iter().flat_map(|word| word.to_le_bytes());
    bytes.chain(std::iter::repeat(0)).take(size as usize).map(|byte| format!("{byte:02x}")).collect()
}

/// Compiles and runs a program with `cc`; what the compiler says if it does not take it.
pub fn theirs(path: &Path, options: &CcOptions) -> Result<Shown, String> {
    let folder = Scratch::new();
    let program = folder.path().join("program");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/include");
    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-w"]).args(&options.flags);
    for include in options.include.iter().chain([&headers]) {
        command.arg("-I").arg(include);
    }
    let compiled = command.arg("-o").arg(&program).arg(path).arg("-lm").output().expect("`cc` is installed");
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let calls = folder.path().join("calls");
    let ran = Command::new(&program).env("FLOWRIGHT_CALLS", &calls).output().expect("the program can be run");
    let status = ran.status.code().unwrap_or(-1);
    let calls = std::fs::read_to_string(calls).unwrap_or_default();
    Ok(Shown { output: String::from_utf8_lossy(&ran.stdout).into_owned(), status, calls })
}

/// The first difference between what two showed, in words; nothing if there is none.
pub fn difference(ours: &Shown, theirs: &Shown) -> Option<String> {
    let lines = |what: &str, ours: &str, theirs: &str| {
        let differing = ours.lines().zip(theirs.lines()).enumerate().find(|(_, (a, b))| a != b);
        match differing {
            Some((line, (a, b))) => {
                format!("line {} of the {what}: ours {}, cc's {}", line + 1, cut(a), cut(b))
            }
            None => {
                format!("the {what} have {} lines, cc's {}", ours.lines().count(), theirs.lines().count())
            }
        }
    };
    if ours.output != theirs.output {
        Some(lines("output", &ours.output, &theirs.output))
    } else if !same_calls(&ours.calls, &theirs.calls) {
        Some(lines("calls", &ours.calls, &theirs.calls))
    } else if ours.status != theirs.status {
        Some(format!("the status is {}, cc's {}", ours.status, theirs.status))
    } else {
        None
    }
}

/// Whether all calls that `cc` tells of are ours, too, in their order. It is told by a macro, and so knows nothing of calls that are
/// written plainly.
fn same_calls(ours: &str, theirs: &str) -> bool {
    let calls = |text: &'_ str| -> Vec<Vec<String>> {
        text.split("call ").skip(1).map(|call| call.lines().map(str::to_string).collect()).collect()
    };
    let theirs = calls(theirs);
    let mut awaited = theirs.iter().peekable();
    for call in calls(ours) {
        awaited.next_if(|theirs| same_lines(&call, theirs));
    }
    awaited.next().is_none()
}

/// Whether the lines of one call are the same. What `cc` cannot tell of is one or several of ours: a structure is one for each member.
fn same_lines(ours: &[String], theirs: &[String]) -> bool {
    let Some((first, rest)) = theirs.split_first() else {
        return ours.is_empty();
    };
    match first.strip_suffix('?') {
        Some(kind) => {
            let most = ours.iter().take_while(|line| line.starts_with(kind)).count();
            (1..=most).any(|taken| same_lines(&ours[taken..], rest))
        }
        None => ours.first().is_some_and(|line| same_line(line, first)) && same_lines(&ours[1..], rest),
    }
}

/// Whether two lines are the same where ours has something to say.
fn same_line(ours: &str, theirs: &str) -> bool {
    let unwritten = UNWRITTEN.as_bytes()[0];
    ours.len() == theirs.len() && ours.bytes().zip(theirs.bytes()).all(|(a, b)| a == b || a == unwritten)
}

fn cut(line: &str) -> String {
    const SHOWN: usize = 200;
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("`{}…`", &line[..at]),
        None => format!("`{line}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::same_calls;

    #[test]
    fn what_cc_cannot_tell_of_is_any_array() {
        let ours = "call f\nresult 01\narray 00\narray 01\narray 02\n";
        assert!(same_calls(ours, "call f\nresult 01\narray ?\narray 02\n"));
        assert!(same_calls(ours, "call f\nresult ?\narray 00\narray ?\n"));
        assert!(same_calls(ours, ""));
        assert!(same_calls(&format!("call g\n{ours}call f\nresult 02\n"), ours));
        assert!(!same_calls(ours, "call f\nresult 01\narray ?\narray 03\n"));
        assert!(!same_calls(ours, "call f\nresult ?\narray ?\narray ?\narray ?\narray ?\n"));
        assert!(!same_calls(ours, "call f\nresult 01\narray ?\ncall f\nresult 01\narray ?\n"));
    }
}
