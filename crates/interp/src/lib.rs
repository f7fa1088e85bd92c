//! The reference interpreter: what a program means, by running it.
//!
//! Every later stage is held against this crate, so it is exact before it is anything else: integers wrap in
//! their width, floats round as IEEE 754 says, and what the program leaves undefined (a division by zero, an
//! access outside of an array, a decision that depends on poison) is a diagnostic at the operation with the
//! values that brought it about, never a number. And it is fast enough to be asked ten thousand times a
//! minute.
//!
//! The way of a run:
//!
//! * [`Interpreter`] knows the functions of a module and compiles each the first time it is called. Compilation
//!   (`compile`) turns the function's operations into a linear program (`code`) over a flat frame of 64-bit slots:
//!   regions and branches become jumps, constants the initial contents of the frame, common operations
//!   instructions of their own. All others, and every exceptional case of the fast ones, go through the `eval` of the operation's
//!   record, so that there is one place that says what an operation computes.
//! * The machine (`run`) executes it. It exists twice: without poison, and, from the first operation on that yields
//!   poison, with an origin kept for every poisoned slot (`poison`).
//! * Memory (`memory`) is made of buffers that know which of their elements were written, and of descriptors that
//!   know shape and strides.
//! * What is outside of the program (`host`) answers calls of functions that are only declared.
//! * A kernel that is a graph of streams already is executed by [`stream`] instead.
//! * Inputs and outputs are [`Value`]s, which have a text ([`text`]) that can be read back.
//!
//! Precondition of everything here: the module was verified.

mod code;
mod compile;
mod cost;
mod fault;
mod host;
mod interpreter;
mod memory;
mod poison;
mod program;
mod random;
mod run;
pub mod stream;
#[cfg(test)]
mod tests;
pub mod text;
mod value;
mod window;

pub use host::{Activation, HOST_ATTR, Halt, Host, HostCall};
pub use interpreter::{Interpreter, Limits, Outcome, Profile};
pub use program::find_function;
pub use random::random_inputs;
pub use stream::{parameter_positions, parameters};
pub use text::parse_args;
pub use value::Value;
