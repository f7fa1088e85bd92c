//! Cycle-accurate simulation, from IR, in the process: of circuits, and of elastic graphs before they are circuits ([`elastic`]).
//!
//! A circuit in `hw`, `comb` and `seq` goes through four forms:
//!
//! 1. a [`design`]: one template a module, nodes that compute bits, registers as what they take next ([`import`]);
//! 2. an [`order`]: which node is computed when, for all instances of a module at once wherever that is possible. Here a
//!    combinational cycle comes to light;
//! 3. a [`program`]: blocks of instructions over words in flat buffers ([`build`]);
//! 4. machine code of that program ([`jit`]), or its interpretation ([`interpret`]).
//!
//! The meaning of a cycle is two-valued and all clocks rise together; `docs/rationale/circuits.md` states it.
//! Time is spent where the circuit repeats itself: a module with a thousand instances is a loop over a thousand lanes.

mod build;
pub mod design;
pub mod elastic;
mod import;
mod interpret;
#[cfg(feature = "jit")]
mod jit;
mod lanes;
mod order;
pub mod program;
mod record;
mod simulator;
pub mod waves;
mod wide;

pub use design::Port;
pub use import::{Observe, SimOptions, check};
pub use record::Recorder;
pub use simulator::{Backend, Simulator, Snapshot};
