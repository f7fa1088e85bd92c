//! `flowright sim`

use crate::args::{Execution, SimArgs};
use crate::console::{Console, Status, Stream};
use crate::guard::guarded;
use crate::interp::{objects, values_text};
use base::Bits;
use base::text::counted;
use driver::json::{self, Object, array};
use driver::kernel::Verdict;
use driver::sim::SimulatedKernel;
use driver::sim::{Backend, Interface, Simulated, Trace};
use driver::{Input, ReadOptions, SimRequest};
use std::ops::ControlFlow;

/// Runs the command.
pub fn main(console: &Console, arguments: SimArgs) -> Status {
    let read = |path: &std::path::PathBuf| Input::read(path);
    let (input, stimulus) = match (read(&arguments.file), arguments.stimulus.as_ref().map(read).transpose()) {
        (Ok(input), Ok(stimulus)) => (input, stimulus),
        (Err(diagnostic), _) | (_, Err(diagnostic)) => return console.complain(diagnostic),
    };
    let request = SimRequest {
        input: input.clone(),
        read: ReadOptions { irdl_files: arguments.dialects.irdl_file, ..ReadOptions::default() },
        top: arguments.top,
        set: arguments.set,
        stimulus,
        args: arguments.args,
        seed: arguments.seed,
        cycles: arguments.cycles,
        until: arguments.until,
        backend: arguments.execution.map(|execution| match execution {
            Execution::Compiled => Backend::Compiled,
            Execution::Optimized => Backend::Optimized,
            Execution::Interpreted => Backend::Interpreted,
        }),
        waves: arguments.waves,
        record: arguments.record,
    };
    let mut printer = Printer::new(if arguments.json { Form::Json } else { Form::Table });
    let outcome = guarded(console, Some(&input), |progress| {
        let trace = arguments.trace.then_some(&mut printer as &mut (dyn Trace + Send));
        driver::sim(request, trace, progress)
    });
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    if let Some(kernel) = outcome.kernel {
        let status = if kernel.verdict == Verdict::Pass { Status::Success } else { Status::No };
        let text = if arguments.json { kernel_json(&kernel) } else { kernel_text(&kernel) };
        return console.output(text.as_bytes(), status);
    }
    let status = match outcome.ran {
        None => Status::Wrong,
        Some(ran) => {
            printer.end(&ran, arguments.trace);
            if ran.reached == Some(false) { Status::No } else { Status::Success }
        }
    };
    printer.out.finish(console, status)
}

/// A line for each result and array, as `interp` prints them, and one about the run.
fn kernel_text(kernel: &SimulatedKernel) -> String {
    let ending = match kernel.verdict {
        Verdict::Pass => format!("ran for {}", counted(kernel.cycles.unwrap_or(0), "cycle")),
        // It may have reached its end and left something behind; the diagnostics say which.
        Verdict::Error => "ended with an error".to_string(),
        verdict => format!("did not reach its end: {}", verdict.name()),
    };
    format!("{}@{} {ending}\n", values_text(&kernel.results, &kernel.arguments), kernel.name)
}

fn kernel_json(kernel: &SimulatedKernel) -> String {
    let object = Object::new()
        .text("top", &kernel.name)
        .text("verdict", kernel.verdict.name())
        .raw("cycles", kernel.cycles.map_or("null".to_string(), |cycles| cycles.to_string()))
        .raw("results", objects(&kernel.results))
        .raw("arguments", objects(&kernel.arguments))
        .raw("sim_ms", format!("{:.3}", kernel.running.as_secs_f64() * 1e3));
    object.finish() + "\n"
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A table of cycles, or a line for each output of the last.
    Table,
    /// An object.
    Json,
}

/// Prints what a circuit does while it does it.
struct Printer {
    out: Stream,
    form: Form,
    cycles: u64,
    /// The first rows of a table, from which the widths of its columns are taken.
    first: Vec<Vec<String>>,
    widths: Vec<usize>,
}

/// So many rows of a table are looked at before it is printed. Columns become wider later if they have to.
const FIRST_ROWS: usize = 200;

impl Trace for Printer {
    fn begin(&mut self, interface: &Interface) -> ControlFlow<()> {
        let Interface { top, inputs, outputs } = interface;
        match self.form {
            Form::Table => {
                let names = inputs.iter().chain(outputs).map(|(name, _)| name.clone());
                self.row(["cycle".to_string()].into_iter().chain(names).collect())
            }
            Form::Json => {
                let port = |(name, ty): &(String, String)| {
                    Object::new().text("name", name).text("type", ty).finish()
                };
                self.out.write(&format!(
                    "{{\"top\":{},\"inputs\":{},\"outputs\":{},\"trace\":[",
                    json::text(top),
                    array(inputs.iter().map(port)),
                    array(outputs.iter().map(port)),
                ))
            }
        }
    }

    fn cycle(&mut self, inputs: &[Bits], outputs: &[Bits]) -> ControlFlow<()> {
        let cycle = self.cycles;
        self.cycles += 1;
        match self.form {
            Form::Table => {
                let values = inputs.iter().chain(outputs).map(|value| value.hex().to_string());
                self.row([cycle.to_string()].into_iter().chain(values).collect())
            }
            Form::Json => {
                let object = Object::new().raw("inputs", values(inputs)).raw("outputs", values(outputs));
                self.out.write(if cycle > 0 { "," } else { "" })?;
                self.out.write(&object.finish())
            }
        }
    }
}

impl Printer {
    fn new(form: Form) -> Printer {
        Printer { out: Stream::new(), form, cycles: 0, first: Vec::new(), widths: Vec::new() }
    }

    /// Prints what is known at the end. Whether that can be written is asked last of all.
    fn end(&mut self, ran: &Simulated, traced: bool) {
        let _ = match self.form {
            Form::Table => self.end_table(ran, traced),
            Form::Json => self.end_json(ran, traced),
        };
    }

    fn end_table(&mut self, ran: &Simulated, traced: bool) -> ControlFlow<()> {
        self.print_first()?;
        if !traced {
            for ((name, ty), value) in ran.interface.outputs.iter().zip(&ran.last) {
                self.out.write(&format!("{name} = {} : {ty}\n", value.hex()))?;
            }
        }
        let waited = match ran.reached {
            Some(false) => ", and what it waited for did not come",
            _ => "",
        };
        let cycles = base::text::counted(ran.cycles, "cycle");
        self.out.write(&format!("@{} ran for {cycles}{waited}\n", ran.interface.top))
    }

    fn end_json(&mut self, ran: &Simulated, traced: bool) -> ControlFlow<()> {
        if !traced {
            self.begin(&ran.interface)?;
        }
        let reached = ran.reached.map_or("null".to_string(), |reached| reached.to_string());
        let milliseconds = |time: std::time::Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
        self.out.write(&format!(
            "],\"cycles\":{},\"reached\":{reached},\"values\":{},\"operations\":{},\"compiled\":{},\"setup_ms\":{},\"sim_ms\":{}}}\n",
            ran.cycles,
            values(&ran.last),
            ran.operations,
            ran.compiled,
            milliseconds(ran.set_up),
            milliseconds(ran.running),
        ))
    }

    /// Adds a row to the table.
    fn row(&mut self, entries: Vec<String>) -> ControlFlow<()> {
        self.widths.resize(entries.len(), 0);
        for (width, entry) in self.widths.iter_mut().zip(&entries) {
            *width = (*width).max(entry.chars().count());
        }
        if self.cycles < FIRST_ROWS as u64 {
            self.first.push(entries);
            return ControlFlow::Continue(());
        }
        self.print_first()?;
        self.print_row(&entries)
    }

    fn print_first(&mut self) -> ControlFlow<()> {
        let rows = std::mem::take(&mut self.first);
        rows.iter().try_for_each(|row| self.print_row(row))
    }

    fn print_row(&mut self, row: &[String]) -> ControlFlow<()> {
        let entries: Vec<String> =
            row.iter().zip(&self.widths).map(|(entry, width)| format!("{entry:>width$}")).collect();
        self.out.write(entries.join("  ").trim_end())?;
        self.out.write("\n")
    }
}

/// Values as JSON: text, since most readers have no integers of any size.
fn values(values: &[Bits]) -> String {
    array(values.iter().map(|value| format!("\"{}\"", value.hex())))
}
