//! `flowright chip`

use crate::args::ChipArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use driver::ChipRequest;

/// Runs the command.
pub fn main(console: &Console, arguments: ChipArgs) -> Status {
    let folder = arguments.output;
    let request = ChipRequest {
        chip: arguments.arch.asked(),
        sought: arguments.sought.sought(),
        lists_matches: arguments.list,
        folder: folder.clone(),
    };
    let outcome = match guarded(console, None, |progress| driver::make_chip(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let Some(report) = outcome.written else { return Status::Wrong };
    let text = if arguments.json { report } else { format!("the chip is in {}\n", folder.display()) };
    console.output(text.as_bytes(), Status::Success)
}
