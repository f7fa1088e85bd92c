//! `flowright cosim`

use crate::args::{CosimArgs, Engines};
use crate::console::{Console, Status};
use crate::guard::guarded;
use base::text::counted;
use base::{Diagnostic, codes};
use driver::cosim::{Compared, Engine, FolderRequest, Verdict};
use driver::json::{Object, array};
use driver::{CosimRequest, Input, ReadOptions};

/// Runs the command.
pub fn main(console: &Console, arguments: CosimArgs) -> Status {
    let engines = match arguments.engine {
        Engines::Verilator => vec![Engine::Verilator],
        Engines::Icarus => vec![Engine::Icarus],
        Engines::Both => vec![Engine::Verilator, Engine::Icarus],
    };
    let outcome = if arguments.file.is_dir() {
        if let Some(option) = foreign(&arguments) {
            let message = format!("`{option}` says nothing about the folder of a kernel");
            let error = Diagnostic::error(codes::BAD_ARGUMENT, None, message);
            return console.complain(error.hint("the folder holds one kernel, and its program calls it"));
        }
        let request = FolderRequest {
            folder: arguments.file,
            args: arguments.args,
            seed: arguments.seed,
            engines,
            keep: arguments.keep,
        };
        guarded(console, None, |progress| driver::cosim::cosim_folder(request, progress))
    } else {
        let input = match Input::read(&arguments.file) {
            Ok(input) => input,
            Err(diagnostic) => return console.complain(diagnostic),
        };
        let stimulus = match arguments.stimulus.as_deref().map(Input::read).transpose() {
            Ok(stimulus) => stimulus,
            Err(diagnostic) => return console.complain(diagnostic),
        };
        let request = CosimRequest {
            input: input.clone(),
            read: ReadOptions {
                irdl_files: arguments.dialects.irdl_file,
                c: arguments.c.options(),
                ..ReadOptions::default()
            },
            top: arguments.top,
            args: arguments.args,
            stimulus,
            cycles: arguments.cycles,
            seed: arguments.seed,
            engines,
            keep: arguments.keep,
        };
        guarded(console, Some(&input), |progress| driver::cosim(request, progress))
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    match outcome.compared {
        // A kernel whose circuit does something else than its program was still run.
        None if driver::run::says_no(&outcome.report) => Status::No,
        None => Status::Wrong,
        Some(compared) => {
            let equal = compared.verdicts.iter().all(|(_, verdict)| matches!(verdict, Verdict::Equal));
            let text = if arguments.json { json(&compared) } else { text(&compared) };
            console.output(text.as_bytes(), if equal { Status::Success } else { Status::No })
        }
    }
}

/// An option that does nothing for the folder of a kernel, if there is one.
fn foreign(arguments: &CosimArgs) -> Option<&'static str> {
    let given = [
        ("--top", arguments.top.is_some()),
        ("--cycles", arguments.cycles.is_some()),
        ("--stimulus", arguments.stimulus.is_some()),
        ("-I", !arguments.c.include.is_empty()),
        ("-D", !arguments.c.define.is_empty()),
        ("--wrapv", arguments.c.wrapv),
    ];
    given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

/// A line for each engine.
fn text(compared: &Compared) -> String {
    let Compared { top, cycles, calls, outputs, verdicts } = compared;
    let parts = calls.map(|(calls, own)| {
        format!(": {own} of {} and {} of reset", counted(calls, "call"), *cycles as u64 - own)
    });
    let mut text = format!("@{top}: {} in {}", counted(*outputs, "output"), counted(*cycles, "cycle"));
    text.push_str(&format!("{}\n", parts.unwrap_or_default()));
    for (engine, verdict) in verdicts {
        let said = match verdict {
            Verdict::Equal => "equal".to_string(),
            Verdict::Different(found) => format!(
                "different: in cycle {}, `{}` is {}, but {} in our simulator",
                found.cycle,
                found.port,
                found.theirs.hex(),
                found.ours.hex()
            ),
            Verdict::Unknown(why) => why.clone(),
        };
        text.push_str(&format!("{:<16}{said}\n", engine.to_string()));
    }
    text
}

fn json(compared: &Compared) -> String {
    let engine = |(engine, verdict): &(Engine, Verdict)| {
        let object = Object::new().text("engine", &engine.to_string());
        match verdict {
            Verdict::Equal => object.text("verdict", "equal"),
            Verdict::Different(found) => object
                .text("verdict", "different")
                .raw("cycle", found.cycle.to_string())
                .text("port", &found.port)
                .text("ours", &found.ours.hex().to_string())
                .text("theirs", &found.theirs.hex().to_string()),
            Verdict::Unknown(why) => object.text("verdict", "unknown").text("message", why),
        }
        .finish()
    };
    let object = Object::new().text("top", &compared.top);
    // The cycles of a kernel are those that `run` counts.
    let object = match compared.calls {
        Some((calls, own)) => object.raw("calls", calls.to_string()).raw("cycles", own.to_string()),
        None => object.raw("cycles", compared.cycles.to_string()),
    };
    let object = object
        .raw("compared_cycles", compared.cycles.to_string())
        .raw("outputs", compared.outputs.to_string())
        .raw("engines", array(compared.verdicts.iter().map(engine)));
    object.finish() + "\n"
}
