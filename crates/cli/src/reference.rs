//! `flowright run --reference`: the program alone, with the calls of its kernels.

use crate::args::RunArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::interp::{ending, failure, objects};
use crate::run::{Lines, is_c};
use driver::c::{KernelCall, ShownCall, ShownValue};
use driver::interp::Limits;
use driver::json::{Object, array};
use driver::{Input, InterpRequest, Ran, ReadOptions, World};
use std::io::{self, Write};

/// Runs the program.
pub fn main(console: &Console, input: Input, request: RunArgs) -> Status {
    let mut c = request.c.options();
    c.lower.top.extend(request.kernel.top);
    let interp = InterpRequest {
        input: input.clone(),
        read: ReadOptions {
            irdl_files: request.dialects.irdl_file,
            allow_unregistered: false,
            c,
            is_c: is_c(&request.file),
        },
        top: Some("main".to_string()),
        args: None,
        seed: None,
        limits: Limits { steps: request.max_steps, memory_bytes: request.max_memory, ..Limits::default() },
    };
    let shows_arrays = request.json;
    // What the program prints is part of the object.
    let mut printed = Vec::new();
    let mut stdout = Lines::new(io::BufWriter::new(io::stdout()));
    let output: &mut (dyn Write + Send) = if request.json { &mut printed } else { &mut stdout };
    let work = |progress: driver::Progress| {
        let mut calls = Calls::default();
        let mut watcher = |call: &KernelCall<'_>, _: &mut dyn Write| match shows_arrays {
            true => calls.shown.push(call.shown()),
            false => calls.lines.push_str(&line(call)),
        };
        let world = World { output: &mut *output, watcher: Some(&mut watcher) };
        let outcome = driver::interp(interp, world, progress);
        // What was printed comes before what there is to say about it; a reader who has gone wants neither.
        drop(output.flush());
        (outcome, calls)
    };
    let (outcome, calls) = match guarded(console, Some(&input), work) {
        Ok(done) => done,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let Some(ran) = outcome.ran else { return failure(&outcome.report) };
    if calls.shown.is_empty() && calls.lines.is_empty() {
        console.say(NO_KERNEL);
    }
    let text = match request.json {
        true => json(&ran, &calls.shown, &printed),
        false if stdout.open => format!("\n{}", calls.lines),
        false => calls.lines,
    };
    console.output(text.as_bytes(), ending(console, &ran))
}

const NO_KERNEL: &str = "no kernel was called: a kernel is a function that is called through `CALL_KERNEL`, or named by `--top`, or else the \
    only function that `main` gives arrays and that does nothing only a test bench can do\n";

/// The calls of kernels.
#[derive(Default)]
struct Calls {
    /// A line each.
    lines: String,
    /// With their arrays, if these are wanted: they may be large.
    shown: Vec<ShownCall>,
}

/// A call on a line: the scalars it was given, the shapes of its arrays, what it returned.
fn line(call: &KernelCall<'_>) -> String {
    let arguments = call.arguments().map(|(name, value)| match value {
        ShownValue::Scalar(text) => format!("{name} = {text}"),
        ShownValue::Array(ty) => format!("{name}: {ty}"),
    });
    let arguments: Vec<String> = arguments.collect();
    let results = call.results().join(", ");
    let arrow = if results.is_empty() { "" } else { " -> " };
    format!("{}({}){arrow}{results}\n", call.name, arguments.join(", "))
}

fn json(ran: &Ran, calls: &[ShownCall], printed: &[u8]) -> String {
    let call = |call: &ShownCall| {
        let object = Object::new().text("kernel", &call.kernel);
        object.raw("results", objects(&call.results)).raw("arguments", objects(&call.arguments)).finish()
    };
    let status = ran.exit_status.map_or("null".to_string(), |status| status.to_string());
    let object = Object::new()
        .text("output", &String::from_utf8_lossy(printed))
        .raw("status", status)
        .raw("calls", array(calls.iter().map(call)))
        .raw("steps", ran.steps.to_string());
    object.finish() + "\n"
}
