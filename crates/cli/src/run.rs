//! `flowright run`

use crate::args::RunArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::interp::{arguments, ending, failure, results};
use crate::json::{Object, array};
use driver::c::{KernelCall, ShownCall};
use driver::interp::Limits;
use driver::{Input, InterpRequest, Ran, ReadOptions, World};
use std::io::{self, Write};

/// Runs the command.
pub fn main(console: &Console, request: RunArgs) -> Status {
    let input = match Input::read(&request.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let mut c = request.c.options();
    c.lower.top.extend(request.top);
    let interp = InterpRequest {
        input: input.clone(),
        read: ReadOptions { allow_unregistered: false, c },
        top: Some("main".to_string()),
        args: None,
        seed: None,
        limits: Limits { steps: request.max_steps, memory_bytes: request.max_memory, ..Limits::default() },
    };
    // What the program prints is part of the object.
    let mut printed = Vec::new();
    let mut stdout = io::BufWriter::new(io::stdout());
    let output: &mut (dyn Write + Send) = if request.json { &mut printed } else { &mut stdout };
    let work = |progress: driver::Progress| {
        let mut calls = Vec::new();
        let mut watcher = |call: &KernelCall<'_>, _: &mut dyn Write| calls.push(call.shown());
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
    match outcome.ran {
        None => failure(&outcome.report),
        Some(ran) => {
            let text = if request.json { json(&ran, &calls, &printed) } else { text(&calls) };
            console.output(text.as_bytes(), ending(console, &ran))
        }
    }
}

/// A line a call: the scalars it was given, the shapes of its arrays, what it returned.
fn text(calls: &[ShownCall]) -> String {
    let mut text = String::new();
    for call in calls {
        let arguments = call.arguments.iter().map(|argument| match argument.ty.starts_with("memref") {
            true => format!("{}: {}", argument.name, argument.ty),
            false => format!("{} = {}", argument.name, argument.text),
        });
        let arguments: Vec<String> = arguments.collect();
        let results: Vec<&str> = call.results.iter().map(|result| result.text.as_str()).collect();
        let arrow = if results.is_empty() { "" } else { " -> " };
        text.push_str(&format!("{}({}){arrow}{}\n", call.kernel, arguments.join(", "), results.join(", ")));
    }
    text
}

fn json(ran: &Ran, calls: &[ShownCall], printed: &[u8]) -> String {
    let call = |call: &ShownCall| {
        let object = Object::new().text("kernel", &call.kernel);
        object.raw("results", results(&call.results)).raw("arguments", arguments(&call.arguments)).finish()
    };
    let status = ran.exit_status.map_or("null".to_string(), |status| status.to_string());
    let object = Object::new()
        .text("output", &String::from_utf8_lossy(printed))
        .raw("status", status)
        .raw("calls", array(calls.iter().map(call)))
        .raw("steps", ran.steps.to_string());
    object.finish() + "\n"
}
