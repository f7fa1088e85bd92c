//! `hw`: modules of a circuit, and aggregates of bits.
//!
//! A circuit is a set of modules. A module has ports and a body, which is a graph: operations stand in no order, each is a piece
//! of hardware that is always there, and a value is a wire that always has a value. A module contains others as instances;
//! what is inside of an instance is seen through its ports only. No module contains itself, so that a circuit is finite.
//!
//! Everything is bits. A value of an integer type is that many of them, two-state; an array is its elements side by side, element
//! 0 in the lowest bits; a struct is its fields side by side, the first in the highest bits, as SystemVerilog packs them. Whatever
//! makes an aggregate of parts takes the highest first. So a cast between types of as many bits costs nothing, and every
//! operation on aggregates is a choice of bits.
//!
//! Nothing is undefined: to read past the end of an array gives zeros, to write there changes nothing. Nothing is extended or
//! truncated by itself: the types of ports and operands agree exactly, and an index has exactly the bits that its array
//! needs. Parameters are values that an instance gives to a module; they are known when the circuit is built.
//!
//! Names matter, because people look at circuits: a wire with a name stays.

mod attrs;
mod eval;
mod fold;
mod module;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use attrs::{Param, inner_sym, inner_sym_attr, is_inner_sym, param, param_attr, param_ref};
pub use module::{
    Dir, Port, body, input_names, instance_target, is_extern, is_module, output, params, ports, reachable,
};
pub use ops::*;
pub use syntax::{parse_name, parse_sym, print_name, print_sym};
pub use types::{
    MAX_WIDTH, array, array_ty, fields, index_width, inout_ty, module_ports, module_ty, struct_ty, width,
};

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::HW,
    name: "hw",
    doc: "Modules of circuits, their instances, and aggregates of bits.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &attrs::ATTRS,
    enums: &[],
    constants: &[CONSTANT, AGGREGATE_CONSTANT],
};
