//! `flowright characterize`

use crate::args::CharacterizeArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use driver::characterize::characterize;
use driver::synth::Tools;

/// Runs the command.
pub fn main(console: &Console, arguments: CharacterizeArgs) -> Status {
    let tools = match Tools::find() {
        Ok(tools) => tools,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    match guarded(console, None, |progress| characterize(&tools, progress)) {
        Ok(Ok(table)) => console.output_to(arguments.output.as_deref(), table.as_bytes(), Status::Success),
        Ok(Err(diagnostic)) => console.complain(diagnostic),
        Err(status) => status,
    }
}
