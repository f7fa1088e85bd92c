//! Tests of `seq`: its text, its diagnostics, its views, what registers start with, and what is simplified.

use super::{
    DIALECT, FIRMEM, Initials, MemoryType, ReadUnderWrite, Register, fifo, is_clock, memory, memory_type,
    read_port, read_write_port, register, write_port,
};
use crate::testing::{
    canonical as canonical_text, check_canonical, check_error, check_examples, check_text, read_good,
};
use base::Bits;
use ir::{Ir, Op, OpCode};

/// A module with a clock, bits and numbers, and these operations in it.
fn module(body: &str) -> String {
    let body: String = body.lines().map(|line| format!("  {}\n", line.trim_end())).collect();
    format!(
        "hw.module @m(in %clk : !seq.clock, in %c : i1, in %d : i1, in %a : i8, in %i : i4, in %k : i2) {{\n{body}  hw.output\n}}\n"
    )
}

// ----- text -----

#[test]
fn records() {
    check_examples(DIALECT.ops);
}

#[test]
fn names_inside_of_initial_are_not_those_around_it() {
    // A register before and a constant after it name the constant that is also inside.
    check_text(&module(
        r#"%r = seq.compreg %a, %clk reset %c, %c7_i8 initial %0 : i8
%0 = seq.initial() {
  %c7_i8_0 = hw.constant 7 : i8
  seq.yield %c7_i8_0 : i8
} : () -> !seq.immutable<i8>
%c7_i8 = hw.constant 7 : i8"#,
    ));
    check_text(&module(
        r#"%r = seq.compreg %a, %clk reset %c, %x initial %0 : i8
%0 = seq.initial() {
  %x_0 = hw.constant 7 : i8
  seq.yield %x_0 : i8
} : () -> !seq.immutable<i8>
%x = hw.constant 7 : i8"#,
    ));
}

#[test]
fn text_of_registers() {
    check_text(&module(
        r#"%r = seq.compreg %a, %clk : i8
%0 = seq.compreg %a, %clk : i8
%x = seq.compreg name "two words" %a, %clk reset %c, %a {note} : i8
%s = seq.compreg sym @s %a, %clk reset %c, %a initial %1 : i8
%1 = seq.initial() {
  %c7_i8 = hw.constant 7 : i8
  seq.yield %c7_i8 : i8
} {note} : () -> !seq.immutable<i8>
%2:2 = seq.initial(%1) {
^bb0(%arg0: i8):
  %3 = comb.add %arg0, %arg0 : i8
  seq.yield %3, %arg0 : i8, i8
} : (!seq.immutable<i8>) -> (!seq.immutable<i8>, !seq.immutable<i8>)
seq.initial() {
} : () -> ()
%e = seq.compreg.ce %a, %clk, %c : i8
%q = seq.compreg.ce sym @q %a, %clk, %c reset %d, %a initial %2#1 : i8
%f = seq.firreg %a clock %clk : i8
%4 = seq.firreg %a clock %clk sym @f reset sync %c, %a preset 255 : i8
%y = seq.firreg %a clock %clk reset async %c, %a {name = "two words", note = 1 : i3} : i8
%5 = seq.to_clock %c
%6 = seq.from_clock %clk {note}
%cst = seq.const_clock high
%cst_0 = seq.const_clock low {note}
%7 = seq.clock_inv %clk"#,
    ));
}

#[test]
fn text_of_memories() {
    check_text(&module(
        r#"%m = seq.firmem 0, 1, undefined, undefined : <12 x 8>
%0 = seq.firmem 1, 1, new, undefined : <1 x 8>
%n = seq.firmem sym @n name "the n" 1, 1, old, port_order {init = #seq.firmem.init<"a \22b\22", false, true>, prefix = "p"} : <12 x 8, mask 2>
%1 = seq.firmem.read_port %m[%i], clock %clk enable %c : <12 x 8>
%2 = seq.firmem.read_port %m[%i], clock %clk {note} : <12 x 8>
%3 = seq.firmem.read_port %0[%c], clock %clk : <1 x 8>
seq.firmem.write_port %m[%i] = %a, clock %clk : <12 x 8>
seq.firmem.write_port %n[%i] = %a, clock %clk enable %c mask %k {note} : <12 x 8, mask 2>, i2
%4 = seq.firmem.read_write_port %n[%i] = %a if %d, clock %clk enable %c mask %k : <12 x 8, mask 2>, i2
%5 = seq.firmem.read_write_port %m[%i] = %a if %d, clock %clk : <12 x 8>
%out:3 = seq.fifo depth 4 in %a rdEn %c wrEn %d clk %clk rst %c {note} : i8
%6:5 = seq.fifo depth 4 rd_latency 1 almost_full 3 almost_empty 1 in %a rdEn %c wrEn %d clk %clk rst %c : i8
%7:4 = seq.fifo depth 4 almost_empty 0 in %a rdEn %c wrEn %d clk %clk rst %c : i8"#,
    ));
}

/// Two values of one name: the second keeps its own in words.
#[test]
fn names_follow_the_attribute() {
    let text = module(
        "%r = \"seq.firreg\"(%a, %clk) <{name = \"x\"}> : (i8, !seq.clock) -> i8\n%x_1 = seq.compreg name \"x\" %r, %clk : i8",
    );
    let printed = crate::testing::round_trip(&text);
    assert!(printed.contains("%x = seq.firreg %a clock %clk : i8"), "{printed}");
    assert!(printed.contains("%x_0 = seq.compreg name \"x\" %x, %clk : i8"), "{printed}");
}

/// Checks that an operation is refused, with this code (if one is given before a colon) and these words.
fn bad(op: &str, words: &str) {
    let (code, words) = words.split_once(": ").unwrap_or(("", words));
    check_error(&module(op), code);
    check_error(&module(op), words);
}

#[test]
fn errors() {
    let reg = |kind: &str, operands: &str, props: &str, types: &str| {
        format!("%r = \"seq.{kind}\"({operands}) <{{{props}}}> : ({types}) -> i8")
    };
    let segments = |sizes: &str| format!("operandSegmentSizes = array<i32: {sizes}>");
    bad(
        &reg("compreg", "%a, %clk, %c", &segments("1, 1, 1, 0, 0"), "i8, !seq.clock, i1"),
        "FR0623: a reset and its value",
    );
    bad(&reg("compreg", "%a, %clk, %c, %i", &segments("1, 1, 1, 1, 0"), "i8, !seq.clock, i1, i4"), "FR0203");
    bad(&reg("compreg", "%a, %c", &segments("1, 1, 0, 0, 0"), "i8, i1"), "a clock");
    bad(&reg("firreg", "%a, %clk, %c", "", "i8, !seq.clock, i1"), "FR0623: a reset and its value");
    bad(&reg("firreg", "%a, %clk, %i, %a", "", "i8, !seq.clock, i4, i8"), "FR0623: a reset is an `i1`");
    bad(&reg("firreg", "%a, %clk, %c, %i", "", "i8, !seq.clock, i1, i4"), "FR0623: the value of a reset");
    bad(&reg("firreg", "%a, %clk", "isAsync", "i8, !seq.clock"), "FR0623: there is no reset");
    bad(
        &reg("firreg", "%a, %clk", "preset = 5 : i4", "i8, !seq.clock"),
        "FR0624: a register of `i8` cannot start at a number of 4 bits",
    );
    bad("%r = seq.firreg %a clock %clk preset 256 : i8", "FR0624: 256 does not fit");
    bad("%r = seq.firreg %a clock %clk preset -1 : i8", "not negative");
    let seven = "%0 = seq.initial() {\n  %c7_i4 = hw.constant 7 : i4\n  seq.yield %c7_i4 : i4\n} : () -> !seq.immutable<i4>\n";
    bad(&format!("{seven}%r = seq.compreg %a, %clk initial %0 : i8"), "FR0114");
    bad(
        &format!(
            "{seven}{}",
            reg("compreg", "%a, %clk, %0", &segments("1, 1, 0, 0, 1"), "i8, !seq.clock, !seq.immutable<i4>")
        ),
        "FR0624: a register of `i8` cannot start at a value of `!seq.immutable<i4>`",
    );
    bad(&seven.replace("immutable<i4>", "immutable<i5>"), "FR0624: what is yielded");
    bad(&seven.replace("{\n  %c7", "{\n^bb0(%x: i1):\n  %c7"), "FR0624: the arguments");
    bad(
        &seven.replace("  seq.yield", "  %r = \"test.unknown\"() : () -> i4\n  seq.yield"),
        "FR0624: `test.unknown`: it cannot be evaluated",
    );
    bad("%0 = seq.initial() {\n  seq.yield %a : i8\n} : () -> !seq.immutable<i8>", "");
}

#[test]
fn errors_of_memories() {
    let memory = |ty: &str| format!("%m = seq.firmem 0, 1, undefined, undefined : {ty}");
    bad(&memory("<0 x 8>"), "FR0625: `!seq.firmem<0 x 8>` has no bits");
    bad(&memory("<8 x 0>"), "has no bits");
    bad(&memory("<8 x 8, mask 3>"), "FR0625: 8 bits cannot be masked in 3 equal parts");
    bad(&memory("<8 x 8, mask 0>"), "cannot be masked");
    bad(&memory("<99999999999999999999 x 8>"), "a number of words");
    bad(&memory("<8 x 16777216>"), "a number of bits");
    bad(&memory("i8"), "a memory");
    bad("%m = seq.firmem -1, 1, undefined, undefined : <8 x 8>", "FR0625: `readLatency` is -1");
    bad("%m = seq.firmem 0, 1, foo, undefined : <8 x 8>", "foo");
    let port = |ty: &str, port: &str| format!("{}\n{port}", memory(ty));
    let read = |bits: &str, to: &str| {
        format!("%0 = \"seq.firmem.read_port\"(%m, %i, %clk) : (!seq.firmem<{bits}>, i4, !seq.clock) -> {to}")
    };
    bad(
        &port("<8 x 8>", &read("8 x 8", "i8")),
        "FR0626: the address of a port of `!seq.firmem<8 x 8>` must be `i3`",
    );
    bad(&port("<17 x 8>", &read("17 x 8", "i8")), "must be `i5`");
    bad(&port("<16 x 8>", &read("16 x 8", "i9")), "FR0626: the result");
    let write = |memory: &str, mask: &str| {
        format!("seq.firmem.write_port %m[%i] = %a, clock %clk mask {mask} : {memory}, i2")
    };
    bad(&port("<12 x 8>", &write("<12 x 8>", "%k")), "FR0626: `!seq.firmem<12 x 8>` cannot be masked");
    bad(&port("<12 x 8, mask 4>", &write("<12 x 8, mask 4>", "%k")), "FR0626: the mask");
    bad(&port("<12 x 8>", "seq.firmem.write_port %m[%i] = %a, clock %clk : <13 x 8>"), "FR0114");
    bad(&port("<12 x 8>", "seq.firmem.write_port %m[%i] = %a, clock %clk : i8"), "the type of a memory");
    let queue = |options: &str, results: usize| {
        format!("%0:{results} = seq.fifo depth {options} in %a rdEn %c wrEn %c clk %clk rst %c : i8")
    };
    bad(&queue("0", 3), "FR0627: a queue of depth 0");
    bad(&queue("4 almost_full 5", 4), "FR0627: `almostFullThreshold` is 5");
    bad(&queue("4 almost_empty -1", 4), "FR0627: `almostEmptyThreshold` is -1");
    bad(&queue("4 rd_latency -1", 3), "FR0627: `rdLatency` is -1");
    let generic = "%0:3 = \"seq.fifo\"(%a, %c, %c, %clk, %c) <{depth = 4 : i64, almostFullThreshold = 1 : i64, \
        resultSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (i8, i1, i1, !seq.clock, i1) -> (i8, i1, i1)";
    bad(generic, "FR0627: `almostFullThreshold` and the result `almostFull` come together");
}

// ----- views -----

/// The operations with a code, in order.
fn all(ir: &Ir, module: Op, code: OpCode) -> Vec<Op> {
    ir.walk(module).into_iter().filter(|op| ir.code(*op) == code).collect()
}

#[test]
fn views_read_what_is_there() {
    let (ir, root) = read_good(&module(
        "%r = seq.compreg.ce %a, %clk, %c reset %d, %b : i8
         %b = seq.firreg %a clock %clk reset async %d, %a preset 3 : i8
         %m = seq.firmem 2, 1, new, port_order {init = #seq.firmem.init<\"f\", true, false>} : <12 x 8, mask 2>
         %0 = seq.firmem.read_port %m[%i], clock %clk enable %c : <12 x 8, mask 2>
         seq.firmem.write_port %m[%i] = %a, clock %clk mask %k : <12 x 8, mask 2>, i2
         %1 = seq.firmem.read_write_port %m[%i] = %a if %d, clock %clk enable %c mask %k : <12 x 8, mask 2>, i2
         %2:4 = seq.fifo depth 4 almost_empty 1 in %a rdEn %c wrEn %d clk %clk rst %c : i8",
    ));
    let module = ir.walk(root)[1];
    let block = ir.entry(ir.region(module, 0)).unwrap();
    let [clk, c, d, a, i, k] = ir.args(block)[..] else { panic!("six ports") };
    assert!(is_clock(&ir.ctx, ir.ty(clk)) && !is_clock(&ir.ctx, ir.ty(c)));
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let b = ir.result(ops[1], 0);
    let view = register(&ir, ops[0]).unwrap();
    let reset = view.reset.unwrap();
    assert_eq!(
        view,
        Register { input: a, clock: clk, enable: Some(c), reset: Some(reset), initial: None, preset: None }
    );
    assert_eq!((reset.signal, reset.value, reset.is_async), (d, b, false));
    assert!(register(&ir, ops[1]).unwrap().reset.unwrap().is_async);
    assert!(register(&ir, ops[2]).is_none());

    let view = memory(&ir, ops[2]).unwrap();
    assert_eq!(view.ty, MemoryType { depth: 12, width: 8, mask: Some(2) });
    assert_eq!((view.ty.address_width(), view.ty.masked_bits(1)), (4, 4..8));
    assert_eq!((view.read_latency, view.write_latency, view.ruw), (2, 1, ReadUnderWrite::New));
    let init = view.init.unwrap();
    assert_eq!((init.file, init.is_binary, init.is_inline), ("f", true, false));
    let m = ir.result(ops[2], 0);
    let read = read_port(&ir, ops[3]).unwrap();
    assert_eq!((read.memory, read.address, read.clock, read.enable), (m, i, clk, Some(c)));
    let write = write_port(&ir, ops[4]).unwrap();
    assert_eq!((write.memory, write.data, write.enable, write.mask), (m, a, None, Some(k)));
    let both = read_write_port(&ir, ops[5]).unwrap();
    assert_eq!((both.data, both.mode, both.enable, both.mask), (a, d, Some(c), Some(k)));
    let queue = fifo(&ir, ops[6]).unwrap();
    assert_eq!(
        (queue.input, queue.read_enable, queue.write_enable, queue.clock, queue.reset),
        (a, c, d, clk, c)
    );
    assert_eq!((queue.depth, queue.read_latency, queue.almost_full), (4, 0, None));
    assert_eq!(queue.almost_empty, Some((1, ir.result(ops[6], 3))));
}

#[test]
fn addresses_are_as_wide_as_they_must_be() {
    let width = |depth| MemoryType { depth, width: 1, mask: None }.address_width();
    assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 1 << 40].map(width), [1, 1, 1, 2, 2, 3, 3, 4, 40]);
    let (ir, root) = read_good(&module("%m = seq.firmem 0, 1, undefined, undefined : <12 x 42>"));
    let found = all(&ir, root, FIRMEM)[0];
    let ty = memory_type(&ir.ctx, ir.ty(ir.result(found, 0)));
    assert_eq!(ty, Some(MemoryType { depth: 12, width: 42, mask: None }));
}

#[test]
fn what_registers_start_with() {
    let (ir, root) = read_good(&module(
        "%0 = seq.compreg %a, %clk : i8
         %1 = seq.firreg %a clock %clk preset 200 : i8
         %2 = seq.compreg %a, %clk initial %y#0 : i8
         %3 = seq.compreg.ce %a, %clk, %c initial %x : i8
         %4 = seq.compreg %a, %clk initial %u : i8
         %y:2 = seq.initial(%x) {
         ^bb0(%b: i8):
           %s = comb.add %b, %b : i8
           seq.yield %s, %s : i8, i8
         } : (!seq.immutable<i8>) -> (!seq.immutable<i8>, !seq.immutable<i8>)
         %x = seq.initial() {
           %c9_i8 = hw.constant 9 : i8
           seq.yield %c9_i8 : i8
         } : () -> !seq.immutable<i8>
         %u = seq.initial(%v) {
         ^bb0(%b: i8):
           seq.yield %b : i8
         } : (!seq.immutable<i8>) -> !seq.immutable<i8>
         %v = seq.initial(%u) {
         ^bb0(%b: i8):
           seq.yield %b : i8
         } : (!seq.immutable<i8>) -> !seq.immutable<i8>
         %h = seq.firreg %arr clock %clk preset 3 : !hw.array<2xi4>
         %arr = hw.bitcast %a : (i8) -> !hw.array<2xi4>",
    ));
    let mut initials = Initials::default();
    let starts: Vec<Option<u64>> = (ir.walk(root).into_iter().filter(|op| register(&ir, *op).is_some()))
        .map(|op| initials.of(&ir, op).as_ref().and_then(Bits::to_u64))
        .collect();
    assert_eq!(starts, [Some(0), Some(200), Some(18), Some(9), None, Some(3)]);
}

#[test]
fn what_is_too_wide_is_not_computed() {
    let wide = "!hw.array<3xi16777215>";
    let (ir, root) = read_good(&module(&format!(
        "%0 = seq.compreg %0, %clk : {wide}
         %1 = seq.compreg %5, %clk : {wide}
         %2 = seq.compreg %a, %clk initial %3 : i8
         %3 = seq.initial() {{
           %n = hw.constant 5 : i16777215
           %c = hw.array_create %n, %n, %n : i16777215
           %c5_i8 = hw.constant 5 : i8
           seq.yield %c5_i8 : i8
         }} : () -> !seq.immutable<i8>
         %5 = hw.aggregate_constant [5 : i16777215, 5 : i16777215, 6 : i16777215] : {wide}"
    )));
    let mut initials = Initials::default();
    let registers: Vec<Op> = ir.walk(root).into_iter().filter(|op| register(&ir, *op).is_some()).collect();
    assert_eq!(registers.len(), 3);
    assert!(registers.into_iter().all(|op| initials.of(&ir, op).is_none()));
    let constant = ir.walk(root).into_iter().find(|op| ir.code(*op) == crate::hw::AGGREGATE_CONSTANT);
    let constant = ir.result(constant.expect("it is there"), 0);
    let attr = ir::fold::constant_value(&ir, constant).expect("it is a constant");
    assert_eq!(ir.ctx.bits_of(attr, ir.ty(constant)), None);
}

// ----- what is simplified -----

/// Checks what operations become that are used by an unknown one.
fn canonical(before: &str, after: &str) {
    let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    check_canonical(&module(&lines(before)), &module(&lines(after)));
}

#[test]
fn state_that_never_changes() {
    canonical(
        "%low = seq.const_clock low
         %no = hw.constant false
         %c5_i8 = hw.constant 5 : i8
         %zero = hw.constant 0 : i8
         %0 = seq.compreg %a, %low : i8
         %1 = seq.firreg %a clock %low preset 5 : i8
         %2 = seq.compreg.ce %a, %clk, %no : i8
         %3 = seq.compreg %3, %clk : i8
         %4 = seq.compreg %zero, %clk reset %c, %zero : i8
         %5 = seq.firreg %5 clock %clk reset sync %c, %c5_i8 preset 5 : i8
         %6 = seq.compreg %a, %low initial %7 : i8
         %7 = seq.initial() {
           %c4_i8 = hw.constant 4 : i8
           %c5_i8_0 = hw.constant 5 : i8
           %sum = comb.add %c4_i8, %c5_i8_0 : i8
           seq.yield %sum : i8
         } : () -> !seq.immutable<i8>
         \"test.use\"(%0, %1, %2, %3, %4, %5, %6) : (i8, i8, i8, i8, i8, i8, i8) -> ()",
        "%c9_i8 = hw.constant 9 : i8
         %c5_i8 = hw.constant 5 : i8
         %zero = hw.constant 0 : i8
         \"test.use\"(%zero, %c5_i8, %zero, %zero, %zero, %c5_i8, %c9_i8) : (i8, i8, i8, i8, i8, i8, i8) -> ()",
    );
}

#[test]
fn state_that_may_change_stays() {
    let text = "%low = seq.const_clock low
%c5_i8 = hw.constant 5 : i8
%0 = seq.compreg sym @looked_at %a, %low : i8
%1 = seq.compreg %c5_i8, %clk : i8
%2 = seq.compreg %a, %low reset %c, %c5_i8 : i8
%3 = seq.firreg %3 clock %clk reset async %c, %c5_i8 : i8
\"test.use\"(%0, %1, %2, %3) : (i8, i8, i8, i8) -> ()";
    canonical(text, text);
}

#[test]
fn state_that_nobody_needs() {
    canonical(
        "%r = seq.compreg %s, %clk : i8
         %s = seq.compreg %a, %clk : i8
         %kept = seq.firreg %a clock %clk sym @kept : i8
         %q:3 = seq.fifo depth 4 in %a rdEn %c wrEn %d clk %clk rst %c : i8
         %m = seq.firmem 0, 1, undefined, undefined : <12 x 8>
         %0 = seq.firmem.read_port %m[%i], clock %clk : <12 x 8>
         seq.firmem.write_port %m[%i] = %a, clock %clk : <12 x 8>
         %n = seq.firmem sym @n 0, 1, undefined, undefined : <12 x 8>
         seq.firmem.write_port %n[%i] = %a, clock %clk : <12 x 8>",
        "%kept = seq.firreg %a clock %clk sym @kept : i8
         %n = seq.firmem sym @n 0, 1, undefined, undefined : <12 x 8>
         seq.firmem.write_port %n[%i] = %a, clock %clk : <12 x 8>",
    );
}

#[test]
fn enables_and_resets_that_are_known() {
    canonical(
        "%yes = hw.constant true
         %no = hw.constant false
         %r = seq.compreg.ce %a, %clk, %yes reset %c, %a {note} : i8
         %s = seq.compreg.ce %a, %clk, %c reset %no, %a : i8
         %t = seq.firreg %a clock %clk reset async %no, %a : i8
         %m = seq.firmem 0, 1, undefined, undefined : <12 x 8>
         %0 = seq.firmem.read_port %m[%i], clock %clk enable %yes : <12 x 8>
         seq.firmem.write_port %m[%i] = %a, clock %clk enable %yes : <12 x 8>
         seq.firmem.write_port %m[%i] = %a, clock %clk enable %no : <12 x 8>
         %1 = seq.from_clock %clk
         %2 = seq.to_clock %1
         %3 = seq.clock_inv %2
         %4 = seq.clock_inv %3
         %u = seq.compreg %a, %4 : i8
         \"test.use\"(%r, %s, %t, %u, %0) : (i8, i8, i8, i8, i8) -> ()",
        "%r = seq.compreg %a, %clk reset %c, %a {note} : i8
         %s = seq.compreg.ce %a, %clk, %c : i8
         %t = seq.firreg %a clock %clk : i8
         %m = seq.firmem 0, 1, undefined, undefined : <12 x 8>
         %0 = seq.firmem.read_port %m[%i], clock %clk : <12 x 8>
         seq.firmem.write_port %m[%i] = %a, clock %clk : <12 x 8>
         %u = seq.compreg %a, %clk : i8
         \"test.use\"(%r, %s, %t, %u, %0) : (i8, i8, i8, i8, i8) -> ()",
    );
}

#[test]
fn a_ring_of_registers_is_kept_if_it_is_used() {
    let text = canonical_text(&module(
        "%r = seq.compreg %n, %clk : i8\n%n = comb.add %r, %a : i8\n\"test.use\"(%r) : (i8) -> ()",
    ));
    assert!(text.contains("seq.compreg") && text.contains("comb.add"), "{text}");
}
