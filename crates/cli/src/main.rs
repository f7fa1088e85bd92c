//! The `flowright` binary: arguments in, text and an exit status out.
//!
//! The work is the driver's. This crate reads the command line ([`args`]), runs the request where a fault of ours does no harm
//! ([`guard`]), and prints the outcome ([`console`]). Each subcommand is a file.
//!
//! Exit status: 0 success; 1 the run was carried out and its answer is no; 2 the input or the arguments are wrong; 3 a fault of ours.

mod args;
mod bench;
mod bench_matcher;
mod characterize;
mod chip;
mod compile;
mod console;
mod cosim;
mod docs;
mod explain;
mod guard;
mod interp;
mod matching;
mod opt;
mod reference;
mod run;
mod sim;
mod table;
mod verilog;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use console::{Console, Status};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            drop(error.print());
            return if error.use_stderr() { Status::Wrong } else { Status::Success }.into();
        }
    };
    let console = Console::new(&cli.global);
    guard::caught(&console, || dispatch(&console, cli.command)).into()
}

fn dispatch(console: &Console, command: Command) -> Status {
    match command {
        Command::Opt(arguments) => opt::main(console, arguments),
        Command::Run(arguments) => run::main(console, arguments),
        Command::Compile(arguments) => compile::main(console, arguments),
        Command::Interp(arguments) => interp::main(console, arguments),
        Command::Sim(arguments) => sim::main(console, arguments),
        Command::Verilog(arguments) => verilog::main(console, arguments),
        Command::Cosim(arguments) => cosim::main(console, arguments),
        Command::Match(arguments) => matching::main(console, arguments),
        Command::Chip(arguments) => chip::main(console, arguments),
        Command::Bench(arguments) => bench::main(console, arguments),
        Command::Characterize(arguments) => characterize::main(console, arguments),
        Command::Explain(arguments) => explain::main(console, arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "flowright", &mut script);
            console.output(&script, Status::Success)
        }
        Command::BenchDesign { name, size } => {
            let text = driver::designs::text(&name, size).expect("the command line takes no other names");
            console.output(text.as_bytes(), Status::Success)
        }
        Command::Docs { folder } => docs::main(console, &folder),
    }
}
