//! `arith`: arithmetic on integers, indices and floats, and on vectors and tensors of them, element by element.
//!
//! The operations are those of MLIR 19, with its names, attributes and text. What they mean, and why:
//!
//! * **Nothing converts by itself.** Both operands of an addition have the type of its result; going from one width or
//!   kind to another is always an operation of its own (`extsi`, `trunci`, `sitofp`, …). A circuit then shows every wire
//!   that is widened, and no rule about promotion has to be remembered when a table or a rewrite is read.
//! * **Integers have no sign; operations have.** `i8` is eight bits. Where signed and unsigned differ there are two
//!   operations (`divsi`/`divui`, `shrsi`/`shrui`) or two predicates (`slt`/`ult`); where they do not there is one.
//!   Results wrap around. `i1` follows the same rules: read with a sign, its two values are 0 and -1.
//! * **`index` is 64 bits wide** wherever a value is computed. Circuits may use fewer when they can show that the rest
//!   are never needed.
//! * **Poison** is a result that nobody may look at: an addition marked `nsw` that overflows, a shift by the
//!   width or more, a float converted to an integer that cannot hold it. Computing it is harmless, so such operations
//!   may be moved and computed ahead of time; using it where it matters is an error of the program.
//! * **Division by zero is an error where it stands**, and so is the signed division of the least value by -1
//!   (`divsi`, `remsi`, `ceildivsi`, `floordivsi`). These operations are not moved to places the program does not reach.
//! * **Floats are IEEE 754**, rounded to nearest, ties to even, unless `truncf` carries another rounding. A NaN that an
//!   operation computes is the canonical quiet NaN of its format, whatever the NaNs that went in: payloads are not
//!   carried, so results depend on no machine. Only `negf` and `select`, which move bits, keep a NaN as it is. For this reason
//!   `x * 1.0` is not `x` for every `x`, and is not folded.
//! * **Fast-math flags are permissions**, not orders: evaluation ignores them, a rewrite may read them. None of ours
//!   does yet anything that would change a result.
//!
//! [`ops`] is the table, [`predicate`] how comparisons compare, [`eval`] what the operations compute, [`fold`] and [`canonicalize`] what is simplified, [`verify`] the rules the
//! table cannot state. A generator of programs needs no more than the table: every relation between the types of
//! an operation is a `TypeRule`, except that of casts, for which [`verify::cast_problem`] says which pairs of types are good.

pub mod canonicalize;
pub mod eval;
pub mod fold;
pub mod ops;
pub mod predicate;
mod rounding;
mod select_text;
#[cfg(test)]
mod tests;
pub mod verify;

pub use ops::*;
pub use predicate::{FLOAT_PREDICATE, FloatPredicate, INT_PREDICATE, IntPredicate, signed_word};

use crate::ids;
use ir::{Attr, AttrKind, Context, Dialect, EnumDef, Ir, Op};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::ARITH,
    name: "arith",
    doc: "Arithmetic on signless integers, indices and floats, and on vectors and tensors of them, element by element.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &ENUMS,
    constants: &[ops::CONSTANT],
};

/// The enumerations that stand as attributes of their own; [`FASTMATH`] and [`OVERFLOW`] name them.
static ENUMS: [EnumDef; 2] = [
    EnumDef {
        name: "arith.fastmath",
        doc: "What a rewrite may assume or give up about float arithmetic. Never an order: evaluation ignores it.",
        cases: &[
            ("none", 0),
            ("reassoc", 1),
            ("nnan", 2),
            ("ninf", 4),
            ("nsz", 8),
            ("arcp", 16),
            ("contract", 32),
            ("afn", 64),
            ("fast", 127),
        ],
        flags: Some(","),
    },
    EnumDef {
        name: "arith.overflow",
        doc: "Which overflows make the result poison: of the numbers read with a sign, of those read without.",
        cases: &[("none", 0), ("nsw", NSW), ("nuw", NUW)],
        flags: Some(", "),
    },
];

/// `#arith.fastmath<…>`
pub const FASTMATH: &EnumDef = &ENUMS[0];
/// `#arith.overflow<…>`
pub const OVERFLOW: &EnumDef = &ENUMS[1];

/// The flag "no signed wrap" of [`OVERFLOW`].
pub const NSW: u64 = 1;
/// The flag "no unsigned wrap" of [`OVERFLOW`].
pub const NUW: u64 = 2;

/// Whether the program promises by this flag that the result of an operation does not wrap.
pub fn promises(ir: &Ir, op: Op, flag: u64) -> bool {
    let flags = ir.attr(op, "overflowFlags").map(|attr| &ir.ctx[attr]);
    matches!(flags, Some(AttrKind::Enum { value, .. }) if value & flag != 0)
}

/// The roundings of `truncf`, stored as `i32`.
pub static ROUNDING: EnumDef = EnumDef {
    name: "arith.rounding_mode",
    doc: "Which neighbour a value between two floats becomes.",
    cases: &[
        ("to_nearest_even", 0),
        ("downward", 1),
        ("upward", 2),
        ("toward_zero", 3),
        ("to_nearest_away", 4),
    ],
    flags: None,
};

/// `#arith.fastmath<none>`
pub fn no_fastmath(ctx: &mut Context) -> Attr {
    ctx.attr(AttrKind::Enum { def: FASTMATH, value: 0 })
}

/// `#arith.overflow<none>`
pub fn no_overflow_flags(ctx: &mut Context) -> Attr {
    ctx.attr(AttrKind::Enum { def: OVERFLOW, value: 0 })
}
