//! `flowright sim`

use crate::args::{Execution, SimArgs};
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::json::{Object, array};
use base::Bits;
use driver::sim::{Backend, Simulated};
use driver::{Input, ReadOptions, SimRequest};

/// Runs the command.
pub fn main(console: &Console, arguments: SimArgs) -> Status {
    let read = |path: &std::path::PathBuf| Input::read(path);
    let (input, stimulus) = match (read(&arguments.file), arguments.stimulus.as_ref().map(read).transpose()) {
        (Ok(input), Ok(stimulus)) => (input, stimulus),
        (Err(diagnostic), _) | (_, Err(diagnostic)) => return console.complain(diagnostic),
    };
    let request = SimRequest {
        input: input.clone(),
        read: ReadOptions { allow_unregistered: false },
        top: arguments.top,
        set: arguments.set,
        stimulus,
        seed: arguments.seed,
        cycles: arguments.cycles,
        until: arguments.until,
        trace: arguments.trace,
        backend: match arguments.execution {
            Execution::Compiled => Backend::Compiled,
            Execution::Optimized => Backend::Optimized,
            Execution::Interpreted => Backend::Interpreted,
        },
        waves: arguments.waves,
        record: arguments.record,
    };
    let outcome = match guarded(console, Some(&input), |progress| driver::sim(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    match outcome.ran {
        None => Status::Wrong,
        Some(ran) => {
            let status = if ran.reached == Some(false) { Status::No } else { Status::Success };
            let text = if arguments.json { json(&ran) } else { text(&ran, arguments.trace) };
            console.output(text.as_bytes(), status)
        }
    }
}

/// A line for each output of the last cycle; or, when every cycle was kept, a table of them.
fn text(ran: &Simulated, trace: bool) -> String {
    let waited = match ran.reached {
        Some(false) => ", and what it waited for did not come",
        _ => "",
    };
    let mut text = String::new();
    if trace {
        let names = ran.inputs.iter().chain(&ran.outputs).map(|(name, _)| name.clone());
        let header: Vec<String> = ["cycle".to_string()].into_iter().chain(names).collect();
        let row = |(cycle, (inputs, outputs)): (usize, &(Vec<Bits>, Vec<Bits>))| {
            let values = inputs.iter().chain(outputs).map(|value| value.hex().to_string());
            [cycle.to_string()].into_iter().chain(values).collect()
        };
        let rows: Vec<Vec<String>> = ran.trace.iter().enumerate().map(row).collect();
        text.push_str(&table(&header, &rows));
    } else {
        for ((name, ty), value) in ran.outputs.iter().zip(&ran.last) {
            text.push_str(&format!("{name} = {} : {ty}\n", value.hex()));
        }
    }
    text.push_str(&format!(
        "@{} ran for {}{waited}\n",
        ran.top,
        base::text::counted(ran.cycles as usize, "cycle")
    ));
    text
}

/// Columns as wide as their widest entry.
fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let entries = rows.iter().map(|row| row[column].len());
        entries.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = String::new();
    for row in [header].into_iter().chain(rows.iter().map(Vec::as_slice)) {
        let entries: Vec<String> =
            row.iter().zip(&widths).map(|(entry, width)| format!("{entry:>width$}")).collect();
        text.push_str(entries.join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn json(ran: &Simulated) -> String {
    let values = |values: &[Bits]| array(values.iter().map(|value| format!("\"{}\"", value.hex())));
    let port = |(name, ty): &(String, String)| Object::new().text("name", name).text("type", ty).finish();
    let row = |(inputs, outputs): &(Vec<Bits>, Vec<Bits>)| {
        Object::new().raw("inputs", values(inputs)).raw("outputs", values(outputs)).finish()
    };
    let reached = ran.reached.map_or("null".to_string(), |reached| reached.to_string());
    let milliseconds = |time: std::time::Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let object = Object::new()
        .text("module", &ran.top)
        .raw("cycles", ran.cycles.to_string())
        .raw("reached", reached)
        .raw("inputs", array(ran.inputs.iter().map(port)))
        .raw("outputs", array(ran.outputs.iter().map(port)))
        .raw("values", values(&ran.last))
        .raw("trace", array(ran.trace.iter().map(row)))
        .raw("operations", ran.operations.to_string())
        .raw("compiled", ran.compiled.to_string())
        .raw("setup_ms", milliseconds(ran.set_up))
        .raw("sim_ms", milliseconds(ran.running));
    object.finish() + "\n"
}
