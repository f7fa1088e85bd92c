//! What families of records of `handshake` share, and what their attributes may be.

use super::types::{DATA_STREAM, FLOAT_CHANNEL, INT_CHANNEL, STREAM};
use super::unit::{guard, lsq};
use super::{syntax, verify};
use crate::arith::{FloatPredicate, IntPredicate};
use ir::constraints::{AttrConstraint, AttrSyntax};
use ir::{
    Attr, AttrKind, Context, Effect, OpDef, OperandDef, ResultDef, Sign, Syntax, Trait, Type, TypeKind,
    TypeRule,
};

// ----- attributes -----

/// Names of ports.
pub const NAMES_ATTR: AttrConstraint = AttrConstraint {
    what: "a list of names",
    syntax: AttrSyntax::Any,
    test: |c, a| matches!(&c[a], AttrKind::Array(items) if items.iter().all(|item| c.str_value(*item).is_some())),
};

/// `[0 : i32, 1 : i32]`
pub const I32_LIST_ATTR: AttrConstraint = AttrConstraint {
    what: "a list of i32",
    syntax: AttrSyntax::Any,
    test: |c, a| matches!(&c[a], AttrKind::Array(items) if items.iter().all(|item| c.attr_ty(*item) == Some(Type::I32))),
};

/// The stores that a guard keeps an eye on.
pub const WINDOW_ATTR: AttrConstraint = AttrConstraint {
    what: "a ui32 from 1 to 256",
    syntax: AttrSyntax::Any,
    test: |c, a| is_ui32_up_to(c, a, guard::MOST),
};

/// The accesses of a kind that a queue holds.
pub const DEPTH_ATTR: AttrConstraint = AttrConstraint {
    what: "a ui32 from 1 to 64",
    syntax: AttrSyntax::Any,
    test: |c, a| is_ui32_up_to(c, a, lsq::MOST),
};

fn is_ui32_up_to(c: &Context, a: Attr, most: u32) -> bool {
    let is_ui32 = |ty: Type| matches!(c[ty], TypeKind::Integer { width: 32, sign: Sign::Unsigned });
    c.attr_ty(a).is_some_and(is_ui32) && c.int_value(a).is_some_and(|n| (1..=i64::from(most)).contains(&n))
}

/// What is in a memory at first.
pub const ELEMENTS_ATTR: AttrConstraint = AttrConstraint {
    what: "dense elements",
    syntax: AttrSyntax::Any,
    test: |c, a| matches!(c[a], AttrKind::Dense { .. }),
};

/// How integers are compared.
pub const INT_PREDICATE_ATTR: AttrConstraint = AttrConstraint {
    what: "a predicate of integers (an i64 from 0 to 9)",
    syntax: AttrSyntax::Any,
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).and_then(IntPredicate::new).is_some(),
};

/// How floats are compared.
pub const FLOAT_PREDICATE_ATTR: AttrConstraint = AttrConstraint {
    what: "a predicate of floats (an i64 from 0 to 15)",
    syntax: AttrSyntax::Any,
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).and_then(FloatPredicate::new).is_some(),
};

// ----- families -----

/// What every unit is: it stands in a function, and has an order with nothing.
pub const UNIT: OpDef = OpDef {
    traits: &[Trait::HasParent(&["handshake.func"])],
    verify: Some(verify::one_level),
    ..OpDef::BASE
};

/// A unit that is a function of its streams: two that have the same inputs have the same outputs.
pub const STEERING: OpDef = OpDef { effect: Effect::Pure, ..UNIT };

/// One stream in and the same out.
pub const PASSING: OpDef = OpDef {
    operands: &[OperandDef::one("operand", STREAM)],
    results: &[ResultDef::one("result", STREAM)],
    types: &[TypeRule::Same(&["operand", "result"])],
    syntax: SAME,
    ..STEERING
};

/// Operands and result of one type.
pub const SAME: Syntax = Syntax::Custom { parse: syntax::parse_same, print: syntax::print_same };

/// One stream in and any number of it out.
pub const FORKING: OpDef = OpDef {
    operands: &[OperandDef::one("operand", STREAM)],
    results: &[ResultDef::variadic("result", STREAM)],
    types: &[TypeRule::Same(&["operand", "result"])],
    syntax: Syntax::Custom { parse: syntax::parse_fork, print: syntax::print_fork },
    verify: Some(verify::fork),
    ..STEERING
};

/// As a unit, with results that each have a name of their own.
pub const NAMED: &[Trait] = &[Trait::HasParent(&["handshake.func"]), Trait::ResultGroupNames];

/// An address and data in and out.
pub const PORT: OpDef = OpDef {
    traits: NAMED,
    operands: &[OperandDef::one("address", DATA_STREAM), OperandDef::one("data", DATA_STREAM)],
    results: &[ResultDef::one("addressResult", DATA_STREAM), ResultDef::one("dataResult", DATA_STREAM)],
    syntax: Syntax::Custom { parse: syntax::parse_port, print: syntax::print_port },
    verify: Some(verify::port),
    ..UNIT
};

/// Two channels of one type in, one of it out.
pub const INT_BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", INT_CHANNEL), OperandDef::one("rhs", INT_CHANNEL)],
    results: &[ResultDef::one("result", INT_CHANNEL)],
    types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
    syntax: SAME,
    ..STEERING
};

/// As `INT_BINARY`, of floats.
pub const FLOAT_BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", FLOAT_CHANNEL), OperandDef::one("rhs", FLOAT_CHANNEL)],
    results: &[ResultDef::one("result", FLOAT_CHANNEL)],
    ..INT_BINARY
};

/// One channel in, one of another type out.
pub const CAST: OpDef = OpDef {
    operands: &[OperandDef::one("in", INT_CHANNEL)],
    results: &[ResultDef::one("out", INT_CHANNEL)],
    syntax: Syntax::Custom { parse: syntax::parse_cast, print: syntax::print_cast },
    verify: Some(verify::cast),
    ..STEERING
};

/// A cast of floats.
pub const FLOAT_TO_FLOAT: OpDef = OpDef {
    operands: &[OperandDef::one("in", FLOAT_CHANNEL)],
    results: &[ResultDef::one("out", FLOAT_CHANNEL)],
    ..CAST
};
/// A cast of integers to floats.
pub const INT_TO_FLOAT: OpDef = OpDef { results: &[ResultDef::one("out", FLOAT_CHANNEL)], ..CAST };
/// A cast of floats to integers.
pub const FLOAT_TO_INT: OpDef = OpDef { operands: &[OperandDef::one("in", FLOAT_CHANNEL)], ..CAST };
