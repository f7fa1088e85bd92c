//! `seq`: what a circuit remembers, and the clocks that tell it when.
//!
//! The operations are those of CIRCT, with its names, properties and text. What they mean, and why:
//!
//! * **A circuit goes from cycle to cycle.** In a cycle inputs are set, logic settles, outputs are looked at; then all clocks rise at
//!   once, and registers and memories take what stands at their inputs. `!seq.clock` is a type of its own so that nobody computes
//!   with a clock: `to_clock` and `from_clock` cross over, and `const_clock` never rises. What a clock derived by a gate or an inverter
//!   does is written down, but not executed here.
//! * **Registers** (`compreg`, `compreg.ce`, `firreg`) start at their initial value, which is 0 where they give none. A synchronous
//!   reset is looked at when the clock rises and goes before the enable. CIRCT leaves the start open; a defined one is one of its possibilities,
//!   and makes every run the same.
//! * **Memories** (`firmem` with its ports) start at 0, or with what a file says. `readLatency` 0 reads at once, n reads n edges later; a read
//!   with latency keeps its last word while it is not enabled. A read at the edge of a write sees the old word, unless `ruw` is `new`.
//!   Writes of one edge happen in the order of the ports, the last wins. Past the end a read gives 0 and a write does nothing.
//!   Bit i of a mask of n bits is for the i-th of n equal parts of the word.
//! * **A `fifo`** is a queue of so many slots. Its output is the oldest element, 0 when there is none, or with a read latency of 1 the
//!   element that was read at the last edge. A write when it is full and a read when it is empty do nothing, whatever else happens.
//! * **Unused state is no state**: a register whose value nobody needs and a memory that nobody reads can go, unless a symbol says that
//!   somebody looks at them from outside.
//!
//! [`views`] reads operations as what they are; [`initial`] computes what registers start with; [`clocks`] says which clocks are executed.

mod attrs;
pub mod clocks;
mod fold;
pub mod initial;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod verify;
pub mod views;

pub use attrs::{
    MemoryInit, RUW, ReadUnderWrite, WUW, clock_constant, clock_constant_attr, memory_init, memory_init_attr,
};
pub use clocks::{ClockRoot, Clocks};
pub use initial::Initials;
pub use ops::*;
pub use types::{MemoryType, clock_ty, immutable, immutable_ty, is_clock, memory_ty, memory_type};
pub use views::{
    Fifo, Memory, ReadPort, ReadWritePort, Register, Reset, WORDS, WritePort, fifo, memory, read_port,
    read_write_port, register, write_port,
};

use crate::{hw, ids};
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::SEQ,
    name: "seq",
    doc: "Registers, memories, queues and the clocks that drive them.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &attrs::ATTRS,
    enums: &[],
    constants: &[CONST_CLOCK, hw::CONSTANT, hw::AGGREGATE_CONSTANT],
};
