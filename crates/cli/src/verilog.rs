//! `flowright verilog`: a circuit as SystemVerilog.

use crate::args::VerilogArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use driver::files::written_over;
use driver::{Input, ReadOptions, VerilogRequest};
use std::path::PathBuf;

/// Runs the command.
pub fn main(console: &Console, arguments: VerilogArgs) -> Status {
    let read = arguments.dialects.irdl_file.iter().map(PathBuf::as_path);
    if let Some(over) = arguments.output.as_deref().and_then(|output| written_over("-o", output, read)) {
        return console.complain(over.hint("give the result a name of its own"));
    }
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let read = ReadOptions {
        irdl_files: arguments.dialects.irdl_file,
        allow_unregistered: arguments.allow_unregistered_dialect,
        ..ReadOptions::default()
    };
    let request = VerilogRequest { input: input.clone(), read };
    let outcome = match guarded(console, Some(&input), |progress| driver::verilog(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    match outcome.output {
        Some(text) => console.output_to(arguments.output.as_deref(), text.as_bytes(), Status::Success),
        None => Status::Wrong,
    }
}
