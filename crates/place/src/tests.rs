//! What is placed where, and that no combinational cycle is left.

use crate::PLACE_BUFFERS;
use crate::cycles::cycles;
use crate::graph::Circuit;
use crate::target::{self, Target};
use crate::timing::{Signals, Timed};
use base::Diagnostics;
use dialects::handshake;
use ir::pass::PassArgs;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op, Value};

/// Reads, verifies and places; verifies again. Gives the kernel's operations.
fn place(text: &str) -> (Ir, Vec<Op>) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
    let kernel = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel");
    let args = PassArgs::defaults(&PLACE_BUFFERS).with("algorithm", "on-merges");
    (PLACE_BUFFERS.run)(&mut ir, module, &args, &mut diagnostics).expect("every cycle can be broken");
    assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
    assert!(is_free_of_cycles(&ir, kernel));
    let block = ir.entry(ir.region(kernel, 0)).expect("a body");
    let ops = ir.block_ops(block).collect();
    (ir, ops)
}

/// Whether a register stands on every cycle of signals.
fn is_free_of_cycles(ir: &Ir, kernel: Op) -> bool {
    let circuit = Circuit::of(ir, kernel);
    let target = Target::named(target::DEFAULT).expect("it is there");
    let signals = Signals::of(ir, &circuit, &target);
    signals.cycle(&vec![false; signals.arcs.len()]).is_none()
}

/// The buffers behind a value, in order.
fn behind(ir: &Ir, mut value: Value) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(op) = ir.users(value).next().filter(|op| ir.code(*op) == handshake::BUFFER) {
        let (ty, slots) = handshake::buffer(ir, op).expect("a buffer");
        found.push(format!("{} {slots}", ty.name()));
        value = ir.result(op, 0);
    }
    found
}

const PAIR: [&str; 2] = ["ONE_SLOT_BREAK_DV 1", "ONE_SLOT_BREAK_R 1"];

#[test]
fn loops_get_slots_behind_carry_and_invariant() {
    let (ir, ops) = place(
        "handshake.func @f(%n: !handshake.channel<i32>, %x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
           %s0, %s1, %s2 = fork [3] %start : <>
           %c0 = constant %s0 {value = 0 : i32} : <>, <i32>
           %zero, %init = fork [2] %c0 : <i32>
           %one = constant %s1 {value = 1 : i32} : <>, <i32>
           %i, %raw = dataflow.stream %zero, %one, %n : <i32>
           sink %i : <i32>
           %r0, %r1, %r2, %r3 = fork [4] %raw : <i1>
           %c = dataflow.carry %r0, %init, %next : <i1>, <i32>, <i32> -> <i32>
           %in, %out = cond_br %r1, %c : <i1>, <i32>
           %v = dataflow.invariant %r2, %x : <i1>, <i32> -> <i32>
           %vt, %vf = cond_br %r3, %v : <i1>, <i32>
           sink %vf : <i32>
           %next = addi %in, %vt : <i32>
           end %out, %s2 : <i32>, <>
         }",
    );
    for op in &ops {
        if matches!(ir.code(*op), dialects::dataflow::CARRY | dialects::dataflow::INVARIANT) {
            assert_eq!(behind(&ir, ir.result(*op, 0)), PAIR);
        }
    }
    let buffers = ops.iter().filter(|op| ir.code(**op) == handshake::BUFFER).count();
    assert_eq!(buffers, 4, "nothing else needs one");
}

#[test]
fn a_mux_gets_slots_on_a_cycle_only() {
    let (ir, ops) = place(
        "handshake.func @f(%x: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
           %c0, %c1, %c2, %c3 = fork [4] %c : <i1>
           %x0, %x1 = fork [2] %x : <i8>
           %once = mux %c0 [%x0, %x1] : <i1>, [<i8>, <i8>] to <i8>
           %round = mux %c1 [%once, %back] : <i1>, [<i8>, <i8>] to <i8>
           %back, %out = cond_br %c2, %round : <i1>, <i8>
           sink %c3 : <i1>
           end %out, %start : <i8>, <>
         }",
    );
    let mut muxes = ops.iter().filter(|op| ir.code(**op) == handshake::MUX);
    assert_eq!(behind(&ir, ir.result(*muxes.next().expect("the first"), 0)), [""; 0]);
    assert_eq!(behind(&ir, ir.result(*muxes.next().expect("the second"), 0)), PAIR);
}

#[test]
fn a_value_that_waits_for_the_next_round_gets_a_slot_without_a_cycle() {
    let (ir, ops) = place(
        "handshake.func @f(%x: !handshake.channel<i8>, %y: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
           %c0, %c1, %c2 = fork [3] %c : <i1>
           %ctrl, %index = control_merge [%start, %again] : [<>, <>] to <>, <i1>
           %i0, %i1 = fork [2] %index : <i1>
           %again, %done = cond_br %c0, %ctrl : <i1>, <>
           %first = mux %i0 [%x, %y] : <i1>, [<i8>, <i8>] to <i8>
           %shifted, %gone = cond_br %c1, %first : <i1>, <i8>
           sink %gone : <i8>
           %second = mux %i1 [%z, %shifted] : <i1>, [<i8>, <i8>] to <i8>
           %zero = source : <>
           %z = constant %zero {value = 0 : i8} : <>, <i8>
           %lost, %out = cond_br %c2, %second : <i1>, <i8>
           sink %lost : <i8>
           end %out, %done : <i8>, <>
         }",
    );
    for mux in ops.iter().filter(|op| ir.code(**op) == handshake::MUX) {
        assert_eq!(behind(&ir, ir.result(*mux, 0)), PAIR);
    }
}

#[test]
fn other_cycles_are_broken_where_something_is_missing() {
    // The token of an `init` breaks data and valid, not ready.
    let (ir, ops) = place(
        "handshake.func @f(%start: !handshake.control<>, ...) -> (!handshake.control<>) {
           %a = init %back : <>
           %j = join %a, %start : <>
           %back, %out = fork [2] %j : <>
           end %out : <>
         }",
    );
    assert_eq!(behind(&ir, ir.result(ops[0], 0)), ["ONE_SLOT_BREAK_R 1"]);
}

#[test]
fn buffers_that_are_there_count() {
    let (ir, ops) = place(
        "handshake.func @f(%x: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
           %c1, %c2 = fork [2] %c : <i1>
           %round = mux %c1 [%x, %back] : <i1>, [<i8>, <i8>] to <i8>
           %held = buffer %round {hw.parameters = {BUFFER_TYPE = \"ONE_SLOT_BREAK_DVR\", NUM_SLOTS = 1 : ui32}} : <i8>
           %back, %out = cond_br %c2, %held : <i1>, <i8>
           end %out, %start : <i8>, <>
         }",
    );
    assert_eq!(behind(&ir, ir.result(ops[1], 0)), ["ONE_SLOT_BREAK_DVR 1", "ONE_SLOT_BREAK_R 1"]);
}

/// A lazy fork makes a valid of a ready: what it feeds comes together again in a join, which makes a ready of valids.
#[test]
fn cycles_through_a_lazy_fork_are_broken() {
    let (ir, ops) = place(
        "handshake.func @f(%x: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
           %a, %b = lazy_fork [2] %x : <i8>
           %sum = addi %a, %b : <i8>
           end %sum, %start : <i8>, <>
         }",
    );
    let sides = [0, 1].map(|side| behind(&ir, ir.result(ops[0], side)));
    // The ready of each side makes the valid of the other, which makes the ready of the first: two cycles, and one channel is on both.
    assert_eq!(sides, [PAIR.to_vec(), Vec::new()]);
    // Nothing comes together again: nothing is needed.
    let (ir, ops) = place(
        "handshake.func @f(%x: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
           %a, %b = lazy_fork [2] %x : <i8>
           sink %a : <i8>
           end %b, %start : <i8>, <>
         }",
    );
    assert!(ops.iter().all(|op| ir.code(*op) != handshake::BUFFER));
}

/// The longest path of a circuit without buffers, in nanoseconds.
fn longest(computes: &str) -> f64 {
    let text = format!(
        "handshake.func @f(%x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {{
           %s = source : <>
           %c = constant %s {{value = 3 : i32}} : <>, <i32>
           {computes}
           end %y, %start : <i32>, <>
         }}"
    );
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let kernel = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel");
    let circuit = Circuit::of(&ir, kernel);
    let target = Target::named(target::DEFAULT).expect("it is there");
    match Signals::of(&ir, &circuit, &target).critical() {
        Timed::Paths(paths) => paths.iter().map(|path| path.delay).fold(0.0, f64::max),
        Timed::Cycle(cycle) => panic!("{cycle:?}"),
    }
}

#[test]
fn a_literal_takes_no_time() {
    // Ready is what is left: that a token is there is asked for on the way back.
    let wires = longest("%y = ori %x, %c : <i32>");
    assert_eq!(wires, 1.125);
    assert_eq!(longest("%y = shli %x, %c : <i32>"), wires);
    // An addition has its carries, but no second token to wait for.
    assert_eq!(longest("%y = addi %x, %c : <i32>"), 1.869);
}

#[test]
fn components_are_found() {
    let graph = vec![vec![1], vec![2], vec![0, 3], vec![4], vec![], vec![5], vec![4]];
    assert_eq!(cycles(&graph), [vec![0, 1, 2], vec![5]]);
}
