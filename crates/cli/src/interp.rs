//! `flowright interp`

use crate::args::InterpArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::json::{Object, array};
use driver::interp::{Limits, Shown, is_run_time};
use driver::{Input, InterpRequest, Ran, ReadOptions, Report};

/// Runs the command.
pub fn main(console: &Console, arguments: InterpArgs) -> Status {
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let request = InterpRequest {
        input: input.clone(),
        read: ReadOptions { allow_unregistered: arguments.allow_unregistered_dialect },
        top: arguments.top,
        args: arguments.args,
        seed: arguments.seed,
        limits: Limits {
            steps: arguments.max_steps,
            memory_bytes: arguments.max_memory,
            ..Limits::default()
        },
    };
    let outcome = match guarded(console, Some(&input), |progress| driver::interp(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    match outcome.ran {
        None => failure(&outcome.report),
        Some(ran) => {
            let text = if arguments.json { json(&ran) } else { text(&ran) };
            console.output(text.as_bytes(), Status::Success)
        }
    }
}

/// The program said no, unless its text or its arguments were refused before it ran.
fn failure(report: &Report) -> Status {
    let mut errors = report.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    if errors.all(|diagnostic| is_run_time(diagnostic.code)) { Status::No } else { Status::Wrong }
}

/// A line for each result and then for each array argument.
fn text(ran: &Ran) -> String {
    let mut text = String::new();
    for (index, result) in ran.results.iter().enumerate() {
        let name = if ran.results.len() == 1 { "result".to_string() } else { format!("result#{index}") };
        text.push_str(&format!("{name} = {} : {}\n", result.text, result.ty));
    }
    for argument in &ran.arguments {
        text.push_str(&format!("{} = {} : {}\n", argument.name, argument.text, argument.ty));
    }
    text
}

fn json(ran: &Ran) -> String {
    let value = |shown: &Shown| Object::new().text("type", &shown.ty).raw("value", &shown.json).finish();
    let argument = |shown: &Shown| {
        let object = Object::new().text("name", &shown.name).text("type", &shown.ty);
        object.raw("value", &shown.json).finish()
    };
    let object = Object::new()
        .text("function", &ran.function)
        .raw("results", array(ran.results.iter().map(value)))
        .raw("arguments", array(ran.arguments.iter().map(argument)))
        .raw("steps", ran.steps.to_string());
    object.finish() + "\n"
}
