//! Circuits: what is done with modules of `hw`, `comb` and `seq` between the level that makes them and the tools that take them.
//!
//! Every flow ends here, so this crate knows of none: a circuit is a `builtin.module` with `hw.module`s in it, whoever made it. What
//! such a circuit means in every cycle is said in `docs/rationale/circuits.md`.

pub mod builder;
pub mod designs;
pub mod flatten;
pub mod lower_fifo;
pub mod units;
pub mod verilog;

pub use builder::{Logic, Memory, ModuleBuilder, Sync};
pub use flatten::HW_FLATTEN;
pub use lower_fifo::LOWER_SEQ_FIFO;
