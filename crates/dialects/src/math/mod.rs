//! `math`: elementary functions of floats, and a few of integers, element by element on vectors and tensors.
//!
//! The operations are those of MLIR 19, with its names, attributes and text. They follow the rules of [`crate::arith`]: no
//! implicit conversion, canonical NaNs, fast-math flags as permissions that evaluation ignores.
//!
//! **What precision is promised.** MLIR promises none, so that a target may use what it has; a reference needs one
//! answer. Ours is this, and it is the same on every host:
//!
//! * Exactly rounded, or exact: `absf ceil copysign floor fma round roundeven sqrt trunc`, and all functions of integers.
//! * `rsqrt` of `f64` is the quotient of 1 and the root, each rounded; in the other formats it is computed so in `f64` and
//!   rounded once more.
//! * `fpowi` multiplies: the operand is squared and multiplied together by the bits of the exponent from the lowest up, every
//!   product rounded to the format; for a negative exponent the result is 1 divided by that of the positive one.
//! * Every other function is that of the Rust crate `libm`, in the version this project pins: for `f64` its functions of
//!   `f64`, for `f32` its functions of `f32`, whose errors are mostly below one unit in the last place. Narrower formats
//!   compute in `f32` and round the result, so they are off by little more than half a unit.
//! * `f80` and `f128` have only the exactly rounded functions and `fpowi`; `libm` knows nothing wider than `f64`.
//!
//! [`ops`] is the table, [`eval`] what the operations compute, [`fold`] what is simplified.

pub mod eval;
pub mod fold;
pub mod ops;
#[cfg(test)]
mod tests;

pub use ops::*;

use crate::{arith, ids};
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::MATH,
    name: "math",
    doc: "Elementary functions of floats, and a few of integers, element by element on vectors and tensors.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[arith::CONSTANT],
};
