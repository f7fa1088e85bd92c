//! The operations of `handshake`, as records: the function, steering, memory, arithmetic; each group alphabetical.
//!
//! Types are checked by `verify`, which says in one place that all channels of a unit are of one level, and has the exact
//! reason for each unit.

use super::families::*;
use super::types::{DATA_CHANNEL, DATA_STREAM, FLOAT_CHANNEL, INT_CHANNEL, STREAM, TOKEN};
use super::{func_text, graph, lsq, port_names, syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY, ANY_ATTR, DICT_ARRAY_ATTR, FUNCTION_TYPE_ATTR, MEMREF, STRING_ATTR, SYMBOL_NAME_ATTR, UNIT_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{Arity, AttrDef, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, TypeRule, ops};

// ----- examples -----

/// A function around an operation that makes `%r` of `%a` and `%b`.
macro_rules! on {
    ($data:literal, $op:literal, $result:literal) => {
        concat!(
            "handshake.func @example(%a: !handshake.channel<",
            $data,
            ">, %b: !handshake.channel<",
            $data,
            ">, %start: !handshake.control<>, ...) -> (!handshake.channel<",
            $result,
            ">, !handshake.control<>) {\n  ",
            $op,
            "\n  end %r, %start : <",
            $result,
            ">, <>\n}"
        )
    };
}

/// As `on!`, of `%a` alone.
macro_rules! of {
    ($data:literal, $op:literal, $result:literal) => {
        concat!(
            "handshake.func @example(%a: !handshake.channel<",
            $data,
            ">, %start: !handshake.control<>, ...) -> (!handshake.channel<",
            $result,
            ">, !handshake.control<>) {\n  ",
            $op,
            "\n  end %r, %start : <",
            $result,
            ">, <>\n}"
        )
    };
}

const MEMORY_EXAMPLE: &str = "handshake.func @example(%m: memref<8xi32>, %i: i32, %start: none, ...) -> (i32, none) {\n  \
            %from, %done, %end = mem_controller[%m : memref<8xi32>] %start (%la, %sa, %sd) %start {connectedBlocks = [], storeDone}\
             : (i32, i32, i32) -> (i32, none)\n  \
            %la, %x = load[%i] %from : i32, i32, i32, i32\n  \
            %held = blocker %i, %x : i32\n  \
            %sa, %sd = store[%held] %x : i32, i32, i32, i32\n  \
            end %x, %done : i32, none\n}";

const GUARD_EXAMPLE: &str = "handshake.func @example(%m: memref<8xi32>, %i: i32, %start: none, ...) -> none {\n  \
            %from, %done, %end = mem_controller[%m : memref<8xi32>] %start (%la, %sa, %sd) %done {connectedBlocks = [], storeDone}\
             : (i32, i32, i32) -> (i32, none)\n  \
            %free = guard %i, %i, %done {window = 4 : ui32} : i32, i32, none\n  \
            %la, %x = load[%free] %from : i32, i32, i32, i32\n  \
            %y = arith.addi %x, %x : i32\n  \
            %sa, %sd = store[%i] %y : i32, i32, i32, i32\n  \
            end %end : none\n}";

ops! { ids::HANDSHAKE;
    // ----- the function -----

    END = OpDef {
        name: "handshake.end",
        doc: "Ends a function and hands its results out.\n\
            An activation of the function is finished when all operands have a token.",
        example: "handshake.func @example(%start: none, ...) -> none {\n  end %start : none\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", STREAM)],
        syntax: Syntax::Custom { parse: syntax::parse_end, print: syntax::print_end_op },
        traits: &[Trait::Terminator, Trait::ReturnLike, Trait::HasParent(&["handshake.func"])],
        verify: Some(verify::end),
        ..OpDef::BASE
    },

    FUNC = OpDef {
        name: "handshake.func",
        doc: "A kernel as a graph of streams, or of channels.\n\
            Its arguments are memories and one token each an activation, the last of which starts it; its results are one token each an activation, \
            the last of which says that it is complete. Ports are called as `argNames` and `resNames` say. A channel has exactly \
            one user; a plain value has any number of them. A cycle of units goes through one that gives the first token.",
        example: "handshake.func @sum(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...)\n\
            -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = [\"a\", \"b\", \"start\"], resNames = [\"out0\", \"end\"]} {\n  \
            %0 = addi %a, %b : <i32>\n  end %0, %start : <i32>, <>\n}",
        example_is_module: true,
        attrs: &[
            AttrDef::required("sym_name", SYMBOL_NAME_ATTR),
            AttrDef::required("function_type", FUNCTION_TYPE_ATTR),
            AttrDef::required("argNames", NAMES_ATTR),
            AttrDef::required("resNames", NAMES_ATTR),
            AttrDef::optional("sym_visibility", STRING_ATTR),
            AttrDef::optional("arg_attrs", DICT_ARRAY_ATTR),
            AttrDef::optional("res_attrs", DICT_ARRAY_ATTR),
        ],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::AtMostOne }],
        syntax: Syntax::Custom { parse: func_text::parse, print: func_text::print },
        argument_names: Some(port_names),
        traits: &[
            Trait::IsolatedFromAbove,
            Trait::Symbol,
            Trait::GraphRegion,
            Trait::DefaultDialect("handshake"),
        ],
        verify: Some(graph::func),
        ..OpDef::BASE
    },

    // ----- steering -----

    BLOCKER = OpDef {
        name: "handshake.blocker",
        doc: "The first stream, held back until all others have a token, too.\n\
            The others may be any streams, with data or without: what they carry is not looked at.",
        example: on!("i32", "%r = blocker %a, %b : <i32>", "i32"),
        example_is_module: true,
        operands: &[OperandDef::variadic("data", STREAM)],
        results: &[ResultDef::one("result", STREAM)],
        syntax: Syntax::Custom { parse: syntax::parse_join, print: syntax::print_join },
        verify: Some(verify::blocker),
        hw: Some("blocker"),
        ..STEERING
    },

    BR = OpDef {
        name: "handshake.br",
        doc: "A stream as it is.",
        example: of!("i32", "%r = br %a : <i32>", "i32"),
        example_is_module: true,
        hw: Some("br"),
        ..PASSING
    },

    BUFFER = OpDef {
        name: "handshake.buffer",
        doc: "Holds tokens.\n\
            `hw.parameters` has its `BUFFER_TYPE`, one of ONE_SLOT_BREAK_DV, ONE_SLOT_BREAK_R, ONE_SLOT_BREAK_DVR, FIFO_BREAK_DV, \
            FIFO_BREAK_NONE and SHIFT_REG_BREAK_DV, and its `NUM_SLOTS`, which are one for the first three.",
        example: of!(
            "i32",
            "%r = buffer %a {hw.parameters = {BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 4 : ui32, \
             TIMING = #handshake<timing {D: 1, V: 1, R: 0}>}} : <i32>",
            "i32"
        ),
        example_is_module: true,
        syntax: Syntax::Custom { parse: syntax::parse_buffer, print: syntax::print_same },
        verify: Some(verify::buffer),
        hw: Some("buffer"),
        ..PASSING
    },

    COND_BR = OpDef {
        name: "handshake.cond_br",
        doc: "The token of the data, to the first result if the condition is true, else to the second.",
        example: "handshake.func @example(%c: i1, %x: i32, %start: none, ...) -> (i32, i32, none) {\n  \
            %yes, %no = cond_br %c, %x : i1, i32\n  end %yes, %no, %start : i32, i32, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("conditionOperand", DATA_STREAM), OperandDef::one("dataOperand", STREAM)],
        results: &[ResultDef::one("trueResult", STREAM), ResultDef::one("falseResult", STREAM)],
        types: &[TypeRule::Same(&["dataOperand", "trueResult", "falseResult"])],
        syntax: Syntax::Custom { parse: syntax::parse_cond_br, print: syntax::print_cond_br },
        traits: NAMED,
        verify: Some(verify::condition),
        hw: Some("cond_br"),
        ..STEERING
    },

    CONSTANT = OpDef {
        name: "handshake.constant",
        doc: "A literal for every token.",
        example: "handshake.func @example(%start: none, ...) -> (i32, none) {\n  \
            %0 = constant %start {value = 42 : i32} : none, i32\n  end %0, %start : i32, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("ctrl", TOKEN)],
        results: &[ResultDef::one("result", DATA_STREAM)],
        attrs: &[AttrDef::required("value", ANY_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_constant, print: syntax::print_constant },
        verify: Some(verify::constant),
        hw: Some("constant"),
        ..STEERING
    },

    CONTROL_MERGE = OpDef {
        name: "handshake.control_merge",
        doc: "The token of whichever operand has one, and the number of that operand.\n\
            Which one it is depends on time if several have one.",
        example: on!("i32", "%r, %i = control_merge [%a, %b] : [<i32>, <i32>] to <i32>, <i1>\n  sink %i : <i1>", "i32"),
        example_is_module: true,
        operands: &[OperandDef::variadic("dataOperands", STREAM)],
        results: &[ResultDef::one("result", STREAM), ResultDef::one("index", DATA_STREAM)],
        types: &[TypeRule::Same(&["dataOperands", "result"])],
        syntax: Syntax::Custom { parse: syntax::parse_control_merge, print: syntax::print_control_merge },
        traits: NAMED,
        verify: Some(verify::control_merge),
        hw: Some("control_merge"),
        ..UNIT
    },

    FORK = OpDef {
        name: "handshake.fork",
        doc: "A token to each result, to each as soon as it is taken there.",
        example: of!("i32", "%x:2 = fork [2] %a : <i32>\n  %r = addi %x#0, %x#1 : <i32>", "i32"),
        example_is_module: true,
        hw: Some("fork"),
        ..FORKING
    },

    INIT = OpDef {
        name: "handshake.init",
        doc: "A stream with one more token before it, whose data are `initial` or 0.",
        example: of!("i1", "%r = init %a {initial = true} : <i1>", "i1"),
        example_is_module: true,
        attrs: &[AttrDef::optional("initial", ANY_ATTR)],
        verify: Some(verify::init),
        hw: Some("init"),
        ..PASSING
    },

    JOIN = OpDef {
        name: "handshake.join",
        doc: "A token without data when all operands have one.",
        example: "handshake.func @example(%a: i32, %start: none, ...) -> none {\n  \
            %0 = join %a, %start : [i32, none] to none\n  end %0 : none\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("data", STREAM)],
        results: &[ResultDef::one("result", TOKEN)],
        syntax: Syntax::Custom { parse: syntax::parse_join, print: syntax::print_join },
        verify: Some(verify::join),
        hw: Some("join"),
        ..STEERING
    },

    LAZY_FORK = OpDef {
        name: "handshake.lazy_fork",
        doc: "A token to all results at once, when all take it.",
        example: of!("i32", "%x:2 = lazy_fork [2] %a : <i32>\n  %r = addi %x#0, %x#1 : <i32>", "i32"),
        example_is_module: true,
        hw: Some("lazy_fork"),
        ..FORKING
    },

    MERGE = OpDef {
        name: "handshake.merge",
        doc: "The token of whichever operand has one.\n\
            Which one it is depends on time if several have one.",
        example: on!("i32", "%r = merge %a, %b : <i32>", "i32"),
        example_is_module: true,
        operands: &[OperandDef::variadic("dataOperands", STREAM)],
        results: &[ResultDef::one("result", STREAM)],
        types: &[TypeRule::Same(&["dataOperands", "result"])],
        syntax: SAME,
        verify: Some(verify::merge),
        hw: Some("merge"),
        ..UNIT
    },

    MUX = OpDef {
        name: "handshake.mux",
        doc: "The token of the operand that the select names: of the first for 0.",
        example: "handshake.func @example(%c: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none) {\n  \
            %0 = mux %c [%a, %b] : i1, [i32, i32] to i32\n  end %0, %start : i32, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("selectOperand", DATA_STREAM), OperandDef::variadic("dataOperands", STREAM)],
        results: &[ResultDef::one("result", STREAM)],
        types: &[TypeRule::Same(&["dataOperands", "result"])],
        syntax: Syntax::Custom { parse: syntax::parse_mux, print: syntax::print_mux },
        verify: Some(verify::mux),
        hw: Some("mux"),
        ..STEERING
    },

    SINK = OpDef {
        name: "handshake.sink",
        doc: "Takes every token.",
        example: "handshake.func @example(%a: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            sink %a : <i32>\n  end %start : <>\n}",
        example_is_module: true,
        operands: &[OperandDef::one("operand", STREAM)],
        syntax: Syntax::Custom { parse: syntax::parse_sink, print: syntax::print_same },
        hw: Some("sink"),
        ..UNIT
    },

    SOURCE = OpDef {
        name: "handshake.source",
        doc: "Always has a token.",
        example: of!("i32", "%c = source : <>\n  %1 = constant %c {value = 1 : i32} : <>, <i32>\n  %r = addi %a, %1 : <i32>", "i32"),
        example_is_module: true,
        results: &[ResultDef::one("result", TOKEN)],
        syntax: Syntax::Custom { parse: syntax::parse_source, print: syntax::print_source },
        hw: Some("source"),
        ..UNIT
    },

    // ----- memory -----

    GUARD = OpDef {
        name: "handshake.guard",
        doc: "The address of a load, held back while a store to the same address is on its way.\n\
            Operands are the address of the load, the address of the store, a token for each completed store, and whether there is a store at all, if \
            not every activation of their region has one. Load and store are of one memory, each at most once an activation, the load before the store. An address goes through \
            when those of all stores of earlier activations are known and those that are equal to it are complete. `window` is the number of stores that \
            may be under way in a circuit.",
        example: GUARD_EXAMPLE,
        example_is_module: true,
        operands: &[
            OperandDef::one("load", DATA_STREAM),
            OperandDef::one("store", DATA_STREAM),
            OperandDef::one("done", TOKEN),
            OperandDef::optional("stores", DATA_STREAM),
        ],
        results: &[ResultDef::one("result", DATA_STREAM)],
        types: &[TypeRule::Same(&["load", "result"])],
        attrs: &[AttrDef::required("window", WINDOW_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_guard, print: syntax::print_guard },
        verify: Some(verify::guard),
        hw: Some("guard"),
        ..STEERING
    },

    LOAD = OpDef {
        name: "handshake.load",
        doc: "A port that reads: the address goes to the memory, and what comes from there goes on.\n\
            Operands are the address and the data from the memory, results the address to the memory and the data.",
        example: MEMORY_EXAMPLE,
        example_is_module: true,
        hw: Some("load"),
        ..PORT
    },

    LSQ = OpDef {
        name: "handshake.lsq",
        doc: "A memory whose loads and stores are kept in order where their addresses are not known in advance.\n\
            Operands are the memory, a token that it may begin, for each group a control token, the address of each load and the address and data of each store, and a \
            token that no more follow; `groupSizes` says how many accesses each group has. Results are the data of the loads and a token that all is complete. A \
            control token lets the accesses of its group in, in the order of the group; groups follow each other in the order of their control tokens. What a load gives is what a memory gives \
            whose accesses happen one after the other. `loadDepth` and `storeDepth` say how many of each the queue holds (16). Behind a memory \
            controller (`lsq[MC]`) it is read and printed, and not executed.",
        example: "handshake.func @example(%m: memref<8xi32>, %ms: !handshake.control<>, %g: !handshake.control<>, %i: !handshake.channel<i32>,\n\
            %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {\n  \
            %0:2 = lsq[%m : memref<8xi32>] (%ms, %g, %la, %start) {groupSizes = [1 : i32]}\
             : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>)\
             -> (!handshake.channel<i32>, !handshake.control<>)\n  \
            %la, %x = load[%i] %0#0 : <i32>, <i32>, <i32>, <i32>\n  end %x, %0#1 : <i32>, <>\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", ANY)],
        results: &[ResultDef::variadic("outputs", STREAM)],
        attrs: &[
            AttrDef::required("groupSizes", I32_LIST_ATTR),
            AttrDef::optional("loadDepth", DEPTH_ATTR),
            AttrDef::optional("storeDepth", DEPTH_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_lsq, print: syntax::print_lsq },
        verify: Some(lsq::verify),
        hw: Some("lsq"),
        ..UNIT
    },

    MEM_CONTROLLER = OpDef {
        name: "handshake.mem_controller",
        doc: "The memory behind ports: a load reads and a store writes in a cycle, each port in its turn.\n\
            Operands are the memory, a token that it may begin, an address for each load and an address and data for each store, and a token that no \
            more follow. Results are the data of the loads, with `storeDone` a token for each completed store, and a token that all is \
            complete. An input that comes from no port is a number of stores to wait for.",
        example: MEMORY_EXAMPLE,
        example_is_module: true,
        operands: &[
            OperandDef::one("memRef", MEMREF),
            OperandDef::one("memStart", TOKEN),
            OperandDef::variadic("inputs", STREAM),
            OperandDef::one("ctrlEnd", TOKEN),
        ],
        results: &[ResultDef::variadic("outputs", STREAM), ResultDef::one("memEnd", TOKEN)],
        attrs: &[
            AttrDef::required("connectedBlocks", I32_LIST_ATTR),
            AttrDef::optional("storeDone", UNIT_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_mem_controller, print: syntax::print_mem_controller },
        traits: NAMED,
        verify: Some(verify::mem_controller),
        hw: Some("mem_controller"),
        ..UNIT
    },

    RAM = OpDef {
        name: "handshake.ram",
        doc: "A memory of the kernel itself, and what is in it at first.",
        example: "handshake.func @example(%i: i32, %start: none, ...) -> (i32, none) {\n  \
            %m = ram {initialValue = dense<[1, 2, 3, 4]> : tensor<4xi32>} : memref<4xi32>\n  \
            %from, %end = mem_controller[%m : memref<4xi32>] %start (%la) %start {connectedBlocks = []} : (i32) -> i32\n  \
            %la, %x = load[%i] %from : i32, i32, i32, i32\n  end %x, %end : i32, none\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", MEMREF)],
        attrs: &[AttrDef::required("initialValue", ELEMENTS_ATTR)],
        syntax: Syntax::Format("attr-dict `:` type($result)"),
        verify: Some(verify::ram),
        ..UNIT
    },

    STORE = OpDef {
        name: "handshake.store",
        doc: "A port that writes: address and data go to the memory.",
        example: MEMORY_EXAMPLE,
        example_is_module: true,
        hw: Some("store"),
        ..PORT
    },

    // ----- arithmetic -----

    ABSF = OpDef {
        name: "handshake.absf",
        doc: "The magnitude of a float.",
        example: of!("f32", "%r = absf %a : <f32> to <f32>", "f32"),
        example_is_module: true,
        ..FLOAT_TO_FLOAT
    },

    ABSI = OpDef {
        name: "handshake.absi",
        doc: "The magnitude of a signed number.",
        example: of!("i32", "%r = absi %a : <i32> to <i32>", "i32"),
        example_is_module: true,
        hw: Some("absi"),
        ..CAST
    },

    ADDF = OpDef {
        name: "handshake.addf",
        doc: "Sum of floats.",
        example: on!("f32", "%r = addf %a, %b : <f32>", "f32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        ..FLOAT_BINARY
    },

    ADDI = OpDef {
        name: "handshake.addi",
        doc: "Sum, wrapping around.",
        example: on!("i32", "%r = addi %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("addi"),
        ..INT_BINARY
    },

    ANDI = OpDef {
        name: "handshake.andi",
        doc: "Bitwise and.",
        example: on!("i32", "%r = andi %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("andi"),
        ..INT_BINARY
    },

    CMPF = OpDef {
        name: "handshake.cmpf",
        doc: "Whether two floats compare as the predicate says.",
        example: on!("f32", "%r = cmpf olt, %a, %b : <f32>", "i1"),
        example_is_module: true,
        operands: &[OperandDef::one("lhs", FLOAT_CHANNEL), OperandDef::one("rhs", FLOAT_CHANNEL)],
        results: &[ResultDef::one("result", INT_CHANNEL)],
        attrs: &[AttrDef::required("predicate", FLOAT_PREDICATE_ATTR)],
        types: &[TypeRule::Same(&["lhs", "rhs"])],
        syntax: Syntax::Custom { parse: syntax::parse_cmpf, print: syntax::print_cmpf },
        verify: Some(verify::compare),
        ..STEERING
    },

    CMPI = OpDef {
        name: "handshake.cmpi",
        doc: "Whether two numbers compare as the predicate says.",
        example: on!("i32", "%r = cmpi slt, %a, %b : <i32>", "i1"),
        example_is_module: true,
        operands: &[OperandDef::one("lhs", INT_CHANNEL), OperandDef::one("rhs", INT_CHANNEL)],
        results: &[ResultDef::one("result", INT_CHANNEL)],
        attrs: &[AttrDef::required("predicate", INT_PREDICATE_ATTR)],
        types: &[TypeRule::Same(&["lhs", "rhs"])],
        syntax: Syntax::Custom { parse: syntax::parse_cmpi, print: syntax::print_cmpi },
        verify: Some(verify::compare),
        hw: Some("cmpi"),
        ..STEERING
    },

    DIVF = OpDef {
        name: "handshake.divf",
        doc: "Quotient of floats.",
        example: on!("f32", "%r = divf %a, %b : <f32>", "f32"),
        example_is_module: true,
        ..FLOAT_BINARY
    },

    DIVSI = OpDef {
        name: "handshake.divsi",
        doc: "Quotient of signed numbers, rounded towards zero; all ones by zero.",
        example: on!("i32", "%r = divsi %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("divsi"),
        ..INT_BINARY
    },

    DIVUI = OpDef {
        name: "handshake.divui",
        doc: "Quotient of unsigned numbers; all ones by zero.",
        example: on!("i32", "%r = divui %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("divui"),
        ..INT_BINARY
    },

    EXTF = OpDef {
        name: "handshake.extf",
        doc: "A float in a wider format.",
        example: of!("f32", "%r = extf %a : <f32> to <f64>", "f64"),
        example_is_module: true,
        ..FLOAT_TO_FLOAT
    },

    EXTSI = OpDef {
        name: "handshake.extsi",
        doc: "The number with copies of its sign above.",
        example: of!("i8", "%r = extsi %a : <i8> to <i32>", "i32"),
        example_is_module: true,
        hw: Some("extsi"),
        ..CAST
    },

    EXTUI = OpDef {
        name: "handshake.extui",
        doc: "The number with zeros above.",
        example: of!("i8", "%r = extui %a : <i8> to <i32>", "i32"),
        example_is_module: true,
        hw: Some("extui"),
        ..CAST
    },

    FPTOSI = OpDef {
        name: "handshake.fptosi",
        doc: "A float rounded towards zero as a signed number; one that does not fit gives the least number.",
        example: of!("f32", "%r = fptosi %a : <f32> to <i32>", "i32"),
        example_is_module: true,
        ..FLOAT_TO_INT
    },

    MAXIMUMF = OpDef {
        name: "handshake.maximumf",
        doc: "The larger float, or NaN.",
        example: on!("f32", "%r = maximumf %a, %b : <f32>", "f32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        ..FLOAT_BINARY
    },

    MAXSI = OpDef {
        name: "handshake.maxsi",
        doc: "The larger of signed numbers.",
        example: on!("i32", "%r = maxsi %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("maxsi"),
        ..INT_BINARY
    },

    MAXUI = OpDef {
        name: "handshake.maxui",
        doc: "The larger of unsigned numbers.",
        example: on!("i32", "%r = maxui %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("maxui"),
        ..INT_BINARY
    },

    MINIMUMF = OpDef {
        name: "handshake.minimumf",
        doc: "The smaller float, or NaN.",
        example: on!("f32", "%r = minimumf %a, %b : <f32>", "f32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        ..FLOAT_BINARY
    },

    MINSI = OpDef {
        name: "handshake.minsi",
        doc: "The smaller of signed numbers.",
        example: on!("i32", "%r = minsi %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("minsi"),
        ..INT_BINARY
    },

    MINUI = OpDef {
        name: "handshake.minui",
        doc: "The smaller of unsigned numbers.",
        example: on!("i32", "%r = minui %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("minui"),
        ..INT_BINARY
    },

    MULF = OpDef {
        name: "handshake.mulf",
        doc: "Product of floats.",
        example: on!("f32", "%r = mulf %a, %b : <f32>", "f32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        ..FLOAT_BINARY
    },

    MULI = OpDef {
        name: "handshake.muli",
        doc: "Product, wrapping around.",
        example: on!("i32", "%r = muli %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("muli"),
        ..INT_BINARY
    },

    NEGF = OpDef {
        name: "handshake.negf",
        doc: "The sign of a float inverted.",
        example: of!("f32", "%r = negf %a : <f32>", "f32"),
        example_is_module: true,
        operands: &[OperandDef::one("operand", FLOAT_CHANNEL)],
        results: &[ResultDef::one("result", FLOAT_CHANNEL)],
        ..PASSING
    },

    NOTI = OpDef {
        name: "handshake.noti",
        doc: "All bits inverted.",
        example: of!("i8", "%r = noti %a : <i8>", "i8"),
        example_is_module: true,
        operands: &[OperandDef::one("operand", INT_CHANNEL)],
        results: &[ResultDef::one("result", INT_CHANNEL)],
        hw: Some("noti"),
        ..PASSING
    },

    ORI = OpDef {
        name: "handshake.ori",
        doc: "Bitwise or.",
        example: on!("i32", "%r = ori %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("ori"),
        ..INT_BINARY
    },

    REMSI = OpDef {
        name: "handshake.remsi",
        doc: "Remainder of signed numbers, with the sign of the dividend; the dividend by zero.",
        example: on!("i32", "%r = remsi %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("remsi"),
        ..INT_BINARY
    },

    REMUI = OpDef {
        name: "handshake.remui",
        doc: "Remainder of unsigned numbers; the dividend by zero.",
        example: on!("i32", "%r = remui %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("remui"),
        ..INT_BINARY
    },

    SELECT = OpDef {
        name: "handshake.select",
        doc: "One of two values, chosen by a condition; both have a token.",
        example: on!("i1", "%x:2 = fork [2] %a : <i1>\n  %r = select %x#0 [%b, %x#1] : <i1>, <i1>", "i1"),
        example_is_module: true,
        operands: &[
            OperandDef::one("condition", INT_CHANNEL),
            OperandDef::one("trueValue", DATA_CHANNEL),
            OperandDef::one("falseValue", DATA_CHANNEL),
        ],
        results: &[ResultDef::one("result", DATA_CHANNEL)],
        types: &[TypeRule::Same(&["trueValue", "falseValue", "result"])],
        syntax: Syntax::Custom { parse: syntax::parse_select, print: syntax::print_select },
        verify: Some(verify::condition),
        hw: Some("select"),
        ..STEERING
    },

    SHLI = OpDef {
        name: "handshake.shli",
        doc: "Shift to the left; zero by the width or more.",
        example: on!("i32", "%r = shli %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("shli"),
        ..INT_BINARY
    },

    SHRSI = OpDef {
        name: "handshake.shrsi",
        doc: "Shift to the right with copies of the sign.",
        example: on!("i32", "%r = shrsi %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("shrsi"),
        ..INT_BINARY
    },

    SHRUI = OpDef {
        name: "handshake.shrui",
        doc: "Shift to the right with zeros.",
        example: on!("i32", "%r = shrui %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("shrui"),
        ..INT_BINARY
    },

    SITOFP = OpDef {
        name: "handshake.sitofp",
        doc: "A signed number as a float.",
        example: of!("i32", "%r = sitofp %a : <i32> to <f32>", "f32"),
        example_is_module: true,
        ..INT_TO_FLOAT
    },

    SUBF = OpDef {
        name: "handshake.subf",
        doc: "Difference of floats.",
        example: on!("f32", "%r = subf %a, %b : <f32>", "f32"),
        example_is_module: true,
        ..FLOAT_BINARY
    },

    SUBI = OpDef {
        name: "handshake.subi",
        doc: "Difference, wrapping around.",
        example: on!("i32", "%r = subi %a, %b : <i32>", "i32"),
        example_is_module: true,
        hw: Some("subi"),
        ..INT_BINARY
    },

    TRUNCF = OpDef {
        name: "handshake.truncf",
        doc: "A float rounded to a narrower format.",
        example: of!("f64", "%r = truncf %a : <f64> to <f32>", "f32"),
        example_is_module: true,
        ..FLOAT_TO_FLOAT
    },

    TRUNCI = OpDef {
        name: "handshake.trunci",
        doc: "The low bits of a number.",
        example: of!("i32", "%r = trunci %a : <i32> to <i8>", "i8"),
        example_is_module: true,
        hw: Some("trunci"),
        ..CAST
    },

    UITOFP = OpDef {
        name: "handshake.uitofp",
        doc: "An unsigned number as a float.",
        example: of!("i32", "%r = uitofp %a : <i32> to <f32>", "f32"),
        example_is_module: true,
        ..INT_TO_FLOAT
    },

    XORI = OpDef {
        name: "handshake.xori",
        doc: "Bitwise exclusive or.",
        example: on!("i32", "%r = xori %a, %b : <i32>", "i32"),
        example_is_module: true,
        traits: &[Trait::Commutative, Trait::HasParent(&["handshake.func"])],
        hw: Some("xori"),
        ..INT_BINARY
    },
}
