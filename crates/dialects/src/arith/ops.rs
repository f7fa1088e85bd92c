//! The operations of `arith`, as records: constants and choice, integers, floats, casts; each group alphabetical.
//!
//! Records of one family are updates of a common one (`INT_BINARY`, `FLOAT_BINARY`, `CAST`, …), which states what the
//! family shares: operands, types, text and traits.

use super::predicate::{FLOAT_PREDICATE, FloatPredicate, INT_PREDICATE, IntPredicate};
use super::{FASTMATH, OVERFLOW, ROUNDING, canonicalize, eval, fold, verify};
use super::{no_fastmath, no_overflow_flags, select_text};
use crate::ids;
use ir::constraints::{
    ANY, AttrConstraint, AttrSyntax, BOOL_LIKE, FLOAT_LIKE, SIGNLESS_INT_LIKE, SIGNLESS_INT_OR_INDEX_LIKE,
    TypeConstraint,
};
use ir::{
    AttrDef, AttrKind, Context, Effect, OpDef, OperandDef, ResultDef, Syntax, Trait, Type, TypeKind,
    TypeRule, ops,
};

// ----- attributes -----

/// What a `#arith.fastmath` attribute must be.
pub const FASTMATH_ATTR: AttrConstraint = AttrConstraint {
    what: "a set of fast-math flags",
    test: |c, a| matches!(c[a], AttrKind::Enum { def, .. } if def == FASTMATH),
    syntax: AttrSyntax::Enum(FASTMATH),
};

const OVERFLOW_ATTR: AttrConstraint = AttrConstraint {
    what: "a set of overflow flags",
    test: |c, a| matches!(c[a], AttrKind::Enum { def, .. } if def == OVERFLOW),
    syntax: AttrSyntax::Enum(OVERFLOW),
};

const INT_PREDICATE_ATTR: AttrConstraint = AttrConstraint {
    what: "a predicate of integers (an i64 from 0 to 9)",
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).and_then(IntPredicate::new).is_some(),
    syntax: AttrSyntax::IntEnum(&INT_PREDICATE, Type::I64),
};

const FLOAT_PREDICATE_ATTR: AttrConstraint = AttrConstraint {
    what: "a predicate of floats (an i64 from 0 to 15)",
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).and_then(FloatPredicate::new).is_some(),
    syntax: AttrSyntax::IntEnum(&FLOAT_PREDICATE, Type::I64),
};

const ROUNDING_ATTR: AttrConstraint = AttrConstraint {
    what: "a rounding (an i32 from 0 to 4)",
    test: |c, a| c.attr_ty(a) == Some(Type::I32) && c.int_value(a).is_some_and(|v| (0..=4).contains(&v)),
    syntax: AttrSyntax::IntEnum(&ROUNDING, Type::I32),
};

const CONSTANT_ATTR: AttrConstraint = AttrConstraint {
    what: "an integer, a float or elements",
    test: |c, a| {
        matches!(
            c[a],
            AttrKind::Integer { .. }
                | AttrKind::Float { .. }
                | AttrKind::Dense { .. }
                | AttrKind::DenseStrings { .. }
                | AttrKind::DenseResource { .. }
                | AttrKind::Sparse { .. }
        )
    },
    syntax: AttrSyntax::Any,
};

/// The attribute `fastmath`, `none` when left out.
pub const FASTMATH_DEFAULT: AttrDef = AttrDef::default("fastmath", FASTMATH_ATTR, no_fastmath);
const OVERFLOW_DEFAULT: AttrDef = AttrDef::default("overflowFlags", OVERFLOW_ATTR, no_overflow_flags);

// ----- types -----

const INT: TypeConstraint = SIGNLESS_INT_OR_INDEX_LIKE;
/// As `INT` without `index`: an operation whose result depends on how wide its operand is.
const FIXED_INT: TypeConstraint = SIGNLESS_INT_LIKE;
const FLOAT: TypeConstraint = FLOAT_LIKE;

const BITCAST_TYPE: TypeConstraint = TypeConstraint {
    what: "a signless integer or a float, or a vector, tensor or memref of them",
    test: |c, t| matches!(element(c, t), Some(e) if (SIGNLESS_INT_LIKE.test)(c, e) || (FLOAT_LIKE.test)(c, e)),
    exact: None,
};

const INDEX_CAST_TYPE: TypeConstraint = TypeConstraint {
    what: "a signless integer or index, or a vector, tensor or memref of them",
    test: |c, t| matches!(element(c, t), Some(e) if (SIGNLESS_INT_OR_INDEX_LIKE.test)(c, e)),
    exact: None,
};

/// The element of a scalar, vector, tensor or ranked memref, when that is itself a scalar.
fn element(ctx: &Context, ty: Type) -> Option<Type> {
    let element = ctx.element_ty(ty);
    let shaped = ctx.is_vector_or_tensor(element) || matches!(ctx[element], TypeKind::Memref { .. });
    (!shaped && !matches!(ctx[ty], TypeKind::UnrankedMemref { .. })).then_some(element)
}

/// `i1` in the shape of a type.
fn bool_like(ctx: &mut Context, ty: Type) -> Option<Type> {
    Some(ctx.with_element(ty, Type::I1))
}

// ----- families -----

/// Two integers in, one out, all of one type.
const INT_BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", INT), OperandDef::one("rhs", INT)],
    results: &[ResultDef::one("result", INT)],
    types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
    syntax: Syntax::Format("$lhs `,` $rhs attr-dict `:` type($result)"),
    traits: &[Trait::Elementwise],
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// As `INT_BINARY`, with flags that make an overflow poison.
const INT_OVERFLOW: OpDef = OpDef {
    attrs: &[OVERFLOW_DEFAULT],
    syntax: Syntax::Format("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"),
    ..INT_BINARY
};

/// As `INT_BINARY`, undefined for some operands.
const INT_DIVISION: OpDef = OpDef { effect: Effect::PureGuarded, ..INT_BINARY };

/// Two integers in, the two halves of a product out.
const INT_WIDE_PRODUCT: OpDef = OpDef {
    results: &[ResultDef::one("low", INT), ResultDef::one("high", INT)],
    types: &[TypeRule::Same(&["lhs", "rhs", "low", "high"])],
    syntax: Syntax::Format("$lhs `,` $rhs attr-dict `:` type($lhs)"),
    traits: COMMUTATIVE,
    ..INT_BINARY
};

/// Two floats in, one out, all of one type.
const FLOAT_BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", FLOAT), OperandDef::one("rhs", FLOAT)],
    results: &[ResultDef::one("result", FLOAT)],
    attrs: &[FASTMATH_DEFAULT],
    types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
    syntax: Syntax::Format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    traits: &[Trait::Elementwise],
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// One value in, one of another type and the same shape out; `verify` says which types.
const CAST: OpDef = OpDef {
    syntax: Syntax::Format("$in attr-dict `:` type($in) `to` type($out)"),
    traits: &[Trait::Elementwise],
    effect: Effect::Pure,
    verify: Some(verify::cast),
    ..OpDef::BASE
};

const INT_TO_INT: OpDef = OpDef {
    operands: &[OperandDef::one("in", FIXED_INT)],
    results: &[ResultDef::one("out", FIXED_INT)],
    ..CAST
};
const INT_TO_FLOAT: OpDef =
    OpDef { operands: &[OperandDef::one("in", FIXED_INT)], results: &[ResultDef::one("out", FLOAT)], ..CAST };
const FLOAT_TO_INT: OpDef =
    OpDef { operands: &[OperandDef::one("in", FLOAT)], results: &[ResultDef::one("out", FIXED_INT)], ..CAST };
const FLOAT_TO_FLOAT: OpDef =
    OpDef { operands: &[OperandDef::one("in", FLOAT)], results: &[ResultDef::one("out", FLOAT)], ..CAST };
const INDEX_CAST_BASE: OpDef = OpDef {
    operands: &[OperandDef::one("in", INDEX_CAST_TYPE)],
    results: &[ResultDef::one("out", INDEX_CAST_TYPE)],
    ..CAST
};

const COMMUTATIVE: &[Trait] = &[Trait::Commutative, Trait::Elementwise];

// ----- examples -----

macro_rules! on_ints {
    ($op:literal) => {
        concat!("%a = arith.constant 6 : i32\n%b = arith.constant 7 : i32\n", $op)
    };
}

macro_rules! on_floats {
    ($op:literal) => {
        concat!("%x = arith.constant 1.5 : f32\n%y = arith.constant -2.0 : f32\n", $op)
    };
}

ops! { ids::ARITH;
    // ----- constants and choice -----

    CONSTANT = OpDef {
        name: "arith.constant",
        doc: "A constant number, or a constant vector or tensor.\n\
              Its type is that of the attribute `value`. An integer's type must be signless: it is the operation that\n\
              uses the constant that reads it with a sign or without. A scalable vector must be a splat.",
        example: "%a = arith.constant 42 : i32\n%b = arith.constant true\n%c = arith.constant 1.5 : f32\n\
                  %d = arith.constant dense<[1, 2]> : vector<2xi8>",
        results: &[ResultDef::one("result", ANY)],
        attrs: &[AttrDef::required("value", CONSTANT_ATTR)],
        types: &[TypeRule::OfAttr { to: "result", attr: "value" }],
        syntax: Syntax::Format("attr-dict $value"),
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        verify: Some(verify::constant),
        eval: Some(eval::constant),
        hw: Some("constant"),
        ..OpDef::BASE
    },
    SELECT = OpDef {
        name: "arith.select",
        doc: "One of two values, chosen by a condition.\n\
              The condition is an `i1`, or has the shape of the values and chooses each element by itself. The values may\n\
              be of any type. Only the chosen value matters: poison in the other one does no harm.",
        example: on_ints!("%c = arith.constant true\n%r = arith.select %c, %a, %b : i32"),
        operands: &[
            OperandDef::one("condition", BOOL_LIKE),
            OperandDef::one("true_value", ANY),
            OperandDef::one("false_value", ANY),
        ],
        results: &[ResultDef::one("result", ANY)],
        types: &[TypeRule::Same(&["true_value", "false_value", "result"])],
        syntax: Syntax::Custom { parse: select_text::parse, print: select_text::print },
        traits: &[Trait::Elementwise],
        effect: Effect::Pure,
        verify: Some(verify::select),
        fold: Some(fold::select),
        canonicalize: canonicalize::SELECT,
        eval: Some(eval::select),
        hw: Some("select"),
        ..OpDef::BASE
    },

    // ----- integers -----

    ADDI = OpDef {
        name: "arith.addi",
        doc: "Integer addition, wrapping around.\n\
              With `nsw` the result is poison when the sum read with a sign does not fit, with `nuw` when the sum read\n\
              without a sign does not.",
        example: on_ints!("%r = arith.addi %a, %b overflow<nsw> : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::addi),
        canonicalize: canonicalize::ADDI,
        eval: Some(eval::addi),
        hw: Some("addi"),
        ..INT_OVERFLOW
    },
    ADDUI_EXTENDED = OpDef {
        name: "arith.addui_extended",
        doc: "Unsigned addition that says whether it overflowed.\n\
              The first result is the wrapped sum, the second is 1 when the sum read without a sign does not fit.",
        example: on_ints!("%sum, %overflow = arith.addui_extended %a, %b : i32, i1"),
        results: &[ResultDef::one("sum", INT), ResultDef::one("overflow", BOOL_LIKE)],
        types: &[
            TypeRule::Same(&["lhs", "rhs", "sum"]),
            TypeRule::Derive { to: "overflow", from: "sum", what: "i1 in the shape of `sum`", with: bool_like },
        ],
        syntax: Syntax::Format("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
        traits: COMMUTATIVE,
        fold: Some(fold::addui_extended),
        canonicalize: canonicalize::ADDUI_EXTENDED,
        eval: Some(eval::addui_extended),
        hw: Some("addui_extended"),
        ..INT_BINARY
    },
    ANDI = OpDef {
        name: "arith.andi",
        doc: "Bitwise and.",
        example: on_ints!("%r = arith.andi %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::andi),
        canonicalize: canonicalize::ANDI,
        eval: Some(eval::andi),
        hw: Some("andi"),
        ..INT_BINARY
    },
    CEILDIVSI = OpDef {
        name: "arith.ceildivsi",
        doc: "Signed division, rounded towards positive infinity.\n\
              Undefined when the divisor is zero, and when the least value is divided by -1.",
        example: on_ints!("%r = arith.ceildivsi %a, %b : i32"),
        fold: Some(fold::division),
        eval: Some(eval::ceildivsi),
        hw: Some("ceildivsi"),
        ..INT_DIVISION
    },
    CEILDIVUI = OpDef {
        name: "arith.ceildivui",
        doc: "Unsigned division, rounded up.\nUndefined when the divisor is zero.",
        example: on_ints!("%r = arith.ceildivui %a, %b : i32"),
        fold: Some(fold::division),
        eval: Some(eval::ceildivui),
        hw: Some("ceildivui"),
        ..INT_DIVISION
    },
    CMPI = OpDef {
        name: "arith.cmpi",
        doc: "Integer comparison.\n\
              The predicates `slt sle sgt sge` read the operands with a sign, `ult ule ugt uge` without; `eq` and `ne` ask\n\
              for equal bits. Read with a sign, the `i1` values are 0 and -1.",
        example: on_ints!("%r = arith.cmpi slt, %a, %b : i32"),
        results: &[ResultDef::one("result", BOOL_LIKE)],
        attrs: &[AttrDef::required("predicate", INT_PREDICATE_ATTR)],
        types: &[
            TypeRule::Same(&["lhs", "rhs"]),
            TypeRule::Derive { to: "result", from: "lhs", what: "i1 in the shape of `lhs`", with: bool_like },
        ],
        syntax: Syntax::Format("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"),
        fold: Some(fold::cmpi),
        canonicalize: canonicalize::CMPI,
        eval: Some(eval::cmpi),
        hw: Some("cmpi"),
        ..INT_BINARY
    },
    DIVSI = OpDef {
        name: "arith.divsi",
        doc: "Signed division, rounded towards zero.\n\
              Undefined when the divisor is zero, and when the least value is divided by -1.",
        example: on_ints!("%r = arith.divsi %a, %b : i32"),
        fold: Some(fold::division),
        eval: Some(eval::divsi),
        hw: Some("divsi"),
        ..INT_DIVISION
    },
    DIVUI = OpDef {
        name: "arith.divui",
        doc: "Unsigned division, rounded down.\nUndefined when the divisor is zero.",
        example: on_ints!("%r = arith.divui %a, %b : i32"),
        fold: Some(fold::division),
        eval: Some(eval::divui),
        hw: Some("divui"),
        ..INT_DIVISION
    },
    FLOORDIVSI = OpDef {
        name: "arith.floordivsi",
        doc: "Signed division, rounded towards negative infinity.\n\
              Undefined when the divisor is zero, and when the least value is divided by -1.",
        example: on_ints!("%r = arith.floordivsi %a, %b : i32"),
        fold: Some(fold::division),
        eval: Some(eval::floordivsi),
        hw: Some("floordivsi"),
        ..INT_DIVISION
    },
    MAXSI = OpDef {
        name: "arith.maxsi",
        doc: "The larger of two integers read with a sign.",
        example: on_ints!("%r = arith.maxsi %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::maxsi),
        eval: Some(eval::maxsi),
        hw: Some("maxsi"),
        ..INT_BINARY
    },
    MAXUI = OpDef {
        name: "arith.maxui",
        doc: "The larger of two integers read without a sign.",
        example: on_ints!("%r = arith.maxui %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::maxui),
        eval: Some(eval::maxui),
        hw: Some("maxui"),
        ..INT_BINARY
    },
    MINSI = OpDef {
        name: "arith.minsi",
        doc: "The smaller of two integers read with a sign.",
        example: on_ints!("%r = arith.minsi %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::minsi),
        eval: Some(eval::minsi),
        hw: Some("minsi"),
        ..INT_BINARY
    },
    MINUI = OpDef {
        name: "arith.minui",
        doc: "The smaller of two integers read without a sign.",
        example: on_ints!("%r = arith.minui %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::minui),
        eval: Some(eval::minui),
        hw: Some("minui"),
        ..INT_BINARY
    },
    MULI = OpDef {
        name: "arith.muli",
        doc: "Integer multiplication, wrapping around.\n\
              With `nsw` the result is poison when the product read with a sign does not fit, with `nuw` when the product\n\
              read without a sign does not.",
        example: on_ints!("%r = arith.muli %a, %b overflow<nsw, nuw> : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::muli),
        canonicalize: canonicalize::MULI,
        eval: Some(eval::muli),
        hw: Some("muli"),
        ..INT_OVERFLOW
    },
    MULSI_EXTENDED = OpDef {
        name: "arith.mulsi_extended",
        doc: "Signed multiplication to twice the width.\nThe results are the low and the high half of the product.",
        example: on_ints!("%low, %high = arith.mulsi_extended %a, %b : i32"),
        fold: Some(fold::mulsi_extended),
        canonicalize: canonicalize::WIDE_PRODUCT,
        eval: Some(eval::mulsi_extended),
        hw: Some("mulsi_extended"),
        ..INT_WIDE_PRODUCT
    },
    MULUI_EXTENDED = OpDef {
        name: "arith.mului_extended",
        doc: "Unsigned multiplication to twice the width.\nThe results are the low and the high half of the product.",
        example: on_ints!("%low, %high = arith.mului_extended %a, %b : i32"),
        fold: Some(fold::mului_extended),
        canonicalize: canonicalize::WIDE_PRODUCT,
        eval: Some(eval::mului_extended),
        hw: Some("mului_extended"),
        ..INT_WIDE_PRODUCT
    },
    ORI = OpDef {
        name: "arith.ori",
        doc: "Bitwise or.",
        example: on_ints!("%r = arith.ori %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::ori),
        canonicalize: canonicalize::ORI,
        eval: Some(eval::ori),
        hw: Some("ori"),
        ..INT_BINARY
    },
    REMSI = OpDef {
        name: "arith.remsi",
        doc: "Remainder of the signed division that rounds towards zero; it has the sign of the dividend.\n\
              Undefined when the divisor is zero, and when the least value is divided by -1.",
        example: on_ints!("%r = arith.remsi %a, %b : i32"),
        fold: Some(fold::remainder),
        eval: Some(eval::remsi),
        hw: Some("remsi"),
        ..INT_DIVISION
    },
    REMUI = OpDef {
        name: "arith.remui",
        doc: "Remainder of the unsigned division.\nUndefined when the divisor is zero.",
        example: on_ints!("%r = arith.remui %a, %b : i32"),
        fold: Some(fold::remainder),
        eval: Some(eval::remui),
        hw: Some("remui"),
        ..INT_DIVISION
    },
    SHLI = OpDef {
        name: "arith.shli",
        doc: "Shift to the left, zeros from below.\n\
              The amount is read without a sign; the result is poison when it is the width or more. With `nsw` it is poison, too,\n\
              when a bit is shifted out that differs from the sign of the result, with `nuw` when a 1 is shifted out.",
        example: on_ints!("%r = arith.shli %a, %b overflow<nuw> : i32"),
        fold: Some(fold::shift),
        eval: Some(eval::shli),
        hw: Some("shli"),
        ..INT_OVERFLOW
    },
    SHRSI = OpDef {
        name: "arith.shrsi",
        doc: "Shift to the right, copies of the sign from above.\n\
              The amount is read without a sign; the result is poison when it is the width or more.",
        example: on_ints!("%r = arith.shrsi %a, %b : i32"),
        fold: Some(fold::shift),
        eval: Some(eval::shrsi),
        hw: Some("shrsi"),
        ..INT_BINARY
    },
    SHRUI = OpDef {
        name: "arith.shrui",
        doc: "Shift to the right, zeros from above.\n\
              The amount is read without a sign; the result is poison when it is the width or more.",
        example: on_ints!("%r = arith.shrui %a, %b : i32"),
        fold: Some(fold::shift),
        eval: Some(eval::shrui),
        hw: Some("shrui"),
        ..INT_BINARY
    },
    SUBI = OpDef {
        name: "arith.subi",
        doc: "Integer subtraction, wrapping around.\n\
              With `nsw` the result is poison when the difference read with a sign does not fit, with `nuw` when the\n\
              operands read without a sign have a negative difference.",
        example: on_ints!("%r = arith.subi %a, %b : i32"),
        fold: Some(fold::subi),
        canonicalize: canonicalize::SUBI,
        eval: Some(eval::subi),
        hw: Some("subi"),
        ..INT_OVERFLOW
    },
    XORI = OpDef {
        name: "arith.xori",
        doc: "Bitwise exclusive or.",
        example: on_ints!("%r = arith.xori %a, %b : i32"),
        traits: COMMUTATIVE,
        fold: Some(fold::xori),
        canonicalize: canonicalize::XORI,
        eval: Some(eval::xori),
        hw: Some("xori"),
        ..INT_BINARY
    },

    // ----- floats -----

    ADDF = OpDef {
        name: "arith.addf",
        doc: "Float addition.",
        example: on_floats!("%r = arith.addf %x, %y fastmath<nnan,ninf> : f32"),
        traits: COMMUTATIVE,
        eval: Some(eval::addf),
        hw: Some("addf"),
        ..FLOAT_BINARY
    },
    CMPF = OpDef {
        name: "arith.cmpf",
        doc: "Float comparison.\n\
              A predicate that begins with `o` is false when an operand is NaN, one that begins with `u` is true then; `ord` and\n\
              `uno` ask for nothing else. The two zeros are equal. `false` and `true` do not look at the operands.",
        example: on_floats!("%r = arith.cmpf olt, %x, %y : f32"),
        results: &[ResultDef::one("result", BOOL_LIKE)],
        attrs: &[AttrDef::required("predicate", FLOAT_PREDICATE_ATTR), FASTMATH_DEFAULT],
        types: &[
            TypeRule::Same(&["lhs", "rhs"]),
            TypeRule::Derive { to: "result", from: "lhs", what: "i1 in the shape of `lhs`", with: bool_like },
        ],
        syntax: Syntax::Format("$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"),
        fold: Some(fold::cmpf),
        eval: Some(eval::cmpf),
        hw: Some("cmpf"),
        ..FLOAT_BINARY
    },
    DIVF = OpDef {
        name: "arith.divf",
        doc: "Float division.",
        example: on_floats!("%r = arith.divf %x, %y : f32"),
        canonicalize: canonicalize::NEGATED_FACTORS,
        eval: Some(eval::divf),
        hw: Some("divf"),
        ..FLOAT_BINARY
    },
    MAXIMUMF = OpDef {
        name: "arith.maximumf",
        doc: "The larger of two floats; NaN when either is NaN. +0.0 is larger than -0.0.",
        example: on_floats!("%r = arith.maximumf %x, %y : f32"),
        traits: COMMUTATIVE,
        eval: Some(eval::maximumf),
        hw: Some("maximumf"),
        ..FLOAT_BINARY
    },
    MAXNUMF = OpDef {
        name: "arith.maxnumf",
        doc: "The larger of two floats; the other one when one of them is NaN. +0.0 counts as larger than -0.0.",
        example: on_floats!("%r = arith.maxnumf %x, %y : f32"),
        traits: COMMUTATIVE,
        eval: Some(eval::maxnumf),
        hw: Some("maxnumf"),
        ..FLOAT_BINARY
    },
    MINIMUMF = OpDef {
        name: "arith.minimumf",
        doc: "The smaller of two floats; NaN when either is NaN. -0.0 is smaller than +0.0.",
        example: on_floats!("%r = arith.minimumf %x, %y : f32"),
        traits: COMMUTATIVE,
        eval: Some(eval::minimumf),
        hw: Some("minimumf"),
        ..FLOAT_BINARY
    },
    MINNUMF = OpDef {
        name: "arith.minnumf",
        doc: "The smaller of two floats; the other one when one of them is NaN. -0.0 counts as smaller than +0.0.",
        example: on_floats!("%r = arith.minnumf %x, %y : f32"),
        traits: COMMUTATIVE,
        eval: Some(eval::minnumf),
        hw: Some("minnumf"),
        ..FLOAT_BINARY
    },
    MULF = OpDef {
        name: "arith.mulf",
        doc: "Float multiplication.",
        example: on_floats!("%r = arith.mulf %x, %y : f32"),
        traits: COMMUTATIVE,
        canonicalize: canonicalize::NEGATED_FACTORS,
        eval: Some(eval::mulf),
        hw: Some("mulf"),
        ..FLOAT_BINARY
    },
    NEGF = OpDef {
        name: "arith.negf",
        doc: "Float negation: the sign bit inverted, also that of a zero or a NaN.",
        example: on_floats!("%r = arith.negf %x fastmath<fast> : f32"),
        operands: &[OperandDef::one("operand", FLOAT)],
        types: &[TypeRule::Same(&["operand", "result"])],
        syntax: Syntax::Format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
        fold: Some(fold::negf),
        eval: Some(eval::negf),
        hw: Some("negf"),
        ..FLOAT_BINARY
    },
    REMF = OpDef {
        name: "arith.remf",
        doc: "Remainder of the float division that rounds towards zero; it has the sign of the dividend.\n\
              The result is exact. It is NaN when the dividend is infinite or the divisor zero.",
        example: on_floats!("%r = arith.remf %x, %y : f32"),
        eval: Some(eval::remf),
        hw: Some("remf"),
        ..FLOAT_BINARY
    },
    SUBF = OpDef {
        name: "arith.subf",
        doc: "Float subtraction.",
        example: on_floats!("%r = arith.subf %x, %y : f32"),
        eval: Some(eval::subf),
        hw: Some("subf"),
        ..FLOAT_BINARY
    },

    // ----- casts -----

    BITCAST = OpDef {
        name: "arith.bitcast",
        doc: "The same bits as another type of the same width.\n\
              It also reads a memref as one of other elements of the same width.",
        example: on_floats!("%r = arith.bitcast %x : f32 to i32"),
        operands: &[OperandDef::one("in", BITCAST_TYPE)],
        results: &[ResultDef::one("out", BITCAST_TYPE)],
        fold: Some(fold::bitcast),
        eval: Some(eval::bitcast),
        hw: Some("bitcast"),
        ..CAST
    },
    EXTF = OpDef {
        name: "arith.extf",
        doc: "A float in a wider format; the value stays the same.",
        example: on_floats!("%r = arith.extf %x : f32 to f64"),
        attrs: &[AttrDef::optional("fastmath", FASTMATH_ATTR)],
        syntax: Syntax::Format("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
        fold: Some(fold::extf),
        eval: Some(eval::extf),
        hw: Some("extf"),
        ..FLOAT_TO_FLOAT
    },
    EXTSI = OpDef {
        name: "arith.extsi",
        doc: "A wider integer, copies of the sign above.",
        example: on_ints!("%r = arith.extsi %a : i32 to i64"),
        fold: Some(fold::ext_of_same),
        canonicalize: canonicalize::EXTSI,
        eval: Some(eval::extsi),
        hw: Some("extsi"),
        ..INT_TO_INT
    },
    EXTUI = OpDef {
        name: "arith.extui",
        doc: "A wider integer, zeros above.",
        example: on_ints!("%r = arith.extui %a : i32 to i64"),
        fold: Some(fold::ext_of_same),
        eval: Some(eval::extui),
        hw: Some("extui"),
        ..INT_TO_INT
    },
    FPTOSI = OpDef {
        name: "arith.fptosi",
        doc: "A float as an integer read with a sign, rounded towards zero.\n\
              Poison when the rounded value does not fit, and for NaN.",
        example: on_floats!("%r = arith.fptosi %x : f32 to i32"),
        eval: Some(eval::fptosi),
        hw: Some("fptosi"),
        ..FLOAT_TO_INT
    },
    FPTOUI = OpDef {
        name: "arith.fptoui",
        doc: "A float as an integer read without a sign, rounded towards zero.\n\
              Poison when the rounded value does not fit, and for NaN.",
        example: on_floats!("%r = arith.fptoui %x : f32 to i32"),
        eval: Some(eval::fptoui),
        hw: Some("fptoui"),
        ..FLOAT_TO_INT
    },
    INDEX_CAST = OpDef {
        name: "arith.index_cast",
        doc: "From an integer to `index` or back, read with a sign.\n\
              A wider result has copies of the sign above; a narrower one is truncated.",
        example: on_ints!("%r = arith.index_cast %a : i32 to index"),
        fold: Some(fold::index_cast),
        canonicalize: canonicalize::INDEX_CAST,
        eval: Some(eval::index_cast),
        hw: Some("index_cast"),
        ..INDEX_CAST_BASE
    },
    INDEX_CASTUI = OpDef {
        name: "arith.index_castui",
        doc: "From an integer to `index` or back, read without a sign.\n\
              A wider result has zeros above; a narrower one is truncated.",
        example: on_ints!("%r = arith.index_castui %a : i32 to index"),
        fold: Some(fold::index_cast),
        canonicalize: canonicalize::INDEX_CAST,
        eval: Some(eval::index_castui),
        hw: Some("index_castui"),
        ..INDEX_CAST_BASE
    },
    SITOFP = OpDef {
        name: "arith.sitofp",
        doc: "An integer read with a sign as a float, rounded to nearest, ties to even.",
        example: on_ints!("%r = arith.sitofp %a : i32 to f32"),
        eval: Some(eval::sitofp),
        hw: Some("sitofp"),
        ..INT_TO_FLOAT
    },
    TRUNCF = OpDef {
        name: "arith.truncf",
        doc: "A float in a narrower format.\n\
              Rounded as `roundingmode` says, to nearest with ties to even when it is not there.",
        example: on_floats!(
            "%r = arith.truncf %x : f32 to f16\n%s = arith.truncf %x toward_zero fastmath<nnan> : f32 to bf16"
        ),
        attrs: &[AttrDef::optional("roundingmode", ROUNDING_ATTR), AttrDef::optional("fastmath", FASTMATH_ATTR)],
        syntax: Syntax::Format(
            "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
        ),
        eval: Some(eval::truncf),
        hw: Some("truncf"),
        ..FLOAT_TO_FLOAT
    },
    TRUNCI = OpDef {
        name: "arith.trunci",
        doc: "A narrower integer: the low bits.",
        example: on_ints!("%r = arith.trunci %a : i32 to i16"),
        fold: Some(fold::trunci),
        canonicalize: canonicalize::TRUNCI,
        eval: Some(eval::trunci),
        hw: Some("trunci"),
        ..INT_TO_INT
    },
    UITOFP = OpDef {
        name: "arith.uitofp",
        doc: "An integer read without a sign as a float, rounded to nearest, ties to even.",
        example: on_ints!("%r = arith.uitofp %a : i32 to f32"),
        eval: Some(eval::uitofp),
        hw: Some("uitofp"),
        ..INT_TO_FLOAT
    },
}
