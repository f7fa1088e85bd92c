//! The library façade: what the command line can do, a program can do through this crate.
//!
//! A request goes in as a plain struct, an outcome comes out as one: [`run`](run()) compiles kernels, simulates them and compares them with their
//! program, [`compile`](compile()) writes them, [`opt`](opt()) takes IR through passes, [`interp`](interp()) executes it, [`sim`](sim()) simulates a circuit, [`verilog`](verilog()) writes it as SystemVerilog, [`bench`](bench()) measures the kernels
//! of the suite, [`find_matches`] finds patterns in programs, and [`make_chip`] makes chips that do. An outcome carries a [`Report`]
//! of diagnostics together with the sources they point into, so that the caller can render them. [`passes`] is the one table of passes
//! and pipelines, and [`docs`] writes the reference documents from the tables.
//!
//! Nothing here prints or ends the process. A panic below is a fault of ours: callers that must survive it run the request on a thread
//! of its own and keep what happened with [`fault`].

pub mod bench;
pub mod c;
pub mod characterize;
pub mod circuit;
pub mod compile;
pub mod cosim;
pub mod designs;
pub mod docs;
pub mod fault;
pub mod files;
pub mod interp;
pub mod json;
pub mod kernel;
pub mod load;
pub mod matching;
pub mod opt;
pub mod passes;
mod patterns;
pub mod process;
pub mod run;
pub mod sim;
pub mod stimulus;
pub mod synth;
pub mod verilog;

pub use bench::{BenchRequest, bench};
pub use compile::{CompileOutcome, CompileRequest, compile};
pub use cosim::{CosimOutcome, CosimRequest, cosim};
pub use files::{Input, write_atomically};
pub use interp::{InterpOutcome, InterpRequest, Ran, World, interp};
pub use ir::text::PrintOptions;
pub use load::{Loaded, ReadOptions, Report, context, read_module};
pub use matching::{ChipRequest, MatchRequest, find_matches, make_chip};
pub use opt::{OptOutcome, OptRequest, Timing, opt};
pub use run::{RunOutcome, RunRequest, run};
pub use sim::{SimOutcome, SimRequest, sim};
pub use verilog::{VerilogOutcome, VerilogRequest, verilog};

/// The version of the tool.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Told what a request is busy with, in a few words, whenever that changes. A request may take long; its caller may want to show that.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);
