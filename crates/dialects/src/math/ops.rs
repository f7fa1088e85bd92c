//! The operations of `math`, as records: integers, then floats; each group alphabetical.
//!
//! Records of one family are updates of a common one, which states what the family shares.

use super::{eval, fold};
use crate::arith::FASTMATH_DEFAULT;
use crate::ids;
use crate::shape::same_shape;
use base::codes;
use ir::constraints::{FLOAT_LIKE, SIGNLESS_INT_OR_INDEX_LIKE};
use ir::verify::Verifier;
use ir::{Effect, Ir, Op, OpDef, OperandDef, ResultDef, Syntax, Trait, TypeRule, ops};

/// One integer in, one out, of one type.
const INT_UNARY: OpDef = OpDef {
    operands: &[OperandDef::one("operand", SIGNLESS_INT_OR_INDEX_LIKE)],
    results: &[ResultDef::one("result", SIGNLESS_INT_OR_INDEX_LIKE)],
    types: &[TypeRule::Same(&["operand", "result"])],
    syntax: Syntax::Format("$operand attr-dict `:` type($result)"),
    traits: &[Trait::Elementwise],
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// One float in, one out, of one type.
const FLOAT_UNARY: OpDef = OpDef {
    operands: &[OperandDef::one("operand", FLOAT_LIKE)],
    results: &[ResultDef::one("result", FLOAT_LIKE)],
    attrs: &[FASTMATH_DEFAULT],
    types: &[TypeRule::Same(&["operand", "result"])],
    syntax: Syntax::Format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    traits: &[Trait::Elementwise],
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// Two floats in, one out, all of one type.
const FLOAT_BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", FLOAT_LIKE), OperandDef::one("rhs", FLOAT_LIKE)],
    types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
    syntax: Syntax::Format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    ..FLOAT_UNARY
};

/// The exponent of `fpowi` has the shape of its base.
fn same_shapes(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if !same_shape(&ir.ctx, ir.ty(ir.operand(op, 0)), ir.ty(ir.operand(op, 1))) {
        verifier.error(ir, op, codes::OP_INVARIANT, "base and exponent must have the same shape");
    }
}

macro_rules! on_int {
    ($op:literal) => {
        concat!("%a = arith.constant 6 : i32\n", $op)
    };
}

macro_rules! on_floats {
    ($op:literal) => {
        concat!("%x = arith.constant 0.5 : f32\n%y = arith.constant 2.0 : f32\n", $op)
    };
}

macro_rules! on_float {
    ($op:literal) => {
        concat!("%x = arith.constant 0.5 : f32\n", $op)
    };
}

ops! { ids::MATH;
    // ----- integers -----

    ABSI = OpDef {
        name: "math.absi",
        doc: "The integer read with a sign, without it.\nThe least value stays what it is.",
        example: on_int!("%r = math.absi %a : i32"),
        fold: Some(fold::absi),
        eval: Some(eval::absi),
        hw: Some("absi"),
        ..INT_UNARY
    },
    CTLZ = OpDef {
        name: "math.ctlz",
        doc: "The number of zeros above the highest 1; the width for zero.",
        example: on_int!("%r = math.ctlz %a : i32"),
        eval: Some(eval::ctlz),
        hw: Some("ctlz"),
        ..INT_UNARY
    },
    CTPOP = OpDef {
        name: "math.ctpop",
        doc: "The number of ones.",
        example: on_int!("%r = math.ctpop %a : i32"),
        eval: Some(eval::ctpop),
        hw: Some("ctpop"),
        ..INT_UNARY
    },
    CTTZ = OpDef {
        name: "math.cttz",
        doc: "The number of zeros below the lowest 1; the width for zero.",
        example: on_int!("%r = math.cttz %a : i32"),
        eval: Some(eval::cttz),
        hw: Some("cttz"),
        ..INT_UNARY
    },
    IPOWI = OpDef {
        name: "math.ipowi",
        doc: "An integer to the power of another, both read with a sign; the product wraps around.\n\
              Anything to the power of 0 is 1. For a negative exponent the result is that of the division 1 / base^-exponent:\n\
              0 unless the base is 1 or -1, undefined when it is 0.",
        example: on_int!("%b = arith.constant 3 : i32\n%r = math.ipowi %a, %b : i32"),
        operands: &[
            OperandDef::one("lhs", SIGNLESS_INT_OR_INDEX_LIKE),
            OperandDef::one("rhs", SIGNLESS_INT_OR_INDEX_LIKE),
        ],
        types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
        syntax: Syntax::Format("$lhs `,` $rhs attr-dict `:` type($result)"),
        effect: Effect::PureGuarded,
        fold: Some(fold::ipowi),
        eval: Some(eval::ipowi),
        hw: Some("ipowi"),
        ..INT_UNARY
    },

    // ----- floats -----

    ABSF = OpDef {
        name: "math.absf",
        doc: "The float without its sign; of a NaN, too.",
        example: on_float!("%r = math.absf %x : f32"),
        fold: Some(fold::absf),
        eval: Some(eval::absf),
        hw: Some("absf"),
        ..FLOAT_UNARY
    },
    ACOS = OpDef {
        name: "math.acos",
        doc: "Arc cosine, in radians; NaN outside of -1 to 1.",
        example: on_float!("%r = math.acos %x : f32"),
        eval: Some(eval::acos),
        hw: Some("acos"),
        ..FLOAT_UNARY
    },
    ACOSH = OpDef {
        name: "math.acosh",
        doc: "Inverse hyperbolic cosine; NaN below 1.",
        example: on_float!("%r = math.acosh %x : f32"),
        eval: Some(eval::acosh),
        hw: Some("acosh"),
        ..FLOAT_UNARY
    },
    ASIN = OpDef {
        name: "math.asin",
        doc: "Arc sine, in radians; NaN outside of -1 to 1.",
        example: on_float!("%r = math.asin %x : f32"),
        eval: Some(eval::asin),
        hw: Some("asin"),
        ..FLOAT_UNARY
    },
    ASINH = OpDef {
        name: "math.asinh",
        doc: "Inverse hyperbolic sine.",
        example: on_float!("%r = math.asinh %x : f32"),
        eval: Some(eval::asinh),
        hw: Some("asinh"),
        ..FLOAT_UNARY
    },
    ATAN = OpDef {
        name: "math.atan",
        doc: "Arc tangent, in radians.",
        example: on_float!("%r = math.atan %x : f32"),
        eval: Some(eval::atan),
        hw: Some("atan"),
        ..FLOAT_UNARY
    },
    ATAN2 = OpDef {
        name: "math.atan2",
        doc: "The angle, in radians, of the point whose y is the first operand and whose x is the second.",
        example: on_floats!("%r = math.atan2 %x, %y : f32"),
        eval: Some(eval::atan2),
        hw: Some("atan2"),
        ..FLOAT_BINARY
    },
    ATANH = OpDef {
        name: "math.atanh",
        doc: "Inverse hyperbolic tangent; NaN outside of -1 to 1.",
        example: on_float!("%r = math.atanh %x : f32"),
        eval: Some(eval::atanh),
        hw: Some("atanh"),
        ..FLOAT_UNARY
    },
    CBRT = OpDef {
        name: "math.cbrt",
        doc: "Cube root.",
        example: on_float!("%r = math.cbrt %x : f32"),
        eval: Some(eval::cbrt),
        hw: Some("cbrt"),
        ..FLOAT_UNARY
    },
    CEIL = OpDef {
        name: "math.ceil",
        doc: "The next whole number above, as a float.",
        example: on_float!("%r = math.ceil %x : f32"),
        fold: Some(fold::integral),
        eval: Some(eval::ceil),
        hw: Some("ceil"),
        ..FLOAT_UNARY
    },
    COPYSIGN = OpDef {
        name: "math.copysign",
        doc: "The magnitude of the first operand with the sign of the second; of NaNs, too.",
        example: on_floats!("%r = math.copysign %x, %y : f32"),
        fold: Some(fold::copysign),
        eval: Some(eval::copysign),
        hw: Some("copysign"),
        ..FLOAT_BINARY
    },
    COS = OpDef {
        name: "math.cos",
        doc: "Cosine of an angle in radians.",
        example: on_float!("%r = math.cos %x : f32"),
        eval: Some(eval::cos),
        hw: Some("cos"),
        ..FLOAT_UNARY
    },
    COSH = OpDef {
        name: "math.cosh",
        doc: "Hyperbolic cosine.",
        example: on_float!("%r = math.cosh %x : f32"),
        eval: Some(eval::cosh),
        hw: Some("cosh"),
        ..FLOAT_UNARY
    },
    ERF = OpDef {
        name: "math.erf",
        doc: "The error function.",
        example: on_float!("%r = math.erf %x : f32"),
        eval: Some(eval::erf),
        hw: Some("erf"),
        ..FLOAT_UNARY
    },
    EXP = OpDef {
        name: "math.exp",
        doc: "The power of e.",
        example: on_float!("%r = math.exp %x : f32"),
        eval: Some(eval::exp),
        hw: Some("exp"),
        ..FLOAT_UNARY
    },
    EXP2 = OpDef {
        name: "math.exp2",
        doc: "The power of 2.",
        example: on_float!("%r = math.exp2 %x : f32"),
        eval: Some(eval::exp2),
        hw: Some("exp2"),
        ..FLOAT_UNARY
    },
    EXPM1 = OpDef {
        name: "math.expm1",
        doc: "The power of e less 1, precise near 0.",
        example: on_float!("%r = math.expm1 %x : f32"),
        eval: Some(eval::expm1),
        hw: Some("expm1"),
        ..FLOAT_UNARY
    },
    FLOOR = OpDef {
        name: "math.floor",
        doc: "The next whole number below, as a float.",
        example: on_float!("%r = math.floor %x : f32"),
        fold: Some(fold::integral),
        eval: Some(eval::floor),
        hw: Some("floor"),
        ..FLOAT_UNARY
    },
    FMA = OpDef {
        name: "math.fma",
        doc: "The product of the first two operands plus the third, rounded once.",
        example: on_floats!("%r = math.fma %x, %y, %x : f32"),
        operands: &[
            OperandDef::one("a", FLOAT_LIKE),
            OperandDef::one("b", FLOAT_LIKE),
            OperandDef::one("c", FLOAT_LIKE),
        ],
        types: &[TypeRule::Same(&["a", "b", "c", "result"])],
        syntax: Syntax::Format("$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
        eval: Some(eval::fma),
        hw: Some("fma"),
        ..FLOAT_UNARY
    },
    FPOWI = OpDef {
        name: "math.fpowi",
        doc: "A float to the power of an integer read with a sign.\n\
              Anything to the power of 0 is 1. The types of base and exponent are independent, their shapes are not.",
        example: on_float!("%n = arith.constant -3 : i8\n%r = math.fpowi %x, %n : f32, i8"),
        operands: &[OperandDef::one("lhs", FLOAT_LIKE), OperandDef::one("rhs", SIGNLESS_INT_OR_INDEX_LIKE)],
        types: &[TypeRule::Same(&["lhs", "result"])],
        syntax: Syntax::Format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"),
        verify: Some(same_shapes),
        fold: Some(fold::fpowi),
        eval: Some(eval::fpowi),
        hw: Some("fpowi"),
        ..FLOAT_UNARY
    },
    LOG = OpDef {
        name: "math.log",
        doc: "Natural logarithm; NaN below 0.",
        example: on_float!("%r = math.log %x : f32"),
        eval: Some(eval::log),
        hw: Some("log"),
        ..FLOAT_UNARY
    },
    LOG10 = OpDef {
        name: "math.log10",
        doc: "Logarithm to base 10; NaN below 0.",
        example: on_float!("%r = math.log10 %x : f32"),
        eval: Some(eval::log10),
        hw: Some("log10"),
        ..FLOAT_UNARY
    },
    LOG1P = OpDef {
        name: "math.log1p",
        doc: "Natural logarithm of 1 more than the operand, precise near 0.",
        example: on_float!("%r = math.log1p %x : f32"),
        eval: Some(eval::log1p),
        hw: Some("log1p"),
        ..FLOAT_UNARY
    },
    LOG2 = OpDef {
        name: "math.log2",
        doc: "Logarithm to base 2; NaN below 0.",
        example: on_float!("%r = math.log2 %x : f32"),
        eval: Some(eval::log2),
        hw: Some("log2"),
        ..FLOAT_UNARY
    },
    POWF = OpDef {
        name: "math.powf",
        doc: "The first operand to the power of the second.",
        example: on_floats!("%r = math.powf %x, %y : f32"),
        eval: Some(eval::powf),
        hw: Some("powf"),
        ..FLOAT_BINARY
    },
    ROUND = OpDef {
        name: "math.round",
        doc: "The nearest whole number, halves away from zero, as a float.",
        example: on_float!("%r = math.round %x : f32"),
        fold: Some(fold::integral),
        eval: Some(eval::round),
        hw: Some("round"),
        ..FLOAT_UNARY
    },
    ROUNDEVEN = OpDef {
        name: "math.roundeven",
        doc: "The nearest whole number, halves to the even one, as a float.",
        example: on_float!("%r = math.roundeven %x : f32"),
        fold: Some(fold::integral),
        eval: Some(eval::roundeven),
        hw: Some("roundeven"),
        ..FLOAT_UNARY
    },
    RSQRT = OpDef {
        name: "math.rsqrt",
        doc: "1 divided by the square root; NaN below 0.",
        example: on_float!("%r = math.rsqrt %x : f32"),
        eval: Some(eval::rsqrt),
        hw: Some("rsqrt"),
        ..FLOAT_UNARY
    },
    SIN = OpDef {
        name: "math.sin",
        doc: "Sine of an angle in radians.",
        example: on_float!("%r = math.sin %x : f32"),
        eval: Some(eval::sin),
        hw: Some("sin"),
        ..FLOAT_UNARY
    },
    SINH = OpDef {
        name: "math.sinh",
        doc: "Hyperbolic sine.",
        example: on_float!("%r = math.sinh %x : f32"),
        eval: Some(eval::sinh),
        hw: Some("sinh"),
        ..FLOAT_UNARY
    },
    SQRT = OpDef {
        name: "math.sqrt",
        doc: "Square root; NaN below 0, and -0.0 for -0.0.",
        example: on_float!("%r = math.sqrt %x fastmath<fast> : f32"),
        eval: Some(eval::sqrt),
        hw: Some("sqrt"),
        ..FLOAT_UNARY
    },
    TAN = OpDef {
        name: "math.tan",
        doc: "Tangent of an angle in radians.",
        example: on_float!("%r = math.tan %x : f32"),
        eval: Some(eval::tan),
        hw: Some("tan"),
        ..FLOAT_UNARY
    },
    TANH = OpDef {
        name: "math.tanh",
        doc: "Hyperbolic tangent.",
        example: on_float!("%r = math.tanh %x : f32"),
        eval: Some(eval::tanh),
        hw: Some("tanh"),
        ..FLOAT_UNARY
    },
    TRUNC = OpDef {
        name: "math.trunc",
        doc: "The next whole number towards zero, as a float.",
        example: on_float!("%r = math.trunc %x : f32"),
        fold: Some(fold::integral),
        eval: Some(eval::trunc),
        hw: Some("trunc"),
        ..FLOAT_UNARY
    },
}
