//! `flowright opt`

use crate::args::OptArgs;
use crate::console::{Console, Status};
use crate::guard::{fault, guarded};
use driver::files::written_over;
use driver::json::{Object, array};
use driver::opt::is_our_fault;
use driver::passes::{PASSES, PIPELINES};
use driver::{Input, OptRequest, PrintOptions, ReadOptions, Timing};
use std::path::PathBuf;
use std::time::Duration;

/// Runs the command.
pub fn main(console: &Console, arguments: OptArgs) -> Status {
    if arguments.list_passes {
        let list = if arguments.json { json_list() } else { list() };
        return console.output(list.as_bytes(), Status::Success);
    }
    let file = arguments.file.expect("the command line demands a file unless passes are listed");
    let read = arguments.dialects.irdl_file.iter().chain(&arguments.pdl).map(PathBuf::as_path);
    if let Some(over) = arguments.output.as_deref().and_then(|output| written_over("-o", output, read)) {
        return console.complain(over.hint("give the result a name of its own"));
    }
    let input = match Input::read(&file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let mut c = arguments.c.options();
    c.lower.top.extend(arguments.top);
    let request = OptRequest {
        input: input.clone(),
        read: ReadOptions {
            irdl_files: arguments.dialects.irdl_file,
            allow_unregistered: arguments.allow_unregistered_dialect,
            c,
            is_c: false,
        },
        patterns: arguments.pdl,
        passes: arguments.passes,
        verify_each: arguments.verify_each,
        split: arguments.split_input_file,
        print: PrintOptions { generic: arguments.generic, locations: arguments.locations },
    };
    let outcome = match guarded(console, Some(&input), |progress| driver::opt(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let status = match outcome.output {
        Some(text) => console.output_to(arguments.output.as_deref(), text.as_bytes(), Status::Success),
        None if is_our_fault(&outcome.report) => fault(console, Some(&input), "a pass left the IR invalid"),
        None => Status::Wrong,
    };
    if arguments.timing {
        console.say(&timing_table(&outcome.timings));
    }
    status
}

fn list() -> String {
    let mut text = String::new();
    for pass in PASSES {
        text.push_str(&format!("{:<24} {}\n", pass.name, pass.summary()));
        for option in pass.options {
            let form = format!("{}={}", option.name, option.default);
            text.push_str(&format!("  {form:<22}   {}\n", option.doc));
        }
    }
    if !PIPELINES.is_empty() {
        text.push_str("\nPipelines:\n");
    }
    for pipeline in PIPELINES {
        let summary = pipeline.doc.lines().next().unwrap_or("");
        text.push_str(&format!("{:<24} {summary}\n  = {}\n", pipeline.name, pipeline.passes));
    }
    text
}

fn json_list() -> String {
    let passes = PASSES.iter().map(|pass| {
        let options = pass.options.iter().map(|option| {
            let object = Object::new().text("name", option.name).text("doc", option.doc);
            object.text("default", option.default).finish()
        });
        let object = Object::new().text("name", pass.name).text("doc", pass.doc);
        object.raw("options", array(options)).finish()
    });
    let pipelines = PIPELINES.iter().map(|pipeline| {
        let object = Object::new().text("name", pipeline.name).text("doc", pipeline.doc);
        object.text("passes", pipeline.passes).finish()
    });
    let object = Object::new().raw("passes", array(passes)).raw("pipelines", array(pipelines));
    object.finish() + "\n"
}

fn timing_table(timings: &[Timing]) -> String {
    let total: Duration = timings.iter().map(|timing| timing.time).sum();
    let mut text = String::new();
    let mut row = |step: &str, time: Duration| {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
        text.push_str(&format!("{step:<24} {:>10.3} ms {share:>6.1} %\n", time.as_secs_f64() * 1e3));
    };
    for timing in timings {
        row(&timing.step, timing.time);
    }
    row("total", total);
    text
}
