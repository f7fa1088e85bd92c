//! Tests of `hw`: its text, what its operations compute, what other crates read of it.

use super::*;
use crate::testing::{Evaluator, check_error, check_examples, check_text, read_good, round_trip};
use base::Bits;
use ir::rewrite::{GreedyOptions, greedy};
use ir::symbols::SymbolTables;
use ir::{Context, Ir, Loc, Op, OpCode, OpState, Type};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn ports_are_called_like_their_values_where_they_can_be() {
    check_text(
        "hw.module @m(in %a : i8, in %x \"two words\" : i8, in %arg0 \"\" : i1, out b : i8) {\n  hw.output %a : i8\n}\n",
    );
    // A module without a body has no values: one is made up where the name is none.
    assert_eq!(
        round_trip("hw.module.extern @e(in %x \"two words\" : i8, in %1 : i8, out \"a b\" : i8)"),
        "hw.module.extern @e(in %port0 \"two words\" : i8, in %port1 \"\" : i8, out \"a b\" : i8)\n"
    );
    // In generic form an argument may be called anything.
    assert_eq!(
        round_trip(
            "\"hw.module\"() <{module_type = !hw.modty<input a : i8>, parameters = [], sym_name = \"m\"}> ({\n\
             ^bb0(%b: i8):\n  %a = \"hw.wire\"(%b) <{name = \"a\"}> : (i8) -> i8\n  \"hw.output\"() : () -> ()\n\
             }) : () -> ()"
        ),
        "hw.module @m(in %a : i8) {\n  %a_0 = hw.wire %a name \"a\" : i8\n  hw.output\n}\n"
    );
}

#[test]
fn parameters_of_any_name_and_type() {
    check_text(
        "hw.module.extern @e<\"two words\": i64 = -3, b: i1 = true, s: none = \"text\", f: f32 = 1.500000e+00>()\n",
    );
    check_error("hw.module.extern @e<b: i8 = 256>()", "out of range");
    check_error("hw.module.extern @e<b: i8 = true>()", "is of type `i8`, but its value of type `i1`");
}

#[test]
fn types_that_are_none() {
    check_error("hw.module.extern @e(in %a : !hw.array<4>)", "expected");
    check_error("hw.module.extern @e(in %a : !hw.array<4x>)", "expected a type");
    check_error("hw.module.extern @e(in %a : !hw.array<2x!hw.inout<i8>>)", "not `inout`s");
    check_error("hw.module.extern @e(in %a : !hw.modty<in a : i8>)", "expected `input`, `output` or `inout`");
    check_error("hw.module.extern @e(in %a : !hw.unknown<i8>)", "has no type of this name");
    check_error(
        &format!("hw.module.extern @e(in %a : !hw.{}i8)", "array<2x".repeat(500)),
        "nested more than",
    );
}

#[test]
fn what_aggregates_compute() {
    let bits = |width, value| Bits::from_u64(width, value);
    let eval = |op: &str, args: &[Bits]| -> Vec<u64> {
        let text = format!(
            "%a, %b, %c, %arr, %s, %i = \"test.values\"() : () -> \
             (i8, i8, i3, !hw.array<3xi8>, !hw.struct<x: i8, y: i3>, i2)\n{op}"
        );
        let results = Evaluator::new(&text).eval(args).expect("aggregates are always defined");
        results.iter().map(|bits| bits.low_u64()).collect()
    };
    let (arr, st) = (bits(24, 0x33_22_11), bits(11, (0b1010_0101 << 3) | 0b011));
    assert_eq!(eval("%r = hw.array_create %a, %b : i8", &[bits(8, 2), bits(8, 1)]), [0x0201]);
    for (index, element) in [(0, 0x11), (1, 0x22), (2, 0x33), (3, 0)] {
        let index = bits(2, index);
        assert_eq!(
            eval("%r = hw.array_get %arr[%i] : !hw.array<3xi8>, i2", &[arr.clone(), index]),
            [element]
        );
    }
    for (low, slice) in [(0, 0x22_11), (1, 0x33_22), (2, 0x33), (3, 0)] {
        let op = "%r = hw.array_slice %arr[%i] : (!hw.array<3xi8>) -> !hw.array<2xi8>";
        assert_eq!(eval(op, &[arr.clone(), bits(2, low)]), [slice]);
    }
    for (index, changed) in [(0, 0x33_22_ff), (2, 0xff_22_11), (3, 0x33_22_11)] {
        let op = "%r = hw.array_inject %arr[%i], %a : !hw.array<3xi8>, i2";
        assert_eq!(eval(op, &[arr.clone(), bits(2, index), bits(8, 0xff)]), [changed]);
    }
    let concat = "%r = hw.array_concat %arr, %arr : !hw.array<3xi8>, !hw.array<3xi8>";
    assert_eq!(eval(concat, &[arr, bits(24, 0x665544)]), [0x33_22_11_66_55_44]);
    let create = "%r = hw.struct_create (%a, %c) : !hw.struct<x: i8, y: i3>";
    assert_eq!(eval(create, &[bits(8, 0b1010_0101), bits(3, 0b011)]), [st.low_u64()]);
    let explode = "%r:2 = hw.struct_explode %s : !hw.struct<x: i8, y: i3>";
    assert_eq!(eval(explode, std::slice::from_ref(&st)), [0b1010_0101, 0b011]);
    for (field, value) in [("x", 0b1010_0101), ("y", 0b011)] {
        let op = format!("%r = hw.struct_extract %s[\"{field}\"] : !hw.struct<x: i8, y: i3>");
        assert_eq!(eval(&op, std::slice::from_ref(&st)), [value]);
    }
    let inject = "%r = hw.struct_inject %s[\"x\"], %a : !hw.struct<x: i8, y: i3>";
    assert_eq!(eval(inject, &[st, bits(8, 0)]), [0b011]);
    let constant =
        "%r = hw.aggregate_constant [1 : i8, [2 : i3, 1 : i3]] : !hw.struct<x: i8, y: !hw.array<2xi3>>";
    assert_eq!(eval(constant, &[]), [(1 << 6) | (2 << 3) | 1]);
}

/// The operation of a name at the top of a module.
fn named(ir: &Ir, module: Op, name: &str) -> Op {
    ir::symbols::lookup(ir, module, name).expect("it is there")
}

#[test]
fn views() {
    let (ir, root) = read_good(
        "hw.module @m<p: i8 = 3>(in %a : i8, out b : i8 {t.x}, in %c : !hw.struct<x: i8, y: i3>) {\n  \
         %0 = hw.instance \"u\" @e(a: %a: i8) -> (b: i8)\n  hw.output %0 : i8\n}\n\
         hw.module.extern @e(in %a : i8, out b : i8)",
    );
    let (m, e) = (named(&ir, root, "m"), named(&ir, root, "e"));
    assert!(is_module(&ir, m) && is_extern(&ir, e));
    let rows: Vec<(&str, Dir, Option<u64>)> =
        ports(&ir, m).iter().map(|port| (&ir.ctx[port.name], port.dir, width(&ir.ctx, port.ty))).collect();
    assert_eq!(rows, [("a", Dir::In, Some(8)), ("b", Dir::Out, Some(8)), ("c", Dir::In, Some(11))]);
    assert!(ports(&ir, m).iter().chain(&ports(&ir, e)).all(|port| ir.ctx.span(port.loc).is_some()));
    let parameters = params(&ir, m);
    assert_eq!(parameters.len(), 1);
    assert_eq!((&ir.ctx[parameters[0].name], parameters[0].ty), ("p", Type::I8));
    let block = body(&ir, m).expect("a module has a body");
    let instance = ir.first_op(block).expect("it has an instance");
    assert_eq!(instance_target(&ir, &mut SymbolTables::default(), instance), Some(e));
    assert_eq!(output(&ir, m), ir.last_op(block));
    assert_eq!((body(&ir, e), output(&ir, e)), (None, None));
}

#[test]
fn widths_are_counted_or_refused() {
    let mut ctx = Context::new(crate::all());
    let mut ty = Type::I8;
    for _ in 0..4 {
        ty = array_ty(&mut ctx, 1 << 15, ty);
    }
    assert_eq!(width(&ctx, ty), Some(1 << 63));
    let larger = array_ty(&mut ctx, 2, ty);
    assert_eq!(width(&ctx, larger), None);
    assert_eq!((width(&ctx, Type::F32), width(&ctx, Type::INDEX)), (None, None));
    assert_eq!([1, 2, 3, 4, 5, 1 << 40].map(index_width), [0, 1, 2, 2, 3, 40]);
}

/// A module in which elements are put one after the other into an array that was made of elements, each used by the next and, if
/// `shared`, by somebody else.
fn injections(size: usize, shared: bool) -> String {
    let ty = format!("!hw.array<{size}xi8>");
    let index = index_width(size as u64);
    let mut text =
        format!("hw.module @m(in %a : i8, in %b : i8) {{\n%r0 = hw.array_create {}", "%a, ".repeat(size - 1));
    text += "%a : i8\n";
    for at in 0..size {
        text += &format!("%i{at} = hw.constant {at} : i{index}\n");
        text += &format!("%r{} = hw.array_inject %r{at}[%i{at}], %b : {ty}, i{index}\n", at + 1);
        if shared {
            text += &format!("%n{at} = hw.wire %r{at} : {ty}\n");
        }
    }
    text + &format!("%all = hw.wire %r{size} : {ty}\nhw.output\n}}")
}

/// What canonicalization leaves, and how many operations it makes.
fn canonicalize(text: &str) -> (Ir, Op, usize) {
    let (mut ir, root) = read_good(text);
    let known = ir.walk(root).len();
    assert!(greedy(&mut ir, root, &GreedyOptions::default()).converged);
    let next = ir.create(OpState::new(OUTPUT, Loc::UNKNOWN));
    (ir, root, next.index() - known)
}

fn of_code(ir: &Ir, root: Op, code: OpCode) -> Vec<Op> {
    ir.walk(root).into_iter().filter(|op| ir.code(*op) == code).collect()
}

#[test]
fn a_row_of_injections_is_made_at_once() {
    let (ir, root, made) = canonicalize(&injections(500, false));
    assert_eq!(made, 1);
    let [create] = of_code(&ir, root, ARRAY_CREATE)[..] else { panic!("there is one array") };
    let b = ir.args(body(&ir, named(&ir, root, "m")).expect("a module has a body"))[1];
    assert!(ir.operands(create).all(|value| value == b));
    assert_eq!(ir.operand_count(create), 500);
    assert_eq!(of_code(&ir, root, ARRAY_INJECT), []);
}

#[test]
fn what_others_use_is_not_copied_if_it_is_large() {
    let creates = |size| {
        let (ir, root, _) = canonicalize(&injections(size, true));
        of_code(&ir, root, ARRAY_CREATE).len()
    };
    assert_eq!((creates(20), creates(500)), (21, 1));
}
