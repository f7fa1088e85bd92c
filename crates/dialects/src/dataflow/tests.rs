//! Tests of `dataflow`: its text, its diagnostics, and how tagged values are bits.

use super::{DIALECT, tagged_ty};
use crate::handshake::{Kind, StepOp, StreamKind, payload_width, unit_of};
use crate::testing::{check_error, check_records, check_text, read_good, round_trip};
use base::Bits;
use ir::{Context, Type};

#[test]
fn records() {
    check_records(DIALECT.ops);
}

/// Operations in a function whose arguments are given.
fn within(arguments: &str, ops: &str) -> String {
    format!(
        "handshake.func @f({arguments}, %start: none, ...) -> none attributes {{argNames = [{}], resNames = [\"out0\"]}} {{\n  {ops}\n  end %start : none\n}}\n",
        names(arguments)
    )
}

fn names(arguments: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    for argument in arguments.split('%').skip(1) {
        names.push(format!("\"{}\"", argument.split(':').next().unwrap_or("")));
    }
    names.push("\"start\"".to_owned());
    names.join(", ")
}

#[test]
fn text_of_streams() {
    for ty in ["i1", "i32", "i7", "index", "f32", "bf16", "none", "!dataflow.tagged<i32, i4>"] {
        let arguments = format!("%d: i1, %a: {ty}, %b: {ty}");
        let carry = format!("%o = dataflow.carry %d, %a, %b : i1, {ty}, {ty} -> {ty}");
        let invariant = format!("%o = dataflow.invariant %d, %a {{k}} : i1, {ty} -> {ty}");
        let gate = format!("%after_value, %after_cond = dataflow.gate %a, %d : {ty}, i1 -> {ty}, i1");
        for op in [carry, invariant, gate] {
            check_text(&within(&arguments, &op));
        }
    }
    let arguments = "%start_0: index, %step: index, %bound: index";
    check_text(&within(arguments, "%idx, %cont = dataflow.stream %start_0, %step, %bound"));
    check_text(&within("%a: i64", "%idx, %cont = dataflow.stream %a, %a, %a {step_op = \"shl\"} : i64"));
    let given = within("%a: index", "%idx, %cont = dataflow.stream %a, %a, %a : index");
    assert!(round_trip(&given).contains("%idx, %cont = dataflow.stream %a, %a, %a\n"));
}

#[test]
fn text_of_channels() {
    check_text(
        "handshake.func @f(%d: !handshake.channel<i1>, %a: !handshake.channel<i32>, %b: !handshake.channel<i32>, ...) \
         -> !handshake.channel<i32> attributes {argNames = [\"d\", \"a\", \"b\"], resNames = [\"out0\"]} {\n  \
         %o = dataflow.carry %d, %a, %b : <i1>, <i32>, <i32> -> <i32>\n  end %o : <i32>\n}\n",
    );
    check_text(
        "handshake.func @f(%d: !handshake.channel<i1>, %a: !handshake.control<>, ...) -> (!handshake.control<>, \
         !handshake.channel<i1>) attributes {argNames = [\"d\", \"a\"], resNames = [\"out0\", \"out1\"]} {\n  \
         %v, %c = dataflow.gate %a, %d : <>, <i1> -> <>, <i1>\n  end %v, %c : <>, <i1>\n}\n",
    );
    check_text(
        "handshake.func @f(%a: !handshake.channel<i8>, %b: !handshake.channel<i8>, %c: !handshake.channel<i8>, ...) -> (\
         !handshake.channel<i8>, !handshake.channel<i1>) attributes {argNames = [\"a\", \"b\", \"c\"], resNames = [\"i\", \"more\"]} {\n  \
         %idx, %cont = dataflow.stream %a, %b, %c : <i8>\n  end %idx, %cont : <i8>, <i1>\n}\n",
    );
    let tagged = "!handshake.channel<!dataflow.tagged<i32, i4>>";
    check_text(&format!(
        "handshake.func @f(%d: !handshake.channel<i1>, %a: {tagged}, ...) -> {tagged} attributes {{argNames = [\"d\", \"a\"], \
         resNames = [\"out0\"]}} {{\n  %o = dataflow.invariant %d, %a : <i1>, <!dataflow.tagged<i32, i4>> -> \
         <!dataflow.tagged<i32, i4>>\n  end %o : <!dataflow.tagged<i32, i4>>\n}}\n"
    ));
}

#[test]
fn conditions_are_one_bit() {
    let values = "%d: i8, %a: i32, %b: i32";
    for op in [
        "%o = dataflow.carry %d, %a, %b : i8, i32, i32 -> i32",
        "%o = dataflow.invariant %d, %a : i8, i32 -> i32",
        "%v, %c = dataflow.gate %a, %d : i32, i8 -> i32, i1",
        "%v, %c = dataflow.gate %a, %t : i32, i1 -> i32, i8\n  %t = handshake.constant %start {value = true} : none, i1",
        "%i, %c = \"dataflow.stream\"(%a, %a, %a) : (i32, i32, i32) -> (i32, i8)",
    ] {
        check_error(&within(values, op), "FR0812");
        check_error(&within(values, op), "must be i1 or a channel of i1, but is `i8`");
    }
}

#[test]
fn values_have_one_type() {
    for op in [
        "%o = dataflow.carry %d, %a, %b : i1, i32, i64 -> i32",
        "%o = dataflow.carry %d, %a, %a : i1, i32, i32 -> i64",
        "%o = dataflow.invariant %d, %a : i1, i32 -> i64",
        "%v, %c = dataflow.gate %a, %d : i32, i1 -> i64, i1",
    ] {
        let text = within("%d: i1, %a: i32, %b: i64", op);
        check_error(&text, "FR0813");
        check_error(&text, "must have one type, but have `i32` and `i64`");
    }
}

#[test]
fn values_are_streams() {
    for ty in ["memref<4xi32>", "vector<4xi32>", "tensor<4xi32>", "complex<f32>", "!other.type"] {
        let text = within(
            &format!("%d: i1, %a: {ty}"),
            &format!("%o = dataflow.invariant %d, %a : i1, {ty} -> {ty}"),
        );
        check_error(&text, "FR0814");
    }
}

#[test]
fn counters_are_integers_of_one_type() {
    let text =
        |ty: &str| within(&format!("%a: {ty}"), &format!("%i, %c = dataflow.stream %a, %a, %a : {ty}"));
    for ty in ["f32", "none", "!dataflow.tagged<i32, i4>", "si8"] {
        check_error(&text(ty), "FR0815");
    }
    let mixed = within(
        "%a: index, %b: i32",
        "%i, %c = \"dataflow.stream\"(%a, %b, %a) : (index, i32, index) -> (index, i1)",
    );
    check_error(&mixed, "but `step` is `i32`");
    check_error(&mixed, "FR0815");
}

#[test]
fn rules_of_streams_are_known() {
    let text = |attrs: &str| within("%a: index", &format!("%i, %c = dataflow.stream %a, %a, %a {{{attrs}}}"));
    check_error(&text("step_op = \"div\""), "FR0816");
    check_error(&text("step_op = 1 : i32"), "FR0816");
    check_error(&text("cont_cond = \"less\""), "FR0817");
    check_error(&text("cont_cond"), "FR0817");
    for step in StepOp::ALL {
        read_good(&text(&format!("step_op = \"{}\", cont_cond = \"uge\"", step.name())));
    }
}

#[test]
fn tagged_types() {
    let declared = |ty: &str| format!("func.func private @f({ty})\n");
    for ty in ["!dataflow.tagged<i32, i4>", "!dataflow.tagged<f32, i5>", "!dataflow.tagged<index, i1>"] {
        check_text(&declared(ty));
    }
    for value in ["i1", "i8", "i16", "i32", "i64", "bf16", "f16", "f32", "f64", "index"] {
        check_text(&declared(&format!("!dataflow.tagged<{value}, i16>")));
    }
    for value in
        ["i24", "si32", "f128", "none", "vector<4xi32>", "memref<4xi32>", "tensor<4xi32>", "complex<f32>"]
    {
        check_error(&declared(&format!("!dataflow.tagged<{value}, i4>")), "FR0818");
    }
    for tag in ["i17", "i0", "ui4", "index", "f16"] {
        check_error(&declared(&format!("!dataflow.tagged<i32, {tag}>")), "FR0819");
    }
    check_error(&declared("!dataflow.tagged<i32>"), "expected");
}

#[test]
fn the_value_is_in_the_low_bits_and_the_tag_in_the_high_ones() {
    let mut ctx = Context::new(crate::all());
    let tag = ctx.int_ty(5);
    let ty = tagged_ty(&mut ctx, Type::F32, tag);
    assert_eq!(ctx.bit_width(ty), Some(37));
    let items =
        [ctx.scalar_attr(Bits::from_u64(32, 0x3f80_0000), Type::F32).expect("a float"), ctx.int_attr(3, tag)];
    let value = ctx.array_attr(&items);
    let bits = ctx.bits_of(value, ty).expect("a constant of the type");
    assert_eq!(bits, Bits::from_u64(37, 3 << 32 | 0x3f80_0000));
    assert_eq!(ctx.attr_of_bits(bits, ty), Some(value));
    let swapped = ctx.array_attr(&[items[1], items[0]]);
    assert_eq!(ctx.bits_of(swapped, ty), None);
    let indexed = tagged_ty(&mut ctx, Type::INDEX, tag);
    assert_eq!(payload_width(&ctx, indexed, 32), Some(37));
    assert_eq!(payload_width(&ctx, ty, 32), Some(37));
}

#[test]
fn steps_that_cannot_be_zero_are_not_checked() {
    let kind = |ops: &str| {
        let (ir, module) = read_good(&within("%a: index", ops));
        let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == super::STREAM).expect("there is one");
        match unit_of(&ir, op).expect("it has a unit").kind {
            Kind::Stream(StreamKind { rule, checked }) => (rule.is_some(), checked),
            other => panic!("{other:?}"),
        }
    };
    let with_step = |value: &str| {
        format!(
            "%s = constant %start {{value = {value} : index}} : none, index\n  %t:2 = fork [2] %s : index\n  \
             %u = br %t#1 : index\n  %i, %c = dataflow.stream %a, %u, %a"
        )
    };
    assert_eq!(kind("%i, %c = dataflow.stream %a, %a, %a"), (false, true));
    assert_eq!(kind("%i, %c = dataflow.stream %a, %a, %a {step_op = \"mul\"}"), (true, false));
    assert_eq!(kind(&with_step("1")), (false, false));
    assert_eq!(kind(&with_step("-2")), (false, false));
    assert_eq!(kind(&with_step("0")), (false, true));
}
