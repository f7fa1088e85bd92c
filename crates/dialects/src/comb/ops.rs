//! The operations of `comb`, as records: arithmetic and bits, choice and comparison, wires; each group alphabetical.

use super::predicate::{PREDICATE, Predicate};
use super::{canonicalize, eval, fold, syntax, verify};
use crate::ids;
use ir::constraints::{ANY, AttrConstraint, AttrSyntax, I1, I32_ATTR, SIGNLESS_INT, UNIT_ATTR};
use ir::{AttrDef, AttrKind, Effect, OpDef, OperandDef, ResultDef, Syntax, Trait, Type, TypeRule, ops};

// ----- attributes -----

/// `bin`: CIRCT's promise that no operand is X or Z, which is always so here.
const TWO_STATE: AttrDef = AttrDef::optional("twoState", UNIT_ATTR);

const PREDICATE_ATTR: AttrConstraint = AttrConstraint {
    what: "a predicate of integers (an i64 from 0 to 13)",
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).and_then(Predicate::new).is_some(),
    syntax: AttrSyntax::IntEnum(&PREDICATE, Type::I64),
};

const TABLE_ATTR: AttrConstraint = AttrConstraint {
    what: "an array of booleans",
    test: |c, a| matches!(c[a], AttrKind::DenseArray { element: Type::I1, .. }),
    syntax: AttrSyntax::Any,
};

// ----- families -----

/// Two integers in, one out, all of one type.
const BINARY: OpDef = OpDef {
    operands: &[OperandDef::one("lhs", SIGNLESS_INT), OperandDef::one("rhs", SIGNLESS_INT)],
    results: &[ResultDef::one("result", SIGNLESS_INT)],
    attrs: &[TWO_STATE],
    types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
    syntax: Syntax::Format("(`bin` $twoState^)? $lhs `,` $rhs attr-dict `:` type($result)"),
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// Any number of integers in, one out, all of one type; the order does not matter.
const VARIADIC: OpDef = OpDef {
    operands: &[OperandDef::variadic("inputs", SIGNLESS_INT)],
    results: &[ResultDef::one("result", SIGNLESS_INT)],
    attrs: &[TWO_STATE],
    types: &[TypeRule::Same(&["inputs", "result"])],
    syntax: Syntax::Format("(`bin` $twoState^)? $inputs attr-dict `:` type($result)"),
    traits: &[Trait::Commutative],
    effect: Effect::Pure,
    verify: Some(verify::variadic),
    ..OpDef::BASE
};

/// One integer in, one of another width out.
const WIRES: OpDef = OpDef {
    operands: &[OperandDef::one("input", SIGNLESS_INT)],
    results: &[ResultDef::one("result", SIGNLESS_INT)],
    effect: Effect::Pure,
    ..OpDef::BASE
};

// ----- examples -----

/// An example inside of a module with two bytes and a bit.
macro_rules! inside {
    ($op:literal) => {
        concat!("hw.module @example(in %a : i8, in %b : i8, in %c : i1) {\n  ", $op, "\n  hw.output\n}")
    };
}

ops! { ids::COMB;
    // ----- arithmetic and bits -----

    ADD = OpDef {
        name: "comb.add",
        doc: "Sum of all operands, wrapping around.",
        example: inside!("%r = comb.add %a, %b, %a : i8\n  %s = comb.add bin %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::add),
        canonicalize: canonicalize::VARIADIC,
        eval: Some(eval::add),
        ..VARIADIC
    },
    AND = OpDef {
        name: "comb.and",
        doc: "Bitwise and of all operands.",
        example: inside!("%r = comb.and %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::and),
        canonicalize: canonicalize::VARIADIC,
        eval: Some(eval::and),
        ..VARIADIC
    },
    DIVS = OpDef {
        name: "comb.divs",
        doc: "Signed division, rounded towards zero.\n\
              A division by zero gives 0, the least value divided by -1 gives the least value.",
        example: inside!("%r = comb.divs %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::division),
        eval: Some(eval::divs),
        ..BINARY
    },
    DIVU = OpDef {
        name: "comb.divu",
        doc: "Unsigned division, rounded down.\nA division by zero gives 0.",
        example: inside!("%r = comb.divu %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::division),
        canonicalize: canonicalize::DIVU,
        eval: Some(eval::divu),
        ..BINARY
    },
    MODS = OpDef {
        name: "comb.mods",
        doc: "Remainder of the signed division; it has the sign of the dividend.\nA division by zero gives 0.",
        example: inside!("%r = comb.mods %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::remainder),
        eval: Some(eval::mods),
        ..BINARY
    },
    MODU = OpDef {
        name: "comb.modu",
        doc: "Remainder of the unsigned division.\nA division by zero gives 0.",
        example: inside!("%r = comb.modu %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::remainder),
        canonicalize: canonicalize::MODU,
        eval: Some(eval::modu),
        ..BINARY
    },
    MUL = OpDef {
        name: "comb.mul",
        doc: "Product of all operands, wrapping around.",
        example: inside!("%r = comb.mul %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::mul),
        canonicalize: canonicalize::VARIADIC,
        eval: Some(eval::mul),
        ..VARIADIC
    },
    OR = OpDef {
        name: "comb.or",
        doc: "Bitwise or of all operands.",
        example: inside!("%r = comb.or %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::or),
        canonicalize: canonicalize::VARIADIC,
        eval: Some(eval::or),
        ..VARIADIC
    },
    PARITY = OpDef {
        name: "comb.parity",
        doc: "Whether an odd number of bits is set.",
        example: inside!("%r = comb.parity %a : i8"),
        example_is_module: true,
        results: &[ResultDef::one("result", I1)],
        attrs: &[TWO_STATE],
        syntax: Syntax::Format("(`bin` $twoState^)? $input attr-dict `:` type($input)"),
        fold: Some(fold::of_one_bit),
        eval: Some(eval::parity),
        ..WIRES
    },
    SHL = OpDef {
        name: "comb.shl",
        doc: "Shift to the left, zeros from below.\n\
              The amount is read without a sign; the result is 0 when it is the width or more.",
        example: inside!("%r = comb.shl %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::shift),
        eval: Some(eval::shl),
        ..BINARY
    },
    SHRS = OpDef {
        name: "comb.shrs",
        doc: "Shift to the right, copies of the sign from above.\n\
              The amount is read without a sign; the result is copies of the sign when it is the width or more.",
        example: inside!("%r = comb.shrs %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::shift),
        canonicalize: canonicalize::SHRS,
        eval: Some(eval::shrs),
        ..BINARY
    },
    SHRU = OpDef {
        name: "comb.shru",
        doc: "Shift to the right, zeros from above.\n\
              The amount is read without a sign; the result is 0 when it is the width or more.",
        example: inside!("%r = comb.shru %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::shift),
        eval: Some(eval::shru),
        ..BINARY
    },
    SUB = OpDef {
        name: "comb.sub",
        doc: "Difference, wrapping around.",
        example: inside!("%r = comb.sub %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::sub),
        canonicalize: canonicalize::SUB,
        eval: Some(eval::sub),
        ..BINARY
    },
    XOR = OpDef {
        name: "comb.xor",
        doc: "Bitwise exclusive or of all operands.\nAn exclusive or with all ones is the complement.",
        example: inside!("%r = comb.xor %a, %b : i8"),
        example_is_module: true,
        fold: Some(fold::xor),
        canonicalize: canonicalize::XOR,
        eval: Some(eval::xor),
        ..VARIADIC
    },

    // ----- choice and comparison -----

    ICMP = OpDef {
        name: "comb.icmp",
        doc: "Comparison of integers.\n\
              The predicates `slt sle sgt sge` read the operands with a sign, `ult ule ugt uge` without; `eq`, `ceq` and `weq` ask\n\
              for equal bits, `ne`, `cne` and `wne` for different ones.",
        example: inside!("%r = comb.icmp slt %a, %b : i8\n  %s = comb.icmp bin weq %a, %b : i8"),
        example_is_module: true,
        results: &[ResultDef::one("result", I1)],
        attrs: &[AttrDef::required("predicate", PREDICATE_ATTR), TWO_STATE],
        types: &[TypeRule::Same(&["lhs", "rhs"])],
        syntax: Syntax::Format("(`bin` $twoState^)? $predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
        fold: Some(fold::icmp),
        canonicalize: canonicalize::ICMP,
        eval: Some(eval::icmp),
        ..BINARY
    },
    MUX = OpDef {
        name: "comb.mux",
        doc: "One of two values of any type: the first if the condition is 1.",
        example: inside!("%r = comb.mux %c, %a, %b : i8"),
        example_is_module: true,
        operands: &[
            OperandDef::one("cond", I1),
            OperandDef::one("trueValue", ANY),
            OperandDef::one("falseValue", ANY),
        ],
        results: &[ResultDef::one("result", ANY)],
        attrs: &[TWO_STATE],
        types: &[TypeRule::Same(&["trueValue", "falseValue", "result"])],
        syntax: Syntax::Format("(`bin` $twoState^)? $cond `,` $trueValue `,` $falseValue attr-dict `:` type($result)"),
        effect: Effect::Pure,
        fold: Some(fold::mux),
        canonicalize: canonicalize::MUX,
        eval: Some(eval::mux),
        ..OpDef::BASE
    },
    TRUTH_TABLE = OpDef {
        name: "comb.truth_table",
        doc: "A bit looked up in a table by single bits.\n\
              The inputs are the number of an entry, the first input its highest bit; the table has an entry for every\n\
              number, from 0 on.",
        example: inside!("%r = comb.truth_table %c, %c -> [true, false, true, true]"),
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", I1)],
        results: &[ResultDef::one("result", I1)],
        attrs: &[AttrDef::required("lookupTable", TABLE_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_truth_table, print: syntax::print_truth_table },
        effect: Effect::Pure,
        verify: Some(verify::truth_table),
        fold: Some(fold::truth_table),
        eval: Some(eval::truth_table),
        ..OpDef::BASE
    },

    // ----- wires -----

    CONCAT = OpDef {
        name: "comb.concat",
        doc: "The bits of all operands side by side, the first operand highest.",
        example: inside!("%r = comb.concat %a, %c, %b : i8, i1, i8"),
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", SIGNLESS_INT)],
        syntax: Syntax::Custom { parse: syntax::parse_concat, print: syntax::print_concat },
        verify: Some(verify::concat),
        fold: Some(fold::concat),
        canonicalize: canonicalize::CONCAT,
        eval: Some(eval::concat),
        ..WIRES
    },
    EXTRACT = OpDef {
        name: "comb.extract",
        doc: "The bits of the result's width from `lowBit` on; they must all be there.",
        example: inside!("%r = comb.extract %a from 2 : (i8) -> i3"),
        example_is_module: true,
        attrs: &[AttrDef::required("lowBit", I32_ATTR)],
        syntax: Syntax::Format("$input `from` $lowBit attr-dict `:` functional-type($input, $result)"),
        verify: Some(verify::extract),
        fold: Some(fold::extract),
        canonicalize: canonicalize::EXTRACT,
        eval: Some(eval::extract),
        ..WIRES
    },
    REPLICATE = OpDef {
        name: "comb.replicate",
        doc: "A whole number of copies of the operand side by side, as many as fill the result.",
        example: inside!("%r = comb.replicate %c : (i1) -> i8"),
        example_is_module: true,
        syntax: Syntax::Format("$input attr-dict `:` functional-type($input, $result)"),
        verify: Some(verify::replicate),
        fold: Some(fold::replicate),
        eval: Some(eval::replicate),
        ..WIRES
    },
    REVERSE = OpDef {
        name: "comb.reverse",
        doc: "The bits in the opposite order.",
        example: inside!("%r = comb.reverse %a : i8"),
        example_is_module: true,
        types: &[TypeRule::Same(&["input", "result"])],
        syntax: Syntax::Format("$input attr-dict `:` type($input)"),
        fold: Some(fold::reverse),
        eval: Some(eval::reverse),
        ..WIRES
    },
}
