//! Which parts are found, and how often each is gone round.

use super::extract;
use crate::graph::{Circuit, TOKENS};
use base::Diagnostics;
use dialects::handshake;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir};

/// A part: its rounds, its units by the names of their first results, and the channels whose token is for the next round.
#[derive(PartialEq, Debug)]
struct Part {
    rounds: f64,
    units: String,
    marked: String,
}

fn part(rounds: f64, units: &str, marked: &str) -> Part {
    Part { rounds, units: units.to_string(), marked: marked.to_string() }
}

/// The parts of a kernel; `tokens` says of some channels how many tokens passed them, of all others that nobody knows.
fn parts(text: &str, tokens: &[(&str, i64)]) -> Vec<Part> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
    let kernel = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel");
    let circuit = Circuit::of(&ir, kernel);
    let name = |ir: &Ir, value: ir::Value| ir.value_name(value).map_or("?", |name| &ir.ctx[name]).to_string();
    if !tokens.is_empty() {
        let count = |value: ir::Value| {
            let name = name(&ir, value);
            tokens.iter().find(|(of, _)| *of == name).map_or(-1, |(_, count)| *count)
        };
        let counts: Vec<i64> = circuit.channels.values().map(|channel| count(channel.value)).collect();
        let counts = ir.ctx.i64_array_attr(&counts);
        ir.set_attr(kernel, TOKENS, Some(counts));
    }
    let circuit = Circuit::of(&ir, kernel);
    let found = extract(&circuit).into_iter().map(|part| {
        let units = part.units.iter().filter_map(|unit| circuit.nodes[*unit].outputs.first());
        let units: Vec<String> = units.map(|output| name(&ir, circuit.channels[*output].value)).collect();
        let marked = part.channels.iter().filter(|channel| part.marked.contains(channel));
        let marked: Vec<String> = marked.map(|channel| name(&ir, circuit.channels[*channel].value)).collect();
        Part { rounds: part.executions, units: units.join(" "), marked: marked.join(" ") }
    });
    found.collect()
}

const STREAMS: &str = "handshake.func @f(%n: !handshake.channel<i32>, %m: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %s0, %s1 = fork [2] %start : <>
  %zs = source : <>
  %z = constant %zs {value = 0 : i32} : <>, <i32>
  %os = source : <>
  %o = constant %os {value = 1 : i32} : <>, <i32>
  %i, %raw = dataflow.stream %z, %o, %n : <i32>
  sink %i : <i32>
  %r0, %r1, %r2, %r3 = fork [4] %raw : <i1>
  %first = constant %s0 {value = 0 : i32} : <>, <i32>
  %sum = dataflow.carry %r0, %first, %last : <i1>, <i32>, <i32> -> <i32>
  %in, %out = cond_br %r1, %sum : <i1>, <i32>
  %bound = dataflow.invariant %r2, %m : <i1>, <i32> -> <i32>
  %bt, %bf = cond_br %r3, %bound : <i1>, <i32>
  sink %bf : <i32>
  %zs2 = source : <>
  %z2 = constant %zs2 {value = 0 : i32} : <>, <i32>
  %os2 = source : <>
  %o2 = constant %os2 {value = 1 : i32} : <>, <i32>
  %j, %raw2 = dataflow.stream %z2, %o2, %bt : <i32>
  %q0, %q1, %q2 = fork [3] %raw2 : <i1>
  %acc = dataflow.carry %q0, %in, %next : <i1>, <i32>, <i32> -> <i32>
  %ain, %last = cond_br %q1, %acc : <i1>, <i32>
  %jt, %jf = cond_br %q2, %j : <i1>, <i32>
  sink %jf : <i32>
  %next = addi %ain, %jt : <i32>
  end %out, %s1 : <i32>, <>
}";

#[test]
fn a_nest_of_streams_is_a_part_a_loop() {
    let inner = "j q0 acc ain jt next";
    let outer = "i r0 sum in bound bt j q0 acc ain jt";
    // Without a test bench, rounds are guessed by depth.
    assert_eq!(parts(STREAMS, &[]), [part(400.0, inner, "q0 next"), part(20.0, outer, "r0 r2 q0 last")],);
    // With one, they are what passed the branches.
    let tokens = [("in", 7), ("out", 1), ("ain", 91), ("last", 7)];
    assert_eq!(parts(STREAMS, &tokens), [part(91.0, inner, "q0 next"), part(7.0, outer, "r0 r2 q0 last")],);
}

const BLOCKS: &str = "handshake.func @gcd(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %ctrl, %index = control_merge [%start, %more, %less] : [<>, <>, <>] to <>, <i2>
  %k0, %k1 = fork [2] %index : <i2>
  %x = mux %k0 [%a, %xs, %xk0] : <i2>, [<i32>, <i32>, <i32>] to <i32>
  %x0, %x1 = fork [2] %x : <i32>
  %y = mux %k1 [%b, %yk0, %ys] : <i2>, [<i32>, <i32>, <i32>] to <i32>
  %y0, %y1 = fork [2] %y : <i32>
  %ne = cmpi ne, %x0, %y0 : <i32>
  %n0, %n1, %n2 = fork [3] %ne : <i1>
  %on, %done = cond_br %n0, %ctrl : <i1>, <>
  %xin, %xout = cond_br %n1, %x1 : <i1>, <i32>
  %xi0, %xi1 = fork [2] %xin : <i32>
  %yin, %yout = cond_br %n2, %y1 : <i1>, <i32>
  sink %yout : <i32>
  %yi0, %yi1 = fork [2] %yin : <i32>
  %gt = cmpi sgt, %xi0, %yi0 : <i32>
  %g0, %g1, %g2 = fork [3] %gt : <i1>
  %more, %less = cond_br %g0, %on : <i1>, <>
  %xt, %xf = cond_br %g1, %xi1 : <i1>, <i32>
  %xk0, %xk1 = fork [2] %xf : <i32>
  %yt, %yf = cond_br %g2, %yi1 : <i1>, <i32>
  %yk0, %yk1 = fork [2] %yt : <i32>
  %xs = subi %xt, %yk1 : <i32>
  %ys = subi %yf, %xk1 : <i32>
  end %xout, %done : <i32>, <>
}";

#[test]
fn cycles_of_blocks_are_taken_most_executed_first() {
    let common = "ctrl k0 x x0 y y0 ne n0 on xin xi0 yin yi0 gt g0 more xt";
    let more = part(9.0, &format!("{common} yt yk0 xs"), "more yk0 xs");
    let less = part(4.0, &format!("{common} xk0 yt ys"), "less xk0 ys");
    let tokens = |more: i64, less: i64| {
        [("start", 1), ("more", more), ("less", less), ("on", more + less), ("ctrl", more + less + 1)]
    };
    assert_eq!(parts(BLOCKS, &tokens(9, 4)), [more, less]);
    let found = parts(BLOCKS, &tokens(2, 8));
    assert_eq!(
        found.iter().map(|part| (part.rounds, &*part.marked)).collect::<Vec<_>>(),
        [(8.0, "less xk0 ys"), (2.0, "more yk0 xs")]
    );
    // What nobody has gone round is no part.
    assert_eq!(parts(BLOCKS, &tokens(5, 0)).len(), 1);
    // Without a test bench both sides count the same.
    let guessed: Vec<f64> = parts(BLOCKS, &[]).iter().map(|part| part.rounds).collect();
    assert_eq!(guessed, [10.0, 10.0]);
}

/// A choice inside of a loop of streams: the side that is taken more often first, then the other.
#[test]
fn choices_inside_of_a_loop_make_parts_of_its_rounds() {
    let text = "handshake.func @f(%n: !handshake.channel<i32>, %x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
      %v = dataflow.carry %c0, %x, %next : <i1>, <i32>, <i32> -> <i32>
      %v0, %v1 = fork [2] %v : <i32>
      %ks = source : <>
      %k = constant %ks {value = 5 : i32} : <>, <i32>
      %c = cmpi slt, %v0, %k : <i32>
      %c0, %c1 = fork [2] %c : <i1>
      %in, %out = cond_br %c1, %v1 : <i1>, <i32>
      %i0, %i1 = fork [2] %in : <i32>
      %ls = source : <>
      %l = constant %ls {value = 2 : i32} : <>, <i32>
      %d = cmpi slt, %i0, %l : <i32>
      %d0, %d1 = fork [2] %d : <i1>
      %t, %f = cond_br %d0, %i1 : <i1>, <i32>
      %ms = source : <>
      %m = constant %ms {value = 3 : i32} : <>, <i32>
      %s = addi %t, %m : <i32>
      %next = mux %d1 [%f, %s] : <i1>, [<i32>, <i32>] to <i32>
      sink %n : <i32>
      end %out, %start : <i32>, <>
    }";
    let head = "v v0 c c0 in i0 d d0 t";
    let holds = part(3.0, &format!("{head} s next"), "c0 next");
    let fails = part(8.0, &format!("{head} next"), "c0 next");
    assert_eq!(parts(text, &[("in", 11), ("out", 1), ("t", 3), ("f", 8)]), [fails, holds]);
}
