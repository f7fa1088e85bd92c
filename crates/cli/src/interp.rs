//! `flowright interp`

use crate::args::InterpArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use driver::interp::{Limits, Shown, is_run_time};
use driver::json::{Object, array};
use driver::{Input, InterpRequest, Ran, ReadOptions, Report, World};
use std::io::{self, Write};

/// Runs the command.
pub fn main(console: &Console, arguments: InterpArgs) -> Status {
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let request = InterpRequest {
        input: input.clone(),
        read: ReadOptions {
            irdl_files: arguments.dialects.irdl_file,
            allow_unregistered: arguments.allow_unregistered_dialect,
            c: arguments.c.options(),
            is_c: false,
        },
        top: arguments.top,
        args: arguments.args,
        seed: arguments.seed,
        limits: Limits {
            steps: arguments.max_steps,
            memory_bytes: arguments.max_memory,
            ..Limits::default()
        },
    };
    // What the program prints is part of the object.
    let mut printed = Vec::new();
    let mut stdout = io::BufWriter::new(io::stdout());
    let output: &mut (dyn Write + Send) = if arguments.json { &mut printed } else { &mut stdout };
    let work = |progress: driver::Progress| {
        let outcome = driver::interp(request, World { output: &mut *output, watcher: None }, progress);
        // What was printed comes before what there is to say about it; a reader who has gone wants neither.
        drop(output.flush());
        outcome
    };
    let outcome = match guarded(console, Some(&input), work) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    match outcome.ran {
        None => failure(&outcome.report),
        Some(ran) => {
            let text = match (arguments.json, ran.exit_status) {
                (true, _) => json(&ran, &printed),
                // A program says itself what it wants to.
                (false, Some(_)) => String::new(),
                (false, None) => values_text(&ran.results, &ran.arguments),
            };
            console.output(text.as_bytes(), ending(console, &ran))
        }
    }
}

/// A program that ends with another status than 0 says no.
pub fn ending(console: &Console, ran: &Ran) -> Status {
    match ran.exit_status {
        None | Some(0) => Status::Success,
        Some(status) => {
            console.say(&format!("`main` ended with status {status}\n"));
            Status::No
        }
    }
}

/// The program said no, unless its text or its arguments were refused before it ran.
pub fn failure(report: &Report) -> Status {
    let mut errors = report.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    if errors.all(|diagnostic| is_run_time(diagnostic.code)) { Status::No } else { Status::Wrong }
}

/// A line for each result and then for each array argument.
pub fn values_text(results: &[Shown], arguments: &[Shown]) -> String {
    let mut text = String::new();
    for (index, result) in results.iter().enumerate() {
        let name = if results.len() == 1 { "result".to_string() } else { format!("result#{index}") };
        text.push_str(&format!("{name} = {} : {}\n", result.text, result.ty));
    }
    for argument in arguments {
        text.push_str(&format!("{} = {} : {}\n", argument.name, argument.text, argument.ty));
    }
    text
}

fn json(ran: &Ran, printed: &[u8]) -> String {
    let object = Object::new()
        .text("function", &ran.function)
        .raw("results", objects(&ran.results))
        .raw("arguments", objects(&ran.arguments))
        .text("output", &String::from_utf8_lossy(printed))
        .raw("steps", ran.steps.to_string());
    object.finish() + "\n"
}

/// Values as JSON.
pub fn objects(values: &[Shown]) -> String {
    array(values.iter().map(Shown::object))
}
