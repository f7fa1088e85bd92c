//! `builtin`: the module, and the cast between types that a conversion has not reconciled yet.
//!
//! A module holds symbols (functions, memories) and is where compilation starts. Its region is a graph: operations at
//! the top of a module have no order, so a function may refer to one that stands below it. Nothing from outside of a module is
//! visible in it.
//!
//! The builtin types and attributes are not listed here: they are the kinds of [`ir::TypeKind`] and [`ir::AttrKind`].

pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::BUILTIN,
    name: "builtin",
    doc: "Modules, which hold everything else, and casts between types of different levels.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};
