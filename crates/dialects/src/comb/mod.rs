//! `comb`: combinational logic on the wires of a circuit.
//!
//! The operations are those of CIRCT, with its names, properties and text. What they mean, and why:
//!
//! * **A value is a bundle of wires**: a signless integer of any width. Nothing is widened by itself; `concat`, `replicate` and
//!   `extract` say where wires go, and cost nothing. Where a sign matters there are two operations (`divs`/`divu`, `shrs`/`shru`) or
//!   two predicates. The first operand of `concat` and of `truth_table` is the highest.
//! * **Logic is total.** A wire always carries something, so no operand makes a result undefined: a division or remainder by
//!   zero is 0, the least value divided by -1 is itself with remainder 0, a shift by the width or more leaves zeros, or copies of the sign in
//!   `shrs`. Hence every operation may be computed anywhere, merged and moved.
//! * **Two states.** There is no X: `ceq` and `weq` compare like `eq`, `cne` and `wne` like `ne`, and the word `bin`, by which CIRCT
//!   promises that X and Z do not occur, is read and printed and changes nothing.
//! * **Sums, products and bitwise operations take any number of operands**, at least one. Nested ones of one kind are
//!   flattened, with constants last, so that equal logic becomes equal text; how a tree is built from them is the business of whoever
//!   writes them out.
//! * Values of no bits (`i0`) are allowed wherever CIRCT allows them. Their parity is 0, they are equal to each other, and neither
//!   is less.
//!
//! Operations stand in graphs: a value may be used above its definition and, through a register, depend on itself. A cycle without a
//! register is no error here; a rewrite must only come to an end on it.
//!
//! [`ops`] is the table, [`predicate`] how comparisons compare, [`eval`] what the operations compute, [`fold`] and [`canonicalize`]
//! what is simplified.

pub mod canonicalize;
pub mod eval;
pub mod fold;
pub mod ops;
pub mod predicate;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;
pub use predicate::{PREDICATE, Predicate};

use crate::{hw, ids};
use ir::{AttrKind, Context, Dialect, Ir, Op, Type};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::COMB,
    name: "comb",
    doc: "Combinational logic on signless integers of any width; every operation is defined for all operands.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[hw::CONSTANT, hw::AGGREGATE_CONSTANT],
};

/// The lowest bit that a `comb.extract` takes.
pub fn low_bit(ir: &Ir, extract: Op) -> Option<u32> {
    u32::try_from(ir.int_attr(extract, "lowBit")?).ok()
}

/// The entries of a `comb.truth_table`, from that for all inputs 0 on.
pub fn lookup_table(ir: &Ir, table: Op) -> Option<Vec<bool>> {
    table_of(&ir.ctx, ir.attr(table, "lookupTable")?)
}

fn table_of(ctx: &Context, attr: ir::Attr) -> Option<Vec<bool>> {
    match &ctx[attr] {
        AttrKind::DenseArray { element: Type::I1, data } => {
            Some(data.iter().map(|byte| *byte != 0).collect())
        }
        _ => None,
    }
}
