//! What both ways from programs to streams share: which functions are lowered, what they may contain, their memories and the
//! shell of the circuit.
//!
//! A lowering goes through the same steps, each a file here: [`select`] says which functions are meant, [`check`] whether all their operations
//! have a place in a circuit (nothing is changed when one has none), [`direct`] rewrites the program so that every access names an
//! array of its own and not a view of one, [`memory`] finds the arrays and later makes the ports of their controllers, and
//! [`kernel`] makes the `handshake.func` and puts it in the place of the function. [`compute`] copies arithmetic into it. What lies between, the steering of values, is what
//! the lowerings differ in.

pub(crate) mod check;
pub(crate) mod compute;
pub(crate) mod direct;
pub(crate) mod kernel;
pub(crate) mod memory;
pub(crate) mod select;
