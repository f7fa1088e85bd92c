//! Streams in, streams out: what the specification of the operations says, and whole kernels.

mod lsq;

use super::{Network, Streams};
use crate::text::show;
use crate::{Limits, find_function, parse_args};
use base::{Bits, Diagnostic};
use dialects::handshake;
use ir::{Ir, Op, Type};

const LIMITS: Limits = Limits { steps: 1_000_000, memory_bytes: 1 << 20, call_depth: 1 };

fn kernel(text: &str) -> (Ir, Op) {
    let (ir, module) = crate::tests::module(text);
    let kernel = find_function(&ir, module, None).expect("there is one kernel");
    (ir, kernel)
}

/// A token in a test: `T`, `F`, a letter for a number from 10 on, a number, or `.` for a token without data.
fn token(ir: &Ir, ty: Type, text: &str) -> Bits {
    let width = super::token_width(ir, ty).expect("an argument is a stream");
    let number = match text {
        "T" => 1,
        "F" | "." => 0,
        _ => text.parse().unwrap_or_else(|_| 10 + i64::from(text.as_bytes()[0] - b'A')),
    };
    Bits::from_i64(width, number)
}

fn shown(ir: &Ir, ty: Type, bits: &Bits) -> String {
    match handshake::data_ty(&ir.ctx, ty) {
        None => ".".to_string(),
        Some(Type::I1) => if bits.is_zero() { "F" } else { "T" }.to_string(),
        Some(_) => bits.signed().to_string(),
    }
}

fn put(text: &str, inputs: &[&str]) -> Result<(Vec<String>, Streams), Vec<Diagnostic>> {
    let (ir, kernel) = kernel(text);
    let mut network = Network::new(&ir, kernel)?.limits(LIMITS);
    let args = ir.args(network.graph.block).to_vec();
    let inputs: Vec<Vec<Bits>> = args
        .iter()
        .zip(inputs)
        .map(|(arg, stream)| stream.split_whitespace().map(|text| token(&ir, ir.ty(*arg), text)).collect())
        .collect();
    let streams = network.streams(&inputs)?;
    let types: Vec<Type> = ir.operands(network.graph.end).map(|value| ir.ty(value)).collect();
    let outputs = streams.outputs.iter().zip(types);
    let outputs = outputs
        .map(|(stream, ty)| stream.iter().map(|bits| shown(&ir, ty, bits)).collect::<Vec<_>>().join(" "));
    Ok((outputs.collect(), streams))
}

/// Streams in, streams out, and nothing left.
#[track_caller]
fn check(text: &str, inputs: &[&str], expected: &[&str]) {
    match put(text, inputs) {
        Ok((outputs, streams)) => {
            assert_eq!(outputs, expected);
            assert!(streams.left.is_empty(), "{:?}", streams.left);
        }
        Err(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

/// Runs a kernel; its results and arrays, and how many things were left.
#[track_caller]
fn run(text: &str, args: &str) -> (String, usize) {
    let (ir, kernel) = kernel(text);
    let arguments = parse_args(&ir, kernel, args, 1).expect("the arguments are right");
    let mut network = Network::new(&ir, kernel).expect("the kernel can be run").limits(LIMITS);
    let activation = network.call(arguments).expect("the kernel comes to its end");
    let arrays =
        activation.arguments_after.iter().filter(|value| matches!(value, crate::Value::Memref { .. }));
    let values: Vec<String> =
        activation.results.iter().chain(arrays).map(|value| show(&ir.ctx, value)).collect();
    (values.join("; "), activation.left.len())
}

#[track_caller]
fn fault(text: &str, args: &str) -> Vec<String> {
    let (ir, kernel) = kernel(text);
    let arguments = parse_args(&ir, kernel, args, 1).expect("the arguments are right");
    let result = Network::new(&ir, kernel).and_then(|network| network.limits(LIMITS).call(arguments));
    let diagnostics = result.map(|activation| activation.results).expect_err("the run must fail");
    diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect()
}

// ----- the operations of `dataflow`, by their specification -----

const CARRY: &str = "handshake.func @f(%d: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none) {
  %o = dataflow.carry %d, %a, %b : i1, i32, i32 -> i32
  end %o, %start : i32, none
}";

#[test]
fn carry_gives_the_initial_value_and_then_the_next_ones() {
    check(CARRY, &["T T F T T T T F", "A B", "C D E 15 G H", "."], &["10 12 13 11 14 15 16 17", "."]);
    // Empty bursts before, between and after full ones.
    check(CARRY, &["F T F F F", "1 2 3 4", "5", "."], &["1 2 5 3 4", "."]);
}

const INVARIANT: &str = "handshake.func @f(%d: i1, %a: i32, %start: none, ...) -> (i32, none) {
  %o = dataflow.invariant %d, %a : i1, i32 -> i32
  end %o, %start : i32, none
}";

#[test]
fn invariant_repeats_its_value() {
    check(INVARIANT, &["T T F T T T T F", "A B", "."], &["10 10 10 11 11 11 11 11", "."]);
    check(INVARIANT, &["F T F F T F", "1 2 3 4", "."], &["1 2 2 3 4 4", "."]);
}

const STREAM: &str =
    "handshake.func @f(%a: index, %s: index, %b: index, %start: none, ...) -> (index, i1, none) {
  %i, %c = dataflow.stream %a, %s, %b
  end %i, %c, %start : index, i1, none
}";

#[test]
fn stream_counts_and_closes() {
    check(STREAM, &["0", "1", "5", "."], &["0 1 2 3 4 5", "T T T T T F", "."]);
    check(STREAM, &["3", "1", "3", "."], &["3", "F", "."]);
    check(STREAM, &["5", "-2", "0", "."], &["5 3 1 -1", "T T T F", "."]);
    check(STREAM, &["0 7 1", "1 1 3", "2 7 6", "."], &["0 1 2 7 1 4 7", "T T F F T T F", "."]);
}

#[test]
fn a_stream_to_the_largest_number_ends() {
    let text = "handshake.func @f(%a: i8, %s: i8, %b: i8, %start: none, ...) -> (i8, i1, none) {
      %i, %c = dataflow.stream %a, %s, %b : i8
      end %i, %c, %start : i8, i1, none
    }";
    check(text, &["126", "1", "127", "."], &["126 127", "T F", "."]);
    check(text, &["120", "5", "127", "."], &["120 125 -126", "T T F", "."]);
    check(text, &["-127", "-3", "-128", "."], &["-127 126", "T F", "."]);
}

#[test]
fn a_stream_with_a_rule_computes_in_its_width() {
    let text = "handshake.func @f(%a: i8, %s: i8, %b: i8, %start: none, ...) -> (i8, i1, none) {
      %i, %c = dataflow.stream %a, %s, %b {step_op = \"shl\", cont_cond = \"ult\"} : i8
      end %i, %c, %start : i8, i1, none
    }";
    check(text, &["1", "1", "100", "."], &["1 2 4 8 16 32 64 -128", "T T T T T T T F", "."]);
}

#[test]
fn a_step_of_zero_is_an_error() {
    let diagnostics = put(STREAM, &["0", "0", "5", "."]).expect_err("it must fail");
    assert_eq!(diagnostics.len(), 1);
    assert!(diagnostics[0].message.contains("RT_DATAFLOW_STREAM_ZERO_STEP"), "{diagnostics:?}");
    assert!(diagnostics[0].span.is_some());
}

const GATE: &str = "handshake.func @f(%v: i32, %c: i1, %start: none, ...) -> (i32, i1, none) {
  %o, %d = dataflow.gate %v, %c : i32, i1 -> i32, i1
  end %o, %d, %start : i32, i1, none
}";

#[test]
fn gate_takes_the_tail_and_the_head_off() {
    check(GATE, &["A B C D E", "T T T T F", "."], &["10 11 12 13", "T T T F", "."]);
    check(GATE, &["A", "F", "."], &["", "", "."]);
    // Two bursts back to back, and empty ones around them.
    check(GATE, &["1 2 3 4 5 6 7", "F T F F T T F", "."], &["2 5 6", "F T F", "."]);
    check(GATE, &["0 1 2 3 20 21 22", "T T T F T T F", "."], &["0 1 2 20 21", "T T F T F", "."]);
}

/// A value is there before it is known whether there is another one.
#[test]
fn a_gate_does_not_wait_for_the_next_condition() {
    let (outputs, _) = put(GATE, &["1", "T", "."]).expect("it runs");
    assert_eq!(outputs, ["1", "", "."]);
}

/// Loops of 2, 0 and 3 rounds: what is repeated along the whole condition and loses its last token keeps to its loop.
#[test]
fn a_value_from_outside_skips_empty_loops() {
    let text = "handshake.func @f(%d: i1, %a: i32, %start: none, ...) -> (i32, none) {
      %o = dataflow.invariant %d, %a : i1, i32 -> i32
      %v, %c = dataflow.gate %o, %d : i32, i1 -> i32, i1
      end %v, %start : i32, none
    }";
    check(text, &["T T F F T T T F", "A B C", "."], &["10 10 12 12 12", "."]);
}

#[test]
fn a_tag_travels_with_its_value() {
    let text = "handshake.func @f(%d: i1, %a: !dataflow.tagged<i8, i4>, %b: !dataflow.tagged<i8, i4>, %start: none, ...)
        -> (!dataflow.tagged<i8, i4>, !dataflow.tagged<i8, i4>, !dataflow.tagged<i8, i4>, none) {
      %o = dataflow.carry %d, %a, %b : i1, !dataflow.tagged<i8, i4>, !dataflow.tagged<i8, i4> -> !dataflow.tagged<i8, i4>
      %p = dataflow.invariant %d, %a : i1, !dataflow.tagged<i8, i4> -> !dataflow.tagged<i8, i4>
      %v, %c = dataflow.gate %o, %d : !dataflow.tagged<i8, i4>, i1 -> !dataflow.tagged<i8, i4>, i1
      end %o, %p, %v, %start : !dataflow.tagged<i8, i4>, !dataflow.tagged<i8, i4>, !dataflow.tagged<i8, i4>, none
    }";
    // The value 5 with tag 3, then 6 with tag 1.
    check(text, &["T F", "773", "262", "."], &["773 262", "773 773", "773", "."]);
}

#[test]
fn a_tagged_value_is_an_argument() {
    let ty = "!dataflow.tagged<i32, i4>";
    let stream = format!(
        "handshake.func @f(%a: {ty}, %start: none, ...) -> ({ty}, none) {{ end %a, %start : {ty}, none }}"
    );
    assert_eq!(run(&stream, "[-3, 9]"), ("[-3, 9]".to_string(), 0));
    let elastic = format!(
        "handshake.func @f(%a: !handshake.channel<{ty}>, %start: !handshake.control<>, ...) \
            -> (!handshake.channel<{ty}>, !handshake.control<>) {{ end %a, %start : <{ty}>, <> }}"
    );
    assert_eq!(run(&elastic, "[3, 1]"), ("[3, 1]".to_string(), 0));
}

// ----- kernels -----

/// The sum of the numbers below n, as the lowering of a counted loop makes it.
const SUM: &str = "handshake.func @sum(%n: index, %start: none, ...) -> (index, none) {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %i, %raw = dataflow.stream %zero, %one, %n
  %body, %after = dataflow.gate %i, %raw : index, i1 -> index, i1
  %s = dataflow.carry %raw, %zero, %next : i1, index, index -> index
  %in, %out = cond_br %raw, %s : i1, index
  %next = arith.addi %in, %body : index
  end %out, %start : index, none
}";

#[test]
fn a_counted_loop_runs() {
    assert_eq!(run(SUM, "5"), ("10".to_string(), 0));
    assert_eq!(run(SUM, "0"), ("0".to_string(), 0));
    // Long enough that producers have to pause.
    assert_eq!(run(SUM, "20000"), ("199990000".to_string(), 0));
}

#[test]
fn activations_follow_each_other_on_one_network() {
    let text = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {
      %m = ram {initialValue = dense<7> : tensor<1xi32>} : memref<1xi32>
      %zero = constant %start {value = 0 : i32} : none, i32
      %from, %done, %end = mem_controller[%m : memref<1xi32>] %start (%la, %sa, %sd) %done {connectedBlocks = [], storeDone} : (i32, i32, i32) -> (i32, none)
      %la, %old = load[%zero] %from : i32, i32, i32, i32
      %held = blocker %zero, %old : i32
      %new = arith.addi %old, %x : i32
      %sa, %sd = store[%held] %new : i32, i32, i32, i32
      end %old, %end : i32, none
    }";
    let (ir, kernel) = kernel(text);
    let mut network = Network::new(&ir, kernel).expect("the kernel can be run");
    for (given, expected) in [("1", "7"), ("10", "8"), ("100", "18")] {
        let arguments = parse_args(&ir, kernel, given, 0).expect("a number");
        let activation = network.call(arguments).expect("the kernel comes to its end");
        assert_eq!(show(&ir.ctx, &activation.results[0]), expected);
        assert!(activation.left.is_empty(), "{:?}", activation.left);
    }
}

#[test]
fn arrays_are_read_and_written() {
    let text = "handshake.func @f(%m: memref<4xi16>, %i: index, %x: i16, %start: none, ...) -> (i16, none) {
      %from, %done, %end = mem_controller[%m : memref<4xi16>] %start (%la, %sa, %sd) %done {connectedBlocks = [], storeDone} : (index, index, i16) -> (i16, none)
      %la, %old = load[%i] %from : index, i16, index, i16
      %held = blocker %i, %old : [index, i16] to index
      %sa, %sd = store[%held] %x : index, i16, index, i16
      end %old, %end : i16, none
    }";
    assert_eq!(run(text, "[1, 2, 3, _], 2, 9"), ("3; [1, 2, 9, _]".to_string(), 0));
    let [message] = &fault(text, "[1, 2, 3, 4], 4, 9")[..] else { panic!("one diagnostic") };
    assert!(message.contains("the address 4 is outside of the memory, which has 4 elements"), "{message}");
}

// ----- guards -----

/// A guard alone, on streams that a test gives it.
fn lone_guard(stores: bool) -> String {
    let (argument, operand, ty) = if stores { (", %c: i1", ", %c", ", i1") } else { ("", "", "") };
    format!(
        "handshake.func @f(%l: i8, %s: i4, %d: none{argument}, ...) -> i8 {{
           %r = guard %l, %s, %d{operand} {{window = 1 : ui32}} : i8, i4, none{ty}
           end %r : i8
         }}"
    )
}

#[test]
fn a_guard_holds_a_load_back_until_equal_stores_are_complete() {
    let text = lone_guard(false);
    // All that comes in is used up, and the loads come out as they are.
    check(&text, &["5 6 5 20", "5 6 4 4", ". . . ."], &["5 6 5 20"]);
    let passed = |inputs: &[&str]| put(&text, inputs).expect("it comes to rest").0[0].clone();
    // The first needs nothing; the next one needs to know the store between, and if equal that it is complete.
    assert_eq!(passed(&["5 5 5", "", ""]), "5");
    assert_eq!(passed(&["5 5 5", "5 5", ""]), "5");
    assert_eq!(passed(&["5 5 5", "5 5", "."]), "5 5");
    assert_eq!(passed(&["5 5 5", "5 5", ". ."]), "5 5 5");
    // A store that differs need not be complete; an equal one that is older needs all before it to be.
    assert_eq!(passed(&["5 6 7 5", "5 6 7", ""]), "5 6 7");
    assert_eq!(passed(&["5 6 7 6", "5 6 7", "."]), "5 6 7");
    assert_eq!(passed(&["5 6 7 6", "5 6 7", ". ."]), "5 6 7 6");
    // The narrower address has zeros before it.
    assert_eq!(passed(&["1 17", "1", ""]), "1 17");
    let left = put(&text, &["5 6", "5 6", "."]).expect("it comes to rest").1.left;
    assert_eq!(
        left.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(),
        ["`handshake.guard` waits for 1 store to be complete"]
    );
}

#[test]
fn a_guard_knows_activations_without_a_store() {
    let text = lone_guard(true);
    check(&text, &["5 5 5 6", "5 6", ". .", "T F T F"], &["5 5 5 6"]);
    let passed = |inputs: &[&str]| put(&text, inputs).expect("it comes to rest").0[0].clone();
    assert_eq!(passed(&["5 5 5", "5", "", "F F"]), "5 5 5");
    assert_eq!(passed(&["5 5 5", "5", "", "F T"]), "5 5");
    assert_eq!(passed(&["5 5 5", "5", ".", "F T"]), "5 5 5");
    assert_eq!(passed(&["5 6 7", "", "", "T"]), "5");
}

#[test]
fn wide_addresses_are_compared_in_all_bits() {
    let text = "handshake.func @f(%l: i100, %s: i70, %d: none, ...) -> i100 {
       %two = arith.constant 8 : i100
       %a = arith.shli %l, %two : i100
       %r = guard %a, %s, %d {window = 1 : ui32} : i100, i70, none
       end %r : i100
     }";
    let big = i64::MAX.to_string();
    let stream = format!("{big} {big}");
    assert_eq!(put(text, &[&stream, "-256", ""]).expect("it comes to rest").0[0].split(' ').count(), 2);
    assert_eq!(put(text, &["1 1", "256", ""]).expect("it comes to rest").0[0], "256");
}

/// The histogram: a load, a sum and a store of one place in every round.
const HISTOGRAM: &str = "handshake.func @histogram(%x: memref<16xi8>, %h: memref<8xi32>, %n: index, %start: none, ...) -> none {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %k, %c = dataflow.stream %zero, %one, %n
  %i, %no = cond_br %c, %k : i1, index
  %xf, %xend = mem_controller[%x : memref<16xi8>] %start (%xa) %start {connectedBlocks = []} : (index) -> i8
  %xa, %v = load[%i] %xf : index, i8
  %b = arith.extui %v : i8 to i32
  %from, %done, %end = mem_controller[%h : memref<8xi32>] %start (%la, %sa, %sd) %last {connectedBlocks = [], storeDone} : (i32, i32, i32) -> (i32, none)
  %free = guard %b, %b, %done {window = 4 : ui32} : i32, i32, none
  %la, %old = load[%free] %from : i32, i32
  %w = constant %goes {value = 1 : i32} : none, i32
  %goes = join %i : [index] to none
  %new = arith.addi %old, %w : i32
  %sa, %sd = store[%b] %new : i32, i32
  %before = dataflow.carry %c, %start, %both : i1, none, none -> none
  %yes, %last = cond_br %c, %before : i1, none
  %both = join %yes, %done : none
  %all = join %xend, %end : none
  end %all : none
}";

#[test]
fn a_guarded_histogram_counts() {
    let mut rng = base::Rng::new(3);
    for round in 0..20 {
        let values: Vec<u64> = match round {
            0 => vec![3; 16],
            1 => (0..16).map(|i| i % 8).collect(),
            _ => (0..16).map(|_| rng.below(1 + round % 8)).collect(),
        };
        let text: Vec<String> = values.iter().map(u64::to_string).collect();
        let counts: Vec<String> =
            (0..8).map(|b| values.iter().filter(|v| **v == b).count().to_string()).collect();
        let given = format!("[{}], [0, 0, 0, 0, 0, 0, 0, 0], 16", text.join(", "));
        let expected = format!("[{}]; [{}]", text.join(", "), counts.join(", "));
        assert_eq!(run(HISTOGRAM, &given), (expected, 0));
    }
}

#[test]
fn a_guard_that_waits_says_for_what() {
    // The store waits for a load that nobody makes, and the guard for the store.
    let text = HISTOGRAM.replace("%new = arith.addi %old, %w", "%new = arith.addi %never, %w").replace(
        "%all = join",
        "%f = arith.constant false\n  %never, %unused = cond_br %f, %old : i1, i32\n  %all = join",
    );
    let [message] =
        &fault(&text, "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0], 16")[..]
    else {
        panic!("one diagnostic")
    };
    assert!(message.contains("the streams of `@histogram` stop before `%all` has a token"), "{message}");
}

#[test]
fn a_memory_ends_when_announced_stores_are_made() {
    let text = |count: u32| {
        format!(
            "handshake.func @k(%m: memref<4xi32>, %i: i32, %x: i32, %start: none, ...) -> none {{
               %more = constant %late {{value = {count} : i32}} : none, i32
               %end = mem_controller[%m : memref<4xi32>] %start (%more, %sa, %sd) %start {{connectedBlocks = []}} : (i32, i32, i32) -> ()
               %sa, %sd = store[%i] %x : i32, i32, i32, i32
               %late = br %later : none
               %later = br %start : none
               end %end : none
             }}"
        )
    };
    // The store comes before its announcement.
    assert_eq!(run(&text(1), "[0, 0, 0, 0], 2, 7"), ("[0, 0, 7, 0]".to_string(), 0));
    let stops = "FR0853 the streams of `@k` stop before `%end` has a token for `handshake.end`";
    assert_eq!(fault(&text(2), "[0, 0, 0, 0], 2, 7"), [stops]);
}

#[test]
fn channels_with_forks_and_buffers_mean_the_same() {
    let text = "handshake.func @f(%x: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
      %a, %b = fork [2] %x : <i8>
      %c = buffer %b {hw.parameters = {BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 4 : ui32}} : <i8>
      %y = muli %a, %c : <i8>
      %source = source : <>
      %three = constant %source {value = 3 : i8} : <>, <i8>
      %z = addi %y, %three : <i8>
      end %z, %start : <i8>, <>
    }";
    assert_eq!(run(text, "5"), ("28".to_string(), 0));
    assert_eq!(run(text, "100"), ("19".to_string(), 0));
}

#[test]
fn wide_values_travel() {
    let text = "handshake.func @f(%x: i200, %c: i1, %start: none, ...) -> (i200, none) {
      %t, %f = cond_br %c, %x : i1, i200
      %u = arith.addi %t, %t : i200
      %r = mux %c [%f, %u] : i1, [i200, i200] to i200
      end %r, %start : i200, none
    }";
    assert_eq!(run(text, "1267650600228229401496703205376, true").0, "2535301200456458802993406410752");
    assert_eq!(run(text, "1267650600228229401496703205376, false").0, "1267650600228229401496703205376");
}

#[test]
fn what_circuits_do_where_the_program_is_open() {
    let text = "handshake.func @f(%x: i8, %y: i8, %start: none, ...) -> (i8, i8, i8, none) {
      %q = arith.divsi %x, %y : i8
      %r = arith.remsi %x, %y : i8
      %s = arith.shli %x, %y : i8
      end %q, %r, %s, %start : i8, i8, i8, none
    }";
    assert_eq!(run(text, "5, 0").0, "-1; 5; 5");
    assert_eq!(run(text, "-128, -1").0, "-128; 0; 0");
}

// ----- networks that are wrong -----

#[test]
fn tokens_left_behind_are_told() {
    let text = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {
      %c = constant %start {value = true} : none, i1
      %t, %f = cond_br %c, %x : i1, i32
      %j = arith.addi %f, %x : i32
      end %t, %start : i32, none
    }";
    assert_eq!(run(text, "5"), ("5".to_string(), 1));
}

#[test]
fn a_network_that_stops_says_what_waits() {
    let text = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {
      %c = constant %start {value = true} : none, i1
      %t, %f = cond_br %c, %x : i1, i32
      %j = arith.addi %f, %x : i32
      end %j, %start : i32, none
    }";
    let [message] = &fault(text, "5")[..] else { panic!("one diagnostic") };
    assert!(message.contains("the streams of `@f` stop before `%j` has a token"), "{message}");
}

#[test]
fn a_loop_without_end_meets_the_limit() {
    let text = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {
      %c = constant %start {value = true} : none, i1
      %d = dataflow.carry %u, %c, %u : i1, i1, i1 -> i1
      %u = arith.ori %d, %d : i1
      %t, %f = cond_br %u, %d : i1, i1
      %r = blocker %x, %f : [i32, i1] to i32
      end %r, %start : i32, none
    }";
    let [message] = &fault(text, "5")[..] else { panic!("one diagnostic") };
    assert!(message.contains("stopped after 1000000 steps"), "{message}");
}
