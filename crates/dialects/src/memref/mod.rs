//! `memref`: memory with a shape.
//!
//! A memref is a reference to a block of elements of one type, with a size for each dimension and a layout that says where an
//! element lies: row by row, unless a stride a dimension and an offset say otherwise ([`layout`]). Loads and stores are
//! the only way to an element, and every access lies inside the shape; outside of it the program is undefined, and so
//! is reading what nobody wrote.
//!
//! * `alloc` and `alloca` make a memory of unknown contents; `dealloc` ends the life of one made by `alloc`, while one made by `alloca`
//!   ends with the function around it. `global` is a memory that lives as long as the program.
//! * `cast` and `subview` make another view of the same memory and copy nothing: a store through one is seen by all.
//!   Two memrefs are the same memory only if one was made from the other; function arguments may be.
//! * The parts of a subview that are known stand in attributes and the others are operands, in the place of
//!   [`DYNAMIC`] in these attributes; [`subview::parts`] puts them together.

mod canonicalize;
mod fold;
pub mod layout;
pub mod ops;
pub mod subview;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;
pub use verify::casts_to;

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::MEMREF,
    name: "memref",
    doc: "Memory with a shape: making, reading, writing and viewing it.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};

/// The number that stands for an operand in `static_offsets`, `static_sizes` and `static_strides`.
pub const DYNAMIC: i64 = i64::MIN;
