//! `irdl`: dialects as data.
//!
//! A file of `irdl` defines dialects: their types, attributes and operations, and what each of them demands. [`load`] makes of such a file the
//! records that built-in dialects are written as, and registers them, so that programs can use the dialects in the same run.
//!
//! A definition is a list of constraints. Each constraint is a value; what lists the slots of a definition (`parameters`, `operands`, `results`,
//! `attributes`, `regions`) names a constraint for every slot. A constraint accepts types and attributes: one (`is`), all (`any`), those of a
//! base (`base`), those of a definition with constraints on its parameters (`parametric`), and unions and intersections of others
//! (`any_of`, `all_of`). One that several slots name holds for all of them with one value: this is how "of the same type" is said.
//!
//! Operations, text and rules are those of MLIR 19. References begin with the name of a dialect, `@dialect::@type`, and are looked up where the dialect
//! stands. What a definition leaves out: no `operands` means none, no `results` means none, no `attributes` means any.

pub mod legal;
pub mod load;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use load::load;
pub use ops::*;

use crate::ids;
use ir::{Dialect, OpCode};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::IRDL,
    name: "irdl",
    doc: "Dialects as data: definitions of types, attributes and operations that are registered at run time.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &types::ATTRS,
    enums: &[],
    constants: &[],
};

/// The operations that list the slots of a definition.
const LISTS: [OpCode; 5] = [ATTRIBUTES, OPERANDS, PARAMETERS, REGIONS, RESULTS];
