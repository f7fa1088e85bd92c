//! The operations of `seq`, as records: clocks, registers, memories, queues; each group alphabetical.

use super::attrs::{RUW, WUW, clock_constant, memory_init};
use super::types::{clock_ty, immutable, is_clock, memory_type};
use super::{fold, syntax, verify};
use crate::hw::{INNER_SYM_ATTR, NAME};
use crate::ids;
use ir::constraints::{
    ANY, ANY_ATTR, AttrConstraint, AttrSyntax, I1, I32_ARRAY_ATTR, I32_ATTR, I64_ATTR, SIGNLESS_INT,
    STRING_ATTR, TypeConstraint, UNIT_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{
    Arity, AttrDef, AttrKind, Context, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, Type,
    TypeRule, ops,
};

// ----- types and attributes -----

const CLOCK: TypeConstraint = TypeConstraint { what: "a clock", test: is_clock, exact: None };
const MEMORY: TypeConstraint =
    TypeConstraint { what: "a memory", test: |ctx, ty| memory_type(ctx, ty).is_some(), exact: None };
const IMMUTABLE: TypeConstraint =
    TypeConstraint { what: "an `!seq.immutable`", test: |ctx, ty| immutable(ctx, ty).is_some(), exact: None };

const INNER_SYM: AttrDef = AttrDef::optional("inner_sym", INNER_SYM_ATTR);
const SEGMENTS: AttrDef = AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR);

const CLOCK_CONSTANT_ATTR: AttrConstraint = AttrConstraint {
    what: "an `#seq<clock_constant …>`",
    test: |ctx, attr| clock_constant(ctx, attr).is_some(),
    syntax: AttrSyntax::Any,
};
const INIT_ATTR: AttrConstraint = AttrConstraint {
    what: "an `#seq.firmem.init<…>`",
    test: |ctx, attr| memory_init(ctx, attr).is_some(),
    syntax: AttrSyntax::Any,
};
const PRESET_ATTR: AttrConstraint = AttrConstraint {
    what: "an integer",
    test: |ctx, attr| matches!(ctx[attr], AttrKind::Integer { .. }),
    syntax: AttrSyntax::Any,
};
const RUW_ATTR: AttrConstraint = AttrConstraint {
    what: "what a read sees of a write (an i32 from 0 to 2)",
    test: |ctx, attr| is_i32_up_to(ctx, attr, 2),
    syntax: AttrSyntax::IntEnum(&RUW, Type::I32),
};
const WUW_ATTR: AttrConstraint = AttrConstraint {
    what: "which write wins (an i32 from 0 to 1)",
    test: |ctx, attr| is_i32_up_to(ctx, attr, 1),
    syntax: AttrSyntax::IntEnum(&WUW, Type::I32),
};

fn is_i32_up_to(ctx: &Context, attr: ir::Attr, most: i64) -> bool {
    ctx.attr_ty(attr) == Some(Type::I32)
        && ctx.int_value(attr).is_some_and(|value| (0..=most).contains(&value))
}

/// A type that follows by being a clock's.
const fn clock_rule(to: &'static str, from: &'static str) -> TypeRule {
    TypeRule::Derive { to, from, what: "`!seq.clock`", with: |ctx, _| Some(clock_ty(ctx)) }
}

// ----- families -----

/// Registers that may go when nobody needs their value.
const REGISTER: OpDef = OpDef {
    results: &[ResultDef::one("data", ANY)],
    traits: &[Trait::NamedResult, Trait::InnerSymbol],
    effect: Effect::Pure,
    fold: Some(fold::register),
    canonicalize: fold::REGISTER,
    ..OpDef::BASE
};

const COMPREG_BASE: OpDef = OpDef {
    attrs: &[NAME, INNER_SYM, SEGMENTS],
    types: &[TypeRule::Same(&["input", "data", "resetValue"])],
    traits: &[Trait::NamedResult, Trait::InnerSymbol, Trait::OperandSegments],
    verify: Some(verify::compreg),
    ..REGISTER
};

/// An example inside of a module with clocks, bits and a memory.
macro_rules! inside {
    ($op:literal) => {
        concat!(
            "hw.module @example(in %clk : !seq.clock, in %c : i1, in %a : i8, in %i : i4, in %k : i2) {\n  ",
            $op,
            "\n  hw.output\n}"
        )
    };
}

ops! { ids::SEQ;
    // ----- clocks -----

    CLOCK_GATE = OpDef {
        name: "seq.clock_gate",
        doc: "A clock that rises with another when an enable, or a test enable, is 1.",
        example: inside!("%0 = seq.clock_gate %clk, %c\n  %1 = seq.clock_gate %clk, %c, %c sym @gate"),
        example_is_module: true,
        operands: &[
            OperandDef::one("input", CLOCK),
            OperandDef::one("enable", I1),
            OperandDef::optional("test_enable", I1),
        ],
        results: &[ResultDef::one("output", CLOCK)],
        attrs: &[INNER_SYM],
        syntax: Syntax::Custom { parse: syntax::parse_clock_gate, print: syntax::print_clock_gate },
        traits: &[Trait::InnerSymbol],
        effect: Effect::Pure,
        ..OpDef::BASE
    },
    CLOCK_INV = OpDef {
        name: "seq.clock_inv",
        doc: "A clock that rises when another falls.",
        example: inside!("%0 = seq.clock_inv %clk"),
        example_is_module: true,
        operands: &[OperandDef::one("input", CLOCK)],
        results: &[ResultDef::one("output", CLOCK)],
        syntax: Syntax::Custom { parse: syntax::parse_clock_inv, print: syntax::print_clock_inv },
        effect: Effect::Pure,
        fold: Some(fold::clock_inv),
        ..OpDef::BASE
    },
    CONST_CLOCK = OpDef {
        name: "seq.const_clock",
        doc: "A clock that never rises.",
        example: inside!("%0 = seq.const_clock low"),
        example_is_module: true,
        results: &[ResultDef::one("result", CLOCK)],
        attrs: &[AttrDef::required("value", CLOCK_CONSTANT_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_const_clock, print: syntax::print_const_clock },
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        ..OpDef::BASE
    },
    FROM_CLOCK = OpDef {
        name: "seq.from_clock",
        doc: "A clock as a wire.",
        example: inside!("%0 = seq.from_clock %clk"),
        example_is_module: true,
        operands: &[OperandDef::one("input", CLOCK)],
        results: &[ResultDef::one("output", I1)],
        types: &[clock_rule("input", "output")],
        syntax: Syntax::Format("$input attr-dict"),
        effect: Effect::Pure,
        fold: Some(fold::from_clock),
        ..OpDef::BASE
    },
    TO_CLOCK = OpDef {
        name: "seq.to_clock",
        doc: "A wire as a clock.",
        example: inside!("%0 = seq.to_clock %c"),
        example_is_module: true,
        operands: &[OperandDef::one("input", I1)],
        results: &[ResultDef::one("output", CLOCK)],
        types: &[clock_rule("output", "input")],
        syntax: Syntax::Format("$input attr-dict"),
        effect: Effect::Pure,
        fold: Some(fold::to_clock),
        ..OpDef::BASE
    },

    // ----- registers -----

    COMPREG = OpDef {
        name: "seq.compreg",
        doc: "A register.\n\
              When the clock rises it takes its input, or its reset value when the reset is 1. It starts at the initial value,\n\
              which is a result of `seq.initial`, or at 0.",
        example: inside!(
            "%r = seq.compreg %a, %clk : i8\n  \
             %s = seq.compreg sym @s name \"the s\" %a, %clk reset %c, %a initial %0 : i8\n  \
             %0 = seq.initial() {\n    %c7_i8 = hw.constant 7 : i8\n    seq.yield %c7_i8 : i8\n  } : () -> !seq.immutable<i8>"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("input", ANY),
            OperandDef::one("clk", CLOCK),
            OperandDef::optional("reset", I1),
            OperandDef::optional("resetValue", ANY),
            OperandDef::optional("initialValue", IMMUTABLE),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_compreg, print: syntax::print_compreg },
        ..COMPREG_BASE
    },
    COMPREG_CE = OpDef {
        name: "seq.compreg.ce",
        doc: "A register with an enable.\n\
              As `seq.compreg`, but when the clock rises and neither reset nor enable is 1 it keeps its value.",
        example: inside!("%r = seq.compreg.ce %a, %clk, %c reset %c, %a : i8"),
        example_is_module: true,
        operands: &[
            OperandDef::one("input", ANY),
            OperandDef::one("clk", CLOCK),
            OperandDef::one("clockEnable", I1),
            OperandDef::optional("reset", I1),
            OperandDef::optional("resetValue", ANY),
            OperandDef::optional("initialValue", IMMUTABLE),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_compreg_ce, print: syntax::print_compreg_ce },
        ..COMPREG_BASE
    },
    FIRREG = OpDef {
        name: "seq.firreg",
        doc: "A register with a reset that waits for the clock or does not, and a number to start at.\n\
              The number is that of all bits of the value, without a sign; without one it starts at 0.",
        example: inside!(
            "%r = seq.firreg %a clock %clk preset 12 : i8\n  \
             %s = seq.firreg %a clock %clk sym @s reset sync %c, %a : i8\n  \
             %t = seq.firreg %a clock %clk reset async %c, %a {name = \"the t\"} : i8"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("next", ANY),
            OperandDef::one("clk", CLOCK),
            OperandDef::variadic("reset", ANY),
        ],
        attrs: &[
            NAME,
            INNER_SYM,
            AttrDef::optional("preset", PRESET_ATTR),
            AttrDef::optional("isAsync", UNIT_ATTR),
        ],
        types: &[TypeRule::Same(&["next", "data"])],
        syntax: Syntax::Custom { parse: syntax::parse_firreg, print: syntax::print_firreg },
        verify: Some(verify::firreg),
        ..REGISTER
    },
    INITIAL = OpDef {
        name: "seq.initial",
        doc: "Computes, before the first cycle, what registers start with.\n\
              The operands are results of others of its kind and the arguments of its region; what the region yields are\n\
              its results. It is executed when the circuit is built, so only operations that can be evaluated stand in it.",
        example: inside!(
            "%0:2 = seq.initial() {\n    %c7_i8 = hw.constant 7 : i8\n    %t = hw.constant true\n    \
             seq.yield %c7_i8, %t : i8, i1\n  } : () -> (!seq.immutable<i8>, !seq.immutable<i1>)\n  \
             %1 = seq.initial(%0#0) {\n  ^bb0(%x: i8):\n    %y = comb.add %x, %x : i8\n    seq.yield %y : i8\n  } : \
             (!seq.immutable<i8>) -> !seq.immutable<i8>"
        ),
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", IMMUTABLE)],
        results: &[ResultDef::variadic("results", IMMUTABLE)],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::One }],
        syntax: Syntax::Custom { parse: syntax::parse_initial, print: syntax::print_initial },
        traits: &[
            Trait::IsolatedFromAbove,
            Trait::SharedNames,
            Trait::ImplicitTerminator("seq.yield"),
        ],
        effect: Effect::OfRegions,
        verify: Some(verify::initial),
        ..OpDef::BASE
    },
    YIELD = OpDef {
        name: "seq.yield",
        doc: "Ends a `seq.initial` and says what it computed.",
        example: inside!(
            "%0 = seq.initial() {\n    %c7_i8 = hw.constant 7 : i8\n    seq.yield %c7_i8 : i8\n  } : () -> !seq.immutable<i8>"
        ),
        example_is_module: true,
        operands: &[OperandDef::variadic("operands", ANY)],
        syntax: Syntax::Format("attr-dict ($operands^ `:` type($operands))?"),
        traits: &[Trait::Terminator, Trait::ReturnLike, Trait::HasParent(&["seq.initial"])],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    // ----- memories -----

    FIRMEM = OpDef {
        name: "seq.firmem",
        doc: "A memory: read latency, write latency, what a read sees of a write, which write wins.\n\
              It begins with zeros, with the words of the file that `init` names, or with those of the attribute `flowright.words`. Its ports \
              are operations of their own.",
        example: inside!(
            "%m = seq.firmem 0, 1, undefined, undefined : <12 x 42>\n  \
             %n = seq.firmem sym @n 1, 1, old, port_order {init = #seq.firmem.init<\"words.txt\", false, true>} : <12 x 42, mask 3>"
        ),
        example_is_module: true,
        results: &[ResultDef::one("memory", MEMORY)],
        attrs: &[
            AttrDef::required("readLatency", I32_ATTR),
            AttrDef::required("writeLatency", I32_ATTR),
            AttrDef::required("ruw", RUW_ATTR),
            AttrDef::required("wuw", WUW_ATTR),
            NAME,
            INNER_SYM,
            AttrDef::optional("init", INIT_ATTR),
            AttrDef::optional("prefix", STRING_ATTR),
            AttrDef::optional("output_file", ANY_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_firmem, print: syntax::print_firmem },
        traits: &[Trait::NamedResult, Trait::InnerSymbol],
        effect: Effect::Allocate,
        verify: Some(verify::firmem),
        canonicalize: fold::FIRMEM,
        ..OpDef::BASE
    },
    READ_PORT = OpDef {
        name: "seq.firmem.read_port",
        doc: "Reads a word of a memory, after as many edges as its latency says.\n\
              While the enable is 0, a read without latency gives 0 and one with latency keeps its last word.",
        example: inside!(
            "%m = seq.firmem 0, 1, undefined, undefined : <12 x 8>\n  \
             %0 = seq.firmem.read_port %m[%i], clock %clk : <12 x 8>\n  \
             %1 = seq.firmem.read_port %m[%i], clock %clk enable %c : <12 x 8>"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("memory", MEMORY),
            OperandDef::one("address", SIGNLESS_INT),
            OperandDef::one("clock", CLOCK),
            OperandDef::optional("enable", I1),
        ],
        results: &[ResultDef::one("data", SIGNLESS_INT)],
        syntax: Syntax::Custom { parse: syntax::parse_read_port, print: syntax::print_read_port },
        effect: Effect::Read,
        verify: Some(verify::read_port),
        canonicalize: fold::READ_PORT,
        ..OpDef::BASE
    },
    READ_WRITE_PORT = OpDef {
        name: "seq.firmem.read_write_port",
        doc: "Reads a word of a memory when its mode is 0, and writes one when it is 1.\n\
              When it writes, and while the enable is 0, its result keeps the last word that was read.",
        example: inside!(
            "%m = seq.firmem 1, 1, undefined, undefined : <12 x 8, mask 2>\n  \
             %0 = seq.firmem.read_write_port %m[%i] = %a if %c, clock %clk enable %c mask %k : <12 x 8, mask 2>, i2"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("memory", MEMORY),
            OperandDef::one("address", SIGNLESS_INT),
            OperandDef::one("clock", CLOCK),
            OperandDef::optional("enable", I1),
            OperandDef::one("writeData", SIGNLESS_INT),
            OperandDef::one("mode", I1),
            OperandDef::optional("mask", SIGNLESS_INT),
        ],
        results: &[ResultDef::one("readData", SIGNLESS_INT)],
        attrs: &[SEGMENTS],
        syntax: Syntax::Custom { parse: syntax::parse_read_write_port, print: syntax::print_read_write_port },
        traits: &[Trait::OperandSegments],
        effect: Effect::Write,
        verify: Some(verify::read_write_port),
        canonicalize: fold::WRITE_PORT,
        ..OpDef::BASE
    },
    WRITE_PORT = OpDef {
        name: "seq.firmem.write_port",
        doc: "Writes a word of a memory when the clock rises and the enable is 1.\n\
              With a mask, only the parts of the word whose bit is 1 are written.",
        example: inside!(
            "%m = seq.firmem 0, 1, undefined, undefined : <12 x 8, mask 2>\n  \
             seq.firmem.write_port %m[%i] = %a, clock %clk : <12 x 8, mask 2>\n  \
             seq.firmem.write_port %m[%i] = %a, clock %clk enable %c mask %k : <12 x 8, mask 2>, i2"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("memory", MEMORY),
            OperandDef::one("address", SIGNLESS_INT),
            OperandDef::one("clock", CLOCK),
            OperandDef::optional("enable", I1),
            OperandDef::one("data", SIGNLESS_INT),
            OperandDef::optional("mask", SIGNLESS_INT),
        ],
        attrs: &[SEGMENTS],
        syntax: Syntax::Custom { parse: syntax::parse_write_port, print: syntax::print_write_port },
        traits: &[Trait::OperandSegments],
        effect: Effect::Write,
        verify: Some(verify::write_port),
        canonicalize: fold::WRITE_PORT,
        ..OpDef::BASE
    },

    // ----- queues -----

    FIFO = OpDef {
        name: "seq.fifo",
        doc: "A queue of so many slots.\n\
              The output is the oldest element, or with a read latency of 1 the one that was read at the last edge. The further\n\
              results say whether it is full, empty, and has so many elements or more, or so many or fewer. A write when\n\
              it is full and a read when it is empty do nothing.",
        example: inside!(
            "%out, %full, %empty = seq.fifo depth 4 in %a rdEn %c wrEn %c clk %clk rst %c : i8\n  \
             %0:5 = seq.fifo depth 4 rd_latency 1 almost_full 3 almost_empty 1 in %a rdEn %c wrEn %c clk %clk rst %c : i8"
        ),
        example_is_module: true,
        operands: &[
            OperandDef::one("input", ANY),
            OperandDef::one("rdEn", I1),
            OperandDef::one("wrEn", I1),
            OperandDef::one("clk", CLOCK),
            OperandDef::one("rst", I1),
        ],
        results: &[
            ResultDef::one("output", ANY),
            ResultDef::one("full", I1),
            ResultDef::one("empty", I1),
            ResultDef::optional("almostFull", I1),
            ResultDef::optional("almostEmpty", I1),
        ],
        attrs: &[
            AttrDef::required("depth", I64_ATTR),
            AttrDef::default("rdLatency", I64_ATTR, |ctx| ctx.int_attr(0, Type::I64)),
            AttrDef::optional("almostFullThreshold", I64_ATTR),
            AttrDef::optional("almostEmptyThreshold", I64_ATTR),
            AttrDef::required("resultSegmentSizes", I32_ARRAY_ATTR),
        ],
        types: &[TypeRule::Same(&["input", "output"])],
        syntax: Syntax::Custom { parse: syntax::parse_fifo, print: syntax::print_fifo },
        traits: &[Trait::ResultSegments],
        effect: Effect::Pure,
        verify: Some(verify::fifo),
        ..OpDef::BASE
    },
}
