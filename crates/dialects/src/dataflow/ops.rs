//! The operations of `dataflow`, as records.
//!
//! What the constraints here say is checked by `verify`, which has a diagnostic of its own for each.

use super::{syntax, verify};
use crate::ids;
use ir::constraints::{AttrConstraint, AttrSyntax, TypeConstraint};
use ir::{AttrDef, Effect, OpDef, OperandDef, ResultDef, Syntax, Trait, ops};

const CONDITION: TypeConstraint =
    TypeConstraint { what: "`i1` or a channel of it", test: |_, _| true, exact: None };
const VALUE: TypeConstraint = TypeConstraint {
    what: "an integer, a float, `index`, `none`, a tagged value, or a channel",
    test: |_, _| true,
    exact: None,
};
const COUNTER: TypeConstraint = TypeConstraint {
    what: "`index`, a signless integer, or a channel of one",
    test: |_, _| true,
    exact: None,
};
const STEP: AttrConstraint = AttrConstraint {
    what: "\"add\", \"sub\", \"mul\", \"shl\", \"ashr\" or \"lshr\"",
    syntax: AttrSyntax::Any,
    test: |_, _| true,
};
const PREDICATE: AttrConstraint = AttrConstraint {
    what: "the name of a predicate of `arith.cmpi`, in quotes",
    syntax: AttrSyntax::Any,
    test: |_, _| true,
};

/// `%a, %b : types -> types`
const TYPED: Syntax = Syntax::Custom { parse: syntax::parse_typed, print: syntax::print_typed };

ops! { ids::DATAFLOW;
    CARRY = OpDef {
        name: "dataflow.carry",
        doc: "A value that a loop computes anew in every iteration.\n\
            First a token of `a`; then for each true of `d` a token of `b`; a false of `d` gives nothing and begins again. With `a` = A, B, with \
            `b` = C, D, E, F, G, H and with `d` = T, T, F, T, T, T, T, F it gives A, C, D, B, E, F, G, H.",
        example: "handshake.func @example(%d: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none) {\n  \
            %o = dataflow.carry %d, %a, %b : i1, i32, i32 -> i32\n  end %o, %start : i32, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("d", CONDITION), OperandDef::one("a", VALUE), OperandDef::one("b", VALUE)],
        results: &[ResultDef::one("o", VALUE)],
        syntax: TYPED,
        effect: Effect::Pure,
        verify: Some(verify::carry),
        hw: Some("carry"),
        ..OpDef::BASE
    },

    GATE = OpDef {
        name: "dataflow.gate",
        doc: "What the body of a loop sees of a value and of the condition.\n\
            Of each burst of conditions true, …, true, false the value that belongs to the false is taken off, and the first condition: \
            with the values A, B, C, D, E and the conditions T, T, T, T, F it gives A, B, C, D and T, T, T, F. A burst of one \
            false gives nothing.",
        example: "handshake.func @example(%x: i32, %c: i1, %start: none, ...) -> (i32, i1, none) {\n  \
            %after_value, %after_cond = dataflow.gate %x, %c : i32, i1 -> i32, i1\n  \
            end %after_value, %after_cond, %start : i32, i1, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("before_value", VALUE), OperandDef::one("before_cond", CONDITION)],
        results: &[ResultDef::one("after_value", VALUE), ResultDef::one("after_cond", CONDITION)],
        syntax: TYPED,
        effect: Effect::Pure,
        traits: &[Trait::ResultGroupNames],
        verify: Some(verify::gate),
        hw: Some("gate"),
        ..OpDef::BASE
    },

    INVARIANT = OpDef {
        name: "dataflow.invariant",
        doc: "A value that a loop reads in every iteration.\n\
            First a token of `a`, which is kept; then it again for each true of `d`; a false of `d` gives nothing and begins again. With `a` = A, B \
            and `d` = T, T, F, T, T, T, T, F it gives A, A, A, B, B, B, B, B.",
        example: "handshake.func @example(%d: i1, %a: !dataflow.tagged<i32, i4>, %start: none, ...)\n    \
            -> (!dataflow.tagged<i32, i4>, none) {\n  \
            %o = dataflow.invariant %d, %a : i1, !dataflow.tagged<i32, i4> -> !dataflow.tagged<i32, i4>\n  \
            end %o, %start : !dataflow.tagged<i32, i4>, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("d", CONDITION), OperandDef::one("a", VALUE)],
        results: &[ResultDef::one("o", VALUE)],
        syntax: TYPED,
        effect: Effect::Pure,
        verify: Some(verify::invariant),
        hw: Some("invariant"),
        ..OpDef::BASE
    },

    // Not pure, though it is a function of its streams: two loops of which one uses what the other gives must each have their own, or one
    // of them waits for the other's end with all its tokens unread.
    STREAM = OpDef {
        name: "dataflow.stream",
        doc: "The indices of a counted loop, and whether the loop goes on at each.\n\
            From `start` in steps of `step`; it goes on while the index is below the bound, or above it for a negative step. The index at \
            which it does not go on is given, too: with 0, 1 and 5 it gives 0, 1, 2, 3, 4, 5 and T, T, T, T, T, F. A step of zero is an error of \
            the run. `step_op` (add, sub, mul, shl, ashr or lshr; add) makes the next index in another way, `cont_cond` (a predicate of \
            `arith.cmpi`; slt) compares in another way; with one of them numbers wrap around in their width, without them they \
            do not.",
        example: "handshake.func @example(%a: index, %b: index, %c: index, %n: i64, %start: none, ...)\n    \
            -> (index, i1, i64, i1, none) {\n  \
            %idx, %cont = dataflow.stream %a, %b, %c\n  \
            %i, %more = dataflow.stream %n, %n, %n {cont_cond = \"ult\", step_op = \"shl\"} : i64\n  \
            end %idx, %cont, %i, %more, %start : index, i1, i64, i1, none\n}",
        example_is_module: true,
        operands: &[OperandDef::one("start", COUNTER), OperandDef::one("step", COUNTER), OperandDef::one("bound", COUNTER)],
        results: &[ResultDef::one("idx", COUNTER), ResultDef::one("cont", CONDITION)],
        attrs: &[AttrDef::optional("step_op", STEP), AttrDef::optional("cont_cond", PREDICATE)],
        syntax: Syntax::Custom { parse: syntax::parse_stream, print: syntax::print_stream },
        traits: &[Trait::ResultGroupNames],
        verify: Some(verify::stream),
        hw: Some("stream"),
        ..OpDef::BASE
    },
}
