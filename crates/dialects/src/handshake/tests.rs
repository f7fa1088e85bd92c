//! Tests of `handshake`: its text, its diagnostics, and what operations are as units.

use super::*;
use crate::testing::{check_error, check_examples, check_text, read_good, round_trip};
use base::{Bits, FloatFormat, Rng};
use ir::{EvalCx, Type};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn what_has_a_key_has_a_unit() {
    for def in DIALECT.ops {
        let (ir, module) = read_good(def.example);
        let op = ir.walk(module).into_iter().find(|op| ir.name(*op) == def.name).expect("its example has it");
        let unit = unit_of(&ir, op);
        let is_float =
            matches!(&unit, Some(Unit { kind: Kind::Compute { function: Function::Float(_), .. }, .. }));
        assert_eq!(def.hw.is_some(), unit.is_some() && !is_float, "{}", def.name);
        assert!(def.hw.is_none() || def.hw == def.name.strip_prefix("handshake."), "{}", def.name);
        if let Some(unit) = unit {
            let memories = usize::from(matches!(def.name, "handshake.mem_controller" | "handshake.lsq"));
            assert_eq!(unit.inputs.len(), ir.operand_count(op) - memories, "{}", def.name);
            assert_eq!(unit.outputs.len(), ir.result_count(op), "{}", def.name);
        }
    }
}

// ----- text -----

#[test]
fn text_of_a_loop() {
    check_text(
        r#"handshake.func @count(%n: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = ["n", "start"], resNames = ["out0", "end"]} {
  %0:2 = lazy_fork [2] %start {handshake.bb = 0 : ui32, handshake.name = "lf"} : <>
  %1 = constant %0#0 {handshake.bb = 0 : ui32, value = 0 : i32} : <>, <i32>
  %2 = br %1 {handshake.bb = 0 : ui32} : <i32>
  %result, %index = control_merge [%0#1, %trueResult_2] {handshake.bb = 1 : ui32} : [<>, <>] to <>, <i1>
  %3:2 = fork [2] %index {handshake.bb = 1 : ui32} : <i1>
  %4 = mux %3#0 [%2, %trueResult] {handshake.bb = 1 : ui32} : <i1>, [<i32>, <i32>] to <i32>
  %5 = mux %3#1 [%n, %trueResult_0] : <i1>, [<i32>, <i32>] to <i32>
  %6 = buffer %4 {hw.parameters = {BUFFER_TYPE = "ONE_SLOT_BREAK_DV", NUM_SLOTS = 1 : ui32, TIMING = #handshake<timing {D: 1, V: 1, R: 0}>}} : <i32>
  %7:2 = fork [2] %5 : <i32>
  %8 = source {handshake.bb = 1 : ui32} : <>
  %9 = constant %8 {value = 1 : i32} : <>, <i32>
  %10 = addi %6, %9 : <i32>
  %11:2 = fork [2] %10 : <i32>
  %12 = cmpi slt, %11#0, %7#0 : <i32>
  %13:3 = fork [3] %12 : <i1>
  %trueResult, %falseResult = cond_br %13#0, %11#1 : <i1>, <i32>
  %trueResult_0, %falseResult_1 = cond_br %13#1, %7#1 : <i1>, <i32>
  %trueResult_2, %falseResult_3 = cond_br %13#2, %result : <i1>, <>
  sink %falseResult_1 : <i32>
  end {handshake.bb = 2 : ui32} %falseResult, %falseResult_3 : <i32>, <>
}
"#,
    );
}

/// Operations in a function of channels with these arguments, whose results are handed out.
fn on_channels(arguments: &[&str], ops: &str, results: &[(&str, &str)]) -> String {
    let full = |ty: &str| {
        if ty == "<>" || ty.starts_with("<[") {
            format!("!handshake.control{ty}")
        } else {
            format!("!handshake.channel{ty}")
        }
    };
    let names = ["a", "b", "c", "d"];
    let ports: Vec<String> =
        names.iter().zip(arguments).map(|(name, ty)| format!("%{name}: {}", full(ty))).collect();
    let quoted: Vec<String> = names.iter().take(arguments.len()).map(|name| format!("\"{name}\"")).collect();
    let types: Vec<String> = results.iter().map(|(_, ty)| full(ty)).collect();
    let types = if types.len() == 1 { types[0].clone() } else { format!("({})", types.join(", ")) };
    let results_names: Vec<String> = (0..results.len()).map(|n| format!("\"out{n}\"")).collect();
    let values: Vec<String> = results.iter().map(|(value, _)| format!("%{value}")).collect();
    let short: Vec<&str> = results.iter().map(|(_, ty)| *ty).collect();
    format!(
        "handshake.func @f({}, ...) -> {types} attributes {{argNames = [{}], resNames = [{}]}} {{\n  {ops}\n  end {} : {}\n}}\n",
        ports.join(", "),
        quoted.join(", "),
        results_names.join(", "),
        values.join(", "),
        short.join(", ")
    )
}

#[test]
fn text_of_units() {
    for (arguments, op, result) in [
        (&["<i32>", "<>"][..], "%0 = join %a, %b : [<i32>, <>] to <>", "<>"),
        (&["<>", "<>"], "%0 = join %a, %b : <>", "<>"),
        (&["<i32>", "<>"], "%0 = blocker %a, %b : [<i32>, <>] to <i32>", "<i32>"),
        (&["<>", "<i8>"], "%0 = blocker %a, %b : [<>, <i8>] to <>", "<>"),
        (&["<i32>", "<i32>"], "%0 = blocker %a, %b {k} : <i32>", "<i32>"),
        (&["<i32>", "<i8>", "<>"], "%0 = guard %a, %b, %c {window = 4 : ui32} : <i32>, <i8>, <>", "<i32>"),
        (
            &["<i8>", "<i32>", "<>", "<i1>"],
            "%0 = guard %a, %b, %c, %d {window = 1 : ui32} : <i8>, <i32>, <>, <i1>",
            "<i8>",
        ),
        (&["<f32>"], "%0 = init %a {initial = 1.500000e+00 : f32} : <f32>", "<f32>"),
        (&["<>"], "%0 = init %a : <>", "<>"),
        (&["<i1>", "<f64>", "<f64>"], "%0 = select %a [%b, %c] : <i1>, <f64>", "<f64>"),
        (&["<i2>", "<>", "<>", "<>"], "%0 = mux %a [%b, %c, %d] : <i2>, [<>, <>, <>] to <>", "<>"),
        (&["<f32>", "<f32>"], "%0 = cmpf uno, %a, %b : <f32>", "<i1>"),
        (&["<f64>"], "%0 = truncf %a : <f64> to <f32>", "<f32>"),
        (&["<i8>"], "%0 = absi %a : <i8> to <i8>", "<i8>"),
        (
            &["<>"],
            "%0 = constant %a {value = [5 : i32, 3 : i4]} : <>, <!dataflow.tagged<i32, i4>>",
            "<!dataflow.tagged<i32, i4>>",
        ),
        (
            &["<i32, [spec: i1, e: f16 (U)]>"],
            "%0 = br %a : <i32, [spec: i1, e: f16 (U)]>",
            "<i32, [spec: i1, e: f16 (U)]>",
        ),
        (
            &["<[spec: i1]>"],
            "%0 = constant %a {value = 1 : i8} : <[spec: i1]>, <i8, [spec: i1]>",
            "<i8, [spec: i1]>",
        ),
        (&["<i8, [t: i2]>", "<i8, [t: i2]>"], "%0 = cmpi eq, %a, %b : <i8, [t: i2]>", "<i1, [t: i2]>"),
    ] {
        check_text(&on_channels(arguments, op, &[("0", result)]));
    }
}

#[test]
fn other_ways_to_write_units() {
    for (arguments, op, printed, result) in [
        (
            &["<i32>"][..],
            "%0 = buffer %a, bufferType = FIFO_BREAK_NONE, numSlots = 3, dvLatency = 0 {k} : <i32>",
            "%0 = buffer %a {hw.parameters = {BUFFER_TYPE = \"FIFO_BREAK_NONE\", NUM_SLOTS = 3 : ui32, \
             TIMING = #handshake<timing {D: 0, V: 0, R: 0}>}, k} : <i32>",
            "<i32>",
        ),
        (
            &["<i32>"],
            "%0 = buffer %a, bufferType = SHIFT_REG_BREAK_DV, numSlots = 3, dvLatency = 3 : <i32>",
            "TIMING = #handshake<timing {D: 3, V: 3, R: 0}>",
            "<i32>",
        ),
        (
            &["<>"],
            "%0 = constant %a {value = 1 : i8} : <i8>",
            "%0 = constant %a {value = 1 : i8} : <>, <i8>",
            "<i8>",
        ),
        (
            &["<i1>", "<i8>", "<i8>"],
            "%0 = mux %a [%b, %c] : <i1>, <i8>",
            ": <i1>, [<i8>, <i8>] to <i8>",
            "<i8>",
        ),
        (&["<i8>"], "%0 = absi %a : <i8>", "%0 = absi %a : <i8> to <i8>", "<i8>"),
        (&["<i8>"], "%0 = br %a : !handshake.channel<i8>", "%0 = br %a : <i8>", "<i8>"),
        (
            &["<i8>"],
            "%s = source\n  %1 = constant %s {value = 2 : i8} : <>, <i8>\n  %0 = addi %a, %1 : <i8>",
            "source : <>",
            "<i8>",
        ),
    ] {
        let text = round_trip(&on_channels(arguments, op, &[("0", result)]));
        assert!(text.contains(printed), "{printed}\n{text}");
    }
    let text = round_trip(&on_channels(
        &["<>", "<>"],
        "%0, %1 = control_merge %a, %b : <>, <i1>",
        &[("0", "<>"), ("1", "<i1>")],
    ));
    assert!(text.contains("control_merge [%a, %b] : [<>, <>] to <>, <i1>"), "{text}");
}

#[test]
fn text_of_memories() {
    check_text(
        r#"handshake.func @m(%m: memref<4xi32>, %i: !handshake.channel<i32>, %ms: !handshake.control<>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = ["m", "i", "ms", "start"], resNames = ["out0", "end"]} {
  %outputs, %memEnd = mem_controller[%m : memref<4xi32>] %ms (%2, %addressResult, %addressResult_0, %dataResult_1) %1#1 {connectedBlocks = [0 : i32]} : (!handshake.channel<i32>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.channel<i32>) -> !handshake.channel<i32>
  %0:3 = fork [3] %i : <i32>
  %1:2 = fork [2] %start : <>
  %2 = constant %1#0 {value = 1 : i32} : <>, <i32>
  %addressResult, %dataResult = load[%0#0] %outputs {handshake.deps = #handshake<deps[<"s0" (1)>]>} : <i32>, <i32>, <i32>, <i32>
  %addressResult_0, %dataResult_1 = store[%0#1] %0#2 {handshake.mem_interface = #handshake.mem_interface<MC>} : <i32>, <i32>, <i32>, <i32>
  end %dataResult, %memEnd : <i32>, <>
}
"#,
    );
    check_text(
        r#"handshake.func @m(%start: none, ...) -> none attributes {argNames = ["start"], resNames = ["out0"]} {
  %0 = ram {initialValue = dense<0> : tensor<4xi32>} : memref<4xi32>
  %1 = mem_controller[%0 : memref<4xi32>] %start () %start {connectedBlocks = []} : none () -> ()
  end %1 : none
}
"#,
    );
    let generic = "handshake.func @m(%start: none, ...) -> none {\n  \
        %0 = \"handshake.ram\"() {handshake.name = \"ram0\", initialValue = dense<0> : tensor<4xi32>} : () -> memref<4xi32>\n  \
        end %start : none\n}";
    let text = round_trip(generic);
    assert!(
        text.contains(
            "ram {handshake.name = \"ram0\", initialValue = dense<0> : tensor<4xi32>} : memref<4xi32>"
        ),
        "{text}"
    );
    let short = "handshake.func @m(%m: memref<4xi32>, %i: i32, %start: none, ...) -> none {\n  \
        %0, %1 = mem_controller[%m : memref<4xi32>] %start (%2) %start {connectedBlocks = []} : (i32) -> i32\n  \
        %2, %3 = load[%i] %0 : i32, i32\n  end %1 : none\n}";
    assert!(round_trip(short).contains("load[%i] %0 : i32, i32, i32, i32"));
}

#[test]
fn attributes_are_kept() {
    for def in DIALECT.attrs {
        let text =
            on_channels(&["<i8>"], &format!("%0 = br %a {{k = {}}} : <i8>", def.example), &[("0", "<i8>")]);
        check_text(&text);
    }
    check_error(
        &on_channels(&["<i8>"], "%0 = br %a {k = #handshake<deps[>} : <i8>", &[("0", "<i8>")]),
        "expected",
    );
}

#[test]
fn text_of_functions() {
    check_text(
        r#"handshake.func private @none(...) attributes {argNames = [], resNames = []}
handshake.func @declared(!handshake.channel<f32, [idx: i32]>, !handshake.control<[up: i1 (U)]>, ...) -> !handshake.control<> attributes {argNames = ["in0", "in1"], resNames = ["out0"], z}
handshake.func @with(%x: !handshake.control<> {a.b}, ...) -> (!handshake.control<> {c.d}) attributes {argNames = ["x"], resNames = ["y"]} {
  end %x : <>
}
"#,
    );
    check_error("handshake.func @f(..., none)", "expected");
    check_error("handshake.func @f(...) {}", "the body of a function ends in `end`");
    check_error(
        "handshake.func @f(%a: none) -> none attributes {sym_name = \"g\"} { end %a : none }",
        "is said by the signature",
    );
}

// ----- diagnostics -----

#[test]
fn channels_carry_data() {
    for ty in ["index", "none", "i0", "vector<4xi8>", "memref<4xi8>", "!dataflow.tagged<index, i4>"] {
        check_error(&format!("handshake.func @f(!handshake.channel<{ty}>, ...)"), "FR0803");
    }
    for extra in ["valid: i1", "ready: i1", "a: i1, a: i2", "a: index", "a: none"] {
        check_error(&format!("handshake.func @f(!handshake.control<[{extra}]>, ...)"), "FR0803");
    }
}

#[test]
fn channels_have_one_user() {
    let text = on_channels(&["<i8>", "<i8>"], "%0 = addi %a, %a : <i8>", &[("0", "<i8>")]);
    check_error(&text, "argument #0 is a channel and has 2 users");
    check_error(&text, "`handshake.fork`");
    check_error(&text, "argument #1 is a channel that nobody takes tokens from");
    check_error(&text, "`handshake.sink`");
    check_error(&text, "FR0800");
    let text = on_channels(&["<i8>"], "%x:2 = fork [2] %a : <i8>\n  %0 = br %x#0 : <i8>", &[("0", "<i8>")]);
    check_error(&text, "`handshake.fork`: result #1 is a channel that nobody");
    // A plain value is a stream, which any number of users see.
    read_good(
        "handshake.func @f(%a: i8, %s: none, ...) -> (i8, i8, none) {\n  end %a, %a, %s : i8, i8, none\n}",
    );
}

#[test]
fn cycles_begin_somewhere() {
    let text = on_channels(
        &["<i8>"],
        "%0 = addi %a, %2 : <i8>\n  %1:2 = fork [2] %0 : <i8>\n  %2 = br %1#0 : <i8>",
        &[("1#1", "<i8>")],
    );
    check_error(&text, "FR0801");
    check_error(&text, "the cycle");
    for name in ["`handshake.br` -> ", "`handshake.addi` -> ", "`handshake.fork` -> "] {
        check_error(&text, name);
    }
    for giver in ["%2 = init %1#0 : <i8>", "%2 = merge %1#0, %b : <i8>"] {
        let arguments: &[&str] = if giver.contains("merge") { &["<i8>", "<i8>"] } else { &["<i8>"] };
        let ops = format!("%0 = addi %a, %2 : <i8>\n  %1:2 = fork [2] %0 : <i8>\n  {giver}");
        read_good(&on_channels(arguments, &ops, &[("1#1", "<i8>")]));
    }
    check_error(
        "handshake.func @f(%s: none, ...) -> none {\n  %0 = join %s, %0 : none\n  end %0 : none\n}",
        "the cycle `handshake.join` -> `handshake.join`",
    );
}

#[test]
fn a_cycle_may_go_through_memory() {
    let text = |address: &str| {
        format!(
            "handshake.func @f(%m: memref<8xi32>, %i: i32, %c: i1, %s: none, ...) -> none {{\n  \
             %x, %done, %end = mem_controller[%m : memref<8xi32>] %s (%la, %sa, %sd) %s {{connectedBlocks = [], storeDone}} \
             : (i32, i32, i32) -> (i32, none)\n  \
             %la, %v = load[%i] %x : i32, i32\n  %sa, %sd = store[%held] %v : i32, i32\n  {address}\n  end %end : none\n}}"
        )
    };
    // The load's data are stored: that is no cycle, for what the memory gives comes from the address.
    read_good(&text("%held = blocker %i, %v : i32"));
    read_good(&text(
        "%w = dataflow.carry %c, %s, %done : i1, none, none -> none\n  %held = blocker %i, %w : [i32, none] to i32",
    ));
    check_error(
        &text("%held = blocker %i, %done : [i32, none] to i32"),
        "the cycle `handshake.blocker` -> `handshake.store` -> `handshake.blocker`",
    );
    check_error(&text("%held = blocker %i, %v2 : i32\n  %v2 = arith.addi %held, %v : i32"), "FR0801");
}

#[test]
fn a_guard_waits_for_stores_of_earlier_activations_only() {
    let text = |address: &str| {
        format!(
            "handshake.func @f(%m: memref<8xi32>, %i: i32, %s: none, ...) -> none {{\n  \
             %x, %done, %end = mem_controller[%m : memref<8xi32>] %s (%la, %sa, %sd) %s {{connectedBlocks = [], storeDone}} \
             : (i32, i32, i32) -> (i32, none)\n  \
             %free = guard {address} {{window = 2 : ui32}} : i32, i32, none\n  \
             %la, %v = load[%free] %x : i32, i32\n  %sa, %sd = store[%v] %v : i32, i32\n  end %end : none\n}}"
        )
    };
    read_good(&text("%i, %v, %done"));
    check_error(
        &text("%v, %i, %done"),
        "the cycle `handshake.guard` -> `handshake.load` -> `handshake.guard`",
    );
}

#[test]
fn guards_compare_addresses() {
    let check = |arguments: &[&str], op: &str, words: &str| {
        check_error(&on_channels(arguments, op, &[("a", arguments[0])]), words);
    };
    let window = |window: &str| format!("%0 = guard %a, %b, %c {{{window}}} : <i8>, <i8>, <>");
    for bad in ["window = 0 : ui32", "window = 257 : ui32", "window = 4 : i32", "window = 1.0 : f32"] {
        check(&["<i8>", "<i8>", "<>"], &window(bad), "a ui32 from 1 to 256");
    }
    check(&["<i8>", "<i8>", "<>"], &window(""), "`window`");
    check(
        &["<f32>", "<i8>", "<>"],
        "%0 = guard %a, %b, %c {window = 1 : ui32} : <f32>, <i8>, <>",
        "the address of the load must be an integer or index",
    );
    check(
        &["<i8>", "<f32>", "<>"],
        "%0 = guard %a, %b, %c {window = 1 : ui32} : <i8>, <f32>, <>",
        "the address of the store must be an integer or index",
    );
    check(
        &["<i8>", "<i8>", "<>", "<i2>"],
        "%0 = guard %a, %b, %c, %d {window = 1 : ui32} : <i8>, <i8>, <>, <i2>",
        "whether there is a store must be i1",
    );
    check(
        &["<i8>", "<i8>", "<i1>"],
        "%0 = guard %a, %b, %c {window = 1 : ui32} : <i8>, <i8>, <i1>",
        "`done`",
    );
    check(&["<i8>", "<i8>"], "%0 = guard %a, %b {window = 1 : ui32} : <i8>, <i8>", "operands");
}

#[test]
fn levels_do_not_mix() {
    let text = |op: &str| {
        format!(
            "handshake.func @f(%a: !handshake.channel<i8>, %b: i8, %c: i1, %s: none, ...) -> none {{\n  {op}\n  end %s : none\n}}"
        )
    };
    for op in [
        "%0 = join %a, %b : [<i8>, i8] to none",
        "%0 = blocker %a, %b : [<i8>, i8] to <i8>",
        "%0, %1 = cond_br %c, %a : i1, <i8>",
        "%0 = guard %a, %b, %s {window = 1 : ui32} : <i8>, i8, none",
        "%0 = constant %s {value = 1 : i8} : none, <i8>",
        "%0 = mux %c [%a] : i1, [<i8>] to <i8>",
        "%0 = dataflow.invariant %c, %a : i1, <i8> -> <i8>",
    ] {
        check_error(&text(op), "FR0802");
    }
    check_error(&text("%0 = addi %b, %b : i8"), "must be a channel of integers");
}

#[test]
fn counts_and_selects() {
    let check = |arguments: &[&str], op: &str, words: &str| {
        check_error(&on_channels(arguments, op, &[("a", arguments[0])]), words);
    };
    check(&["<i8>"], "fork [0] %a : <i8>", "FR0809");
    check(&["<i8>"], "%0 = \"handshake.merge\"() : () -> !handshake.channel<i8>", "FR0809");
    check(&["<i8>"], "%0 = \"handshake.join\"() : () -> !handshake.control<>", "FR0809");
    check(&["<i8>"], "%0 = \"handshake.blocker\"() : () -> !handshake.channel<i8>", "FR0809");
    check(
        &["<i1>"],
        "%0 = \"handshake.mux\"(%a) : (!handshake.channel<i1>) -> !handshake.channel<i8>",
        "FR0809",
    );
    check(&["<i8>"], "fork [99999999] %a : <i8>", "a fork has at most");
    check(&["<i1>", "<>", "<>", "<>"], "%0 = mux %a [%b, %c, %d] : <i1>, [<>, <>, <>] to <>", "FR0804");
    check(
        &["<i1>", "<>", "<>", "<>"],
        "%0 = mux %a [%b, %c, %d] : <i1>, [<>, <>, <>] to <>",
        "1 bit, which do not name 3 inputs",
    );
    check(&["<f32>", "<>"], "%0 = mux %a [%b] : <f32>, [<>] to <>", "FR0804");
    check(
        &["<>", "<>", "<>"],
        "%0, %1 = control_merge [%a, %b, %c] : [<>, <>, <>] to <>, <i1>",
        "the index has 1 bit",
    );
    check(&["<i8>", "<i8>"], "%0, %1 = cond_br %a, %b : <i8>, <i8>", "FR0812");
    check(&["<i8>", "<i8>", "<i8>"], "%0 = select %a [%b, %c] : <i8>, <i8>", "FR0812");
    check(&["<i8>", "<i16>"], "%0 = blocker %a, %b : [<i8>, <i16>] to <i16>", "must have one type");
    check(&["<i8>", "<i16>"], "%0 = merge %a, %b : <i8>", "has type");
}

#[test]
fn buffers_have_a_type_and_slots() {
    let text = |params: &str| {
        on_channels(
            &["<i8>"],
            &format!("%0 = buffer %a {{hw.parameters = {{{params}}}}} : <i8>"),
            &[("0", "<i8>")],
        )
    };
    check_error(&text("BUFFER_TYPE = \"FIFO\", NUM_SLOTS = 1 : ui32"), "FR0805");
    check_error(&text("NUM_SLOTS = 1 : ui32"), "must have a `BUFFER_TYPE`");
    check_error(&on_channels(&["<i8>"], "%0 = buffer %a : <i8>", &[("0", "<i8>")]), "FR0805");
    check_error(&text("BUFFER_TYPE = \"FIFO_BREAK_DV\""), "must have `NUM_SLOTS`");
    check_error(&text("BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 0 : ui32"), "FR0806");
    check_error(&text("BUFFER_TYPE = \"ONE_SLOT_BREAK_DVR\", NUM_SLOTS = 2 : ui32"), "has one slot, not 2");
    check_error(&text("BUFFER_TYPE = \"ONE_SLOT_BREAK_DV\", NUM_SLOTS = 2 : ui32"), "has one slot, not 2");
    check_error(&text("BUFFER_TYPE = \"ONE_SLOT_BREAK_R\", NUM_SLOTS = 3 : ui32"), "has one slot, not 3");
    check_error(&text("BUFFER_TYPE = 1 : i32, NUM_SLOTS = 1 : ui32"), "must have a `BUFFER_TYPE`, a string");
    check_error(&text("BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = -1 : i64"), "FR0806");
    let timed = |timing: &str| {
        text(&format!("BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 1 : ui32, TIMING = {timing}"))
    };
    check_error(&timed("1 : i64"), "FR0820");
    check_error(&timed("#handshake<timing {D: -1, V: 1, R: 0}>"), "FR0820");
    // It is for placement only, so it may say what it likes.
    read_good(&timed("#handshake<timing {D: 3, V: 1, R: 7}>"));
    for ty in BufferType::ALL {
        let slots = if ty.is_one_slot() { 1 } else { 5 };
        let (ir, module) =
            read_good(&text(&format!("BUFFER_TYPE = \"{}\", NUM_SLOTS = {slots} : ui32", ty.name())));
        let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == BUFFER).expect("there is one");
        assert_eq!(buffer(&ir, op), Some((ty, slots)));
    }
    let newer =
        |rest: &str| on_channels(&["<i8>"], &format!("%0 = buffer %a, {rest} : <i8>"), &[("0", "<i8>")]);
    check_error(&newer("bufferType = FIFO, numSlots = 1, dvLatency = 1"), "FR0805");
    check_error(&newer("bufferType = FIFO_BREAK_DV, numSlots = 4, dvLatency = 0"), "FR0806");
    check_error(
        &newer("bufferType = FIFO_BREAK_DV, numSlots = 4294967296, dvLatency = 0"),
        "does not fit 32 bits",
    );
}

#[test]
fn constants_have_the_type_of_their_result() {
    for value in ["1 : i16", "1.0 : f32", "\"text\"", "dense<1> : tensor<4xi8>", "[1 : i8, 1 : i4]"] {
        let text = on_channels(
            &["<>"],
            &format!("%0 = constant %a {{value = {value}}} : <>, <i8>"),
            &[("0", "<i8>")],
        );
        check_error(&text, "FR0808");
    }
    check_error(&on_channels(&["<>"], "%0 = init %a {initial = 1 : i8} : <>", &[("0", "<>")]), "FR0808");
    check_error(
        &on_channels(&["<i1>"], "%0 = init %a {initial = 1 : i8} : <i1>", &[("0", "<i1>")]),
        "FR0808",
    );
}

#[test]
fn functions_and_ends() {
    check_error("handshake.func @f(%s: none, ...) -> (i8, none) {\n  end %s : none\n}", "FR0807");
    check_error(
        "handshake.func @f(%s: none, ...) -> none attributes {argNames = []} {\n  end %s : none\n}",
        "FR0810",
    );
    check_error(
        "handshake.func @f(%a: none, %s: none, ...) -> none attributes {argNames = [\"a\", \"a\"]} {\n  end %s : none\n}",
        "has `a` twice",
    );
    check_error(
        "\"handshake.func\"() <{sym_name = \"f\", function_type = (i8) -> (), argNames = [\"a\"], resNames = []}> ({\n\
         ^bb0(%a: i16):\n  \"handshake.end\"() : () -> ()\n}) : () -> ()",
        "the arguments of the body have types (i16)",
    );
    check_error("func.func @f(%a: i8) {\n  %0 = handshake.br %a : i8\n  return\n}", "must stand directly in");
}

#[test]
fn casts_widen_and_narrow() {
    for (from, op, to) in [("<i8>", "extsi", "<i8>"), ("<i8>", "trunci", "<i16>"), ("<f32>", "extf", "<f16>")]
    {
        let text = on_channels(&[from], &format!("%0 = {op} %a : {from} to {to}"), &[("0", to)]);
        check_error(&text, "the result must be");
    }
    check_error(
        &on_channels(&["<i8>"], "%0 = absi %a : <i8> to <i16>", &[("0", "<i16>")]),
        "must have one type",
    );
}

#[test]
fn ports_fit_their_memory() {
    let text = |memory: &str, ports: &str| {
        format!(
            "handshake.func @f(%m: memref<8xi32>, %i: i32, %x: f32, %s: none, ...) -> none {{\n  {memory}\n  {ports}\n  end %s : none\n}}"
        )
    };
    let load = "%la, %v = load[%i] %i : i32, i32";
    let store = "%sa, %sd = store[%i] %i : i32, i32";
    let mc = |inputs: &str, rest: &str| {
        format!("{rest} = mem_controller[%m : memref<8xi32>] %s ({inputs}) %s {{connectedBlocks = []}}")
    };
    check_error(&text(&format!("{} : (i32) -> ()", mc("%la", "%e")), load), "FR0811");
    check_error(
        &text(&format!("{} : (i32) -> f32", mc("%la", "%r, %e")), load),
        "result #0 must be i32, but is `f32`",
    );
    // Answers that are crossed, that others use, too, or that their load does not get.
    let answered = |a: &str, b: &str, more: &str| {
        let loads =
            format!("%la, %v = load[%i] {a} : i32, i32\n  %lb, %w = load[%i] {b} : i32, i32\n  {more}");
        text(&format!("{} : (i32, i32) -> (i32, i32)", mc("%la, %lb", "%a, %b, %e")), &loads)
    };
    check_error(&answered("%b", "%a", ""), "result #0 is what the load at input #0 asked for");
    check_error(&answered("%a", "%i", ""), "result #1 is what the load at input #1 asked for");
    check_error(&answered("%a", "%b", "sink %b : i32"), "result #1 is what the load at input #1 asked for");
    // An answer that is the address of its load as well.
    check_error(
        &text(&format!("{} : (i32) -> i32", mc("%la", "%r, %e")), "%la, %v = load[%r] %r : i32, i32"),
        "result #0 is what the load at input #0 asked for",
    );
    // A load without operands, which is looked at before it is verified.
    check_error(
        &text(&format!("{} : (i32) -> i32", mc("%la", "%r, %e")), "%la = \"handshake.load\"() : () -> i32"),
        "result #0 is what the load at input #0 asked for",
    );
    check_error(
        &text(&format!("{} : (i32, i32) -> ()", mc("%sa, %i", "%e")), store),
        "followed by the data of the same store",
    );
    check_error(&text(&format!("{} : (i32) -> ()", mc("%sa", "%e")), store), "FR0811");
    check_error(&text("", "%la, %v = load[%i] %i : i32, i32, i64, i32"), "the address goes through as it is");
    check_error(&text("", "%la, %v = load[%x] %i : f32, i32"), "the address must be an integer or index");
    check_error(&text("", "%la, %v = load[%i] %i : i32, i32, i32"), "a port has types");
    check_error(&text("%r = ram {initialValue = dense<0> : tensor<4xi32>} : memref<8xi32>", ""), "FR0811");
    check_error(&text("%r = ram {initialValue = dense<0> : tensor<8xi16>} : memref<8xi32>", ""), "FR0811");
}

// ----- units -----

/// The unit of the operation of this code in a text.
fn unit(text: &str, code: ir::OpCode) -> Option<Unit> {
    let (ir, module) = read_good(text);
    let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == code).expect("there is one");
    unit_of(&ir, op)
}

#[test]
fn units_have_widths() {
    let text = on_channels(
        &["<i1>", "<f64>"],
        "%0, %1 = cond_br %a, %b : <i1>, <f64>",
        &[("0", "<f64>"), ("1", "<f64>")],
    );
    assert_eq!(
        unit(&text, COND_BR),
        Some(Unit { kind: Kind::CondBr, inputs: vec![1, 64], outputs: vec![64, 64] })
    );
    let tagged = "<!dataflow.tagged<i8, i3>>";
    let text = on_channels(
        &[tagged, "<>"],
        &format!("%0 = blocker %a, %b : [{tagged}, <>] to {tagged}"),
        &[("0", tagged)],
    );
    assert_eq!(
        unit(&text, BLOCKER),
        Some(Unit { kind: Kind::Blocker, inputs: vec![11, 0], outputs: vec![11] })
    );
    let text =
        on_channels(&["<i8, [spec: i1]>"], "%0 = br %a : <i8, [spec: i1]>", &[("0", "<i8, [spec: i1]>")]);
    assert_eq!(unit(&text, BR), None);
    let text = on_channels(
        &["<>"],
        &format!("%0 = constant %a {{value = [5 : i8, 3 : i3]}} : <>, {tagged}"),
        &[("0", tagged)],
    );
    assert_eq!(
        unit(&text, CONSTANT).map(|unit| unit.kind),
        Some(Kind::Constant { value: Bits::from_u64(11, 3 << 8 | 5) })
    );
    let text = on_channels(
        &["<i6>", "<i9>", "<>", "<i1>"],
        "%0 = guard %a, %b, %c, %d {window = 3 : ui32} : <i6>, <i9>, <>, <i1>",
        &[("0", "<i6>")],
    );
    assert_eq!(
        unit(&text, GUARD),
        Some(Unit { kind: Kind::Guard { window: 3 }, inputs: vec![6, 9, 0, 1], outputs: vec![6] })
    );
    let text = on_channels(&["<i1>"], "%0 = init %a {initial = true} : <i1>", &[("0", "<i1>")]);
    assert_eq!(unit(&text, INIT).map(|unit| unit.kind), Some(Kind::Init { initial: Bits::from_bool(true) }));
    let text = on_channels(&["<>"], "%0 = init %a : <>", &[("0", "<>")]);
    assert_eq!(unit(&text, INIT).map(|unit| unit.kind), Some(Kind::Init { initial: Bits::zero(0) }));
}

#[test]
fn memories_have_ports() {
    let text = "handshake.func @f(%m: memref<4x?xi16>, %i: i32, %n: i8, %x: i16, %s: none, ...) -> none {\n  \
        %r:2, %d, %e = mem_controller[%m : memref<4x?xi16>] %s (%n, %la, %sa, %sd, %lb) %s {connectedBlocks = [], storeDone}\
         : (i8, i32, i32, i16, i32) -> (i16, i16, none)\n  \
        %la, %v = load[%i] %r#0 : i32, i16\n  %lb, %w = load[%i] %r#1 : i32, i16\n  \
        %sa, %sd = store[%i] %x : i32, i16\n  end %e : none\n}";
    let ports = vec![MemoryPort::Announce, MemoryPort::Load, MemoryPort::Store, MemoryPort::Load];
    let memory = MemoryUnit { ports, store_done: true, words: None, width: 16 };
    let unit = unit(text, MEM_CONTROLLER).expect("it is one");
    assert_eq!(unit.kind, Kind::Memory(memory));
    assert_eq!((unit.inputs, unit.outputs), (vec![0, 8, 32, 32, 16, 32, 0], vec![16, 16, 0, 0]));
}

#[test]
fn latencies() {
    let float = |name| Function::Float(FloatFunction { name, operand: None, result: None, predicate: None });
    for (function, width, cycles) in [
        (Function::Add, 64, 0),
        (Function::Mul, 8, 4),
        (Function::DivS, 8, 35),
        (Function::RemU, 32, 35),
        (Function::DivU, 64, 67),
        (float("addf"), 32, 6),
        (float("subf"), 64, 12),
        (float("mulf"), 32, 2),
        (float("divf"), 64, 20),
        (float("cmpf"), 64, 1),
        (float("fptosi"), 32, 5),
        (float("negf"), 64, 0),
    ] {
        assert_eq!(latency(function, width), cycles, "{function:?} of {width} bits");
    }
}

/// Where arithmetic of programs has a result, units have the same.
#[test]
fn functions_agree_with_programs() {
    let mut rng = Rng::new(7);
    for def in DIALECT.ops {
        let name = def.name.trim_start_matches("handshake.");
        let programs = [&crate::arith::DIALECT, &crate::math::DIALECT];
        let same = |op: &&ir::OpDef| op.name.split('.').next_back() == Some(name);
        let Some(eval) = programs.iter().flat_map(|d| d.ops).find(same).and_then(|op| op.eval) else {
            continue;
        };
        let (ir, module) = read_good(def.example);
        let op = ir.walk(module).into_iter().find(|op| ir.name(*op) == def.name).expect("its example has it");
        let Some(function) = function(&ir, op) else { continue };
        let data = |value| data_ty(&ir.ctx, ir.ty(value)).expect("arithmetic is of data");
        let operands: Vec<Type> = ir.operands(op).map(data).collect();
        let results: Vec<Type> = ir.results(op).map(data).collect();
        let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
        let width = |ty: &Type| ir.ctx.scalar_width(*ty).expect("a number");
        for _ in 0..500 {
            let inputs: Vec<Bits> = operands.iter().map(|ty| rng.edgy_bits(width(ty))).collect();
            let ours = function.eval(&inputs, width(&results[0]));
            assert_eq!(ours.width(), width(&results[0]), "{name} {inputs:?}");
            if let Ok(theirs) = eval(&cx, &inputs) {
                assert_eq!(ours, theirs[0], "{name} {inputs:?}");
            }
        }
    }
}

#[test]
fn functions_are_total() {
    let (zero, one, least) = (Bits::zero(8), Bits::from_u64(8, 1), Bits::min_signed(8));
    let minus_one = Bits::ones(8);
    for (function, a, b, result) in [
        (Function::DivS, &one, &zero, Bits::ones(8)),
        (Function::DivU, &one, &zero, Bits::ones(8)),
        (Function::RemS, &least, &zero, least.clone()),
        (Function::RemU, &one, &zero, one.clone()),
        (Function::DivS, &least, &minus_one, least.clone()),
        (Function::RemS, &least, &minus_one, zero.clone()),
        (Function::Shl, &one, &Bits::from_u64(8, 8), zero.clone()),
        (Function::ShrU, &least, &Bits::from_u64(8, 200), zero.clone()),
        (Function::ShrS, &least, &Bits::from_u64(8, 8), Bits::ones(8)),
        (Function::ShrS, &one, &Bits::from_u64(8, 8), zero.clone()),
    ] {
        assert_eq!(function.eval(&[a.clone(), b.clone()], 8), result, "{function:?}");
    }
    let to_int =
        FloatFunction { name: "fptosi", operand: Some(FloatFormat::F32), result: None, predicate: None };
    let nan = base::float::nan(FloatFormat::F32);
    assert_eq!(Function::Float(to_int).eval(&[nan], 8), least);
}
