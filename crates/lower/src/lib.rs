//! Conversions from one form of a program to another, one file each, named `a_to_b`.
//!
//! A conversion is a pass: a `static` [`PassDef`](ir::pass::PassDef) that the driver lists beside the others. It
//! either treats everything it is given or says in diagnostics what it cannot treat, and then changes nothing.

pub mod cf_to_handshake;
pub mod cf_to_scf;
pub mod dataflow_to_handshake;
pub mod handshake_to_hw;
mod isolate;
mod make;
mod memory_order;
mod parallel;
pub mod parts;
mod queue_depth;
pub mod scf_to_cf;
pub mod scf_to_dataflow;
mod streams;

pub use isolate::isolate;
pub use memory_order::{MEMORY, MemoryOrder};
pub use parts::{BANKS, Banks};
pub use queue_depth::{QUEUE_DEPTH, QueueDepth};
pub use streams::kernel::GLOBALS;
