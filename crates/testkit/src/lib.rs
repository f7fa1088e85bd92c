//! What the tests of all crates are written with; a development dependency only.
//!
//! A file test is a text file with its command and its expectations in comments: [`filetest`] runs one, [`runner`] a folder of
//! them as one test target. [`filecheck`] compares an output with `CHECK` comments (over the small [`pattern`] engine),
//! [`expect`] the tool's diagnostics with `expected-error` comments, and [`process`] runs programs with a time limit.
//!
//! [`program`] generates programs from seeds and [`circuit`] circuits, [`elastic`] graphs of units, [`c_program`] C programs, [`pattern_set`] patterns, [`pdl`] patterns with programs that they match in, for laws that hold for all of them;
//! [`behaviour`] says what a program does, [`stream_law`] that its circuits do the same, [`oracle`] what `mlir-opt` makes of it, [`circt`] what CIRCT makes
//! of a circuit, [`verilator`] what Verilator makes of a kernel, and [`cc`] what the C compiler makes of a C program.

pub mod behaviour;
pub mod c_program;
pub mod cc;
pub mod circt;
pub mod circuit;
pub mod elastic;
pub mod expect;
pub mod filecheck;
pub mod filetest;
pub mod minimise;
pub mod mutate;
pub mod oracle;
pub mod pattern;
pub mod pattern_set;
pub mod pdl;
pub mod program;
pub mod runner;

pub use driver::process;

pub mod scratch;
pub mod stream_law;
pub mod verilator;
