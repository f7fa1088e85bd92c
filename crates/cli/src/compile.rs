//! `flowright compile`

use crate::args::CompileArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::run::is_c;
use base::text::counted;
use driver::json::array;
use driver::{CompileRequest, Input, ReadOptions};

/// Runs the command.
pub fn main(console: &Console, arguments: CompileArgs) -> Status {
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let request = CompileRequest {
        input: input.clone(),
        read: ReadOptions {
            irdl_files: arguments.dialects.irdl_file,
            allow_unregistered: false,
            c: arguments.c.options(),
            is_c: is_c(&arguments.file),
        },
        top: arguments.kernel.top.clone(),
        compile: arguments.kernel.options(),
        folder: arguments.output,
    };
    let outcome = match guarded(console, Some(&input), |progress| driver::compile(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let Some(written) = outcome.written else { return Status::Wrong };
    let text = match (arguments.json, &written[..]) {
        (true, [only]) => only.report.clone(),
        (true, all) => array(all.iter().map(|one| one.report.trim_end().to_string())) + "\n",
        (false, all) => all.iter().map(line).collect(),
    };
    console.output(text.as_bytes(), Status::Success)
}

fn line(written: &driver::compile::Written) -> String {
    let size = written.size;
    format!(
        "{}: {}, {}, {} with {}: {}\n",
        written.kernel,
        counted(size.units, "unit"),
        counted(size.channels, "channel"),
        counted(size.buffers, "buffer"),
        counted(size.slots, "slot"),
        written.folder.display()
    )
}
