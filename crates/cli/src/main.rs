//! The `flowright` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    match argument.as_deref() {
        Some("--version" | "-V") => {
            println!("flowright {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: flowright --version");
            ExitCode::from(2)
        }
    }
}
