//! Runs every file test under `tests/files` with the `flowright` binary.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    testkit::runner::main(&folder, Path::new(env!("CARGO_BIN_EXE_flowright")))
}
