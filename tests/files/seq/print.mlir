// Everything is printed as it is written; names follow the results, and stand in words where they cannot.
// RUN: flowright opt %s | check
// RUN: flowright opt %s --generic | check --check-prefix=GENERIC

// CHECK-LABEL: hw.module @m
hw.module @m(in %clk : !seq.clock, in %c : i1, in %a : i8, in %i : i4, in %k : i2) {
  // CHECK-NEXT: %r = seq.compreg %a, %clk : i8
  // GENERIC: "seq.compreg"(%a, %clk) <{name = "r", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}>
  %r = seq.compreg %a, %clk : i8
  // CHECK-NEXT: %clk_0 = seq.compreg name "clk" %a, %clk : i8
  // GENERIC: "seq.compreg"(%a, %clk) <{name = "clk"
  %other = seq.compreg name "clk" %a, %clk : i8
  // CHECK-NEXT: %s = seq.compreg.ce sym @s %a, %clk, %c reset %c, %r initial %0 : i8
  // GENERIC: "seq.compreg.ce"(%a, %clk, %c, %c, %r, %0) <{inner_sym = #hw<innerSym@s>, name = "s", operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>}>
  %s = seq.compreg.ce sym @s %a, %clk, %c reset %c, %r initial %0 : i8
  // CHECK-NEXT: %0 = seq.initial() {
  // CHECK-NEXT: %c7_i8 = hw.constant 7 : i8
  // CHECK-NEXT: seq.yield %c7_i8 : i8
  // CHECK-NEXT: } : () -> !seq.immutable<i8>
  %0 = seq.initial() {
    %c7_i8 = hw.constant 7 : i8
    seq.yield %c7_i8 : i8
  } : () -> !seq.immutable<i8>
  // CHECK-NEXT: %f = seq.firreg %a clock %clk reset async %c, %a preset 200 {name = "two words"} : i8
  // GENERIC: "seq.firreg"(%a, %clk, %c, %a) <{isAsync, name = "two words", preset = -56 : i8}>
  %f = seq.firreg %a clock %clk reset async %c, %a preset 200 {name = "two words"} : i8
  // CHECK-NEXT: %mem = seq.firmem 1, 1, old, port_order {init = #seq.firmem.init<"words.txt", false, true>} : <12 x 8, mask 2>
  // GENERIC: "seq.firmem"() <{init = #seq.firmem.init<"words.txt", false, true>, name = "mem", readLatency = 1 : i32, ruw = 1 : i32, writeLatency = 1 : i32, wuw = 1 : i32}>
  %mem = seq.firmem 1, 1, old, port_order {init = #seq.firmem.init<"words.txt", false, true>} : !seq.firmem<12 x 8, mask 2>
  // CHECK-NEXT: %1 = seq.firmem.read_write_port %mem[%i] = %a if %c, clock %clk mask %k : <12 x 8, mask 2>, i2
  // GENERIC: <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1>}>
  %1 = seq.firmem.read_write_port %mem[%i] = %a if %c, clock %clk mask %k : <12 x 8, mask 2>, i2
  // CHECK-NEXT: %2:4 = seq.fifo depth 4 rd_latency 1 almost_empty 2 in %a rdEn %c wrEn %c clk %clk rst %c : i8
  // GENERIC: <{almostEmptyThreshold = 2 : i64, depth = 4 : i64, rdLatency = 1 : i64, resultSegmentSizes = array<i32: 1, 1, 1, 0, 1>}>
  %2:4 = seq.fifo depth 4 rd_latency 1 almost_empty 2 in %a rdEn %c wrEn %c clk %clk rst %c : i8
  // CHECK-NEXT: %cst = seq.const_clock high
  // GENERIC: "seq.const_clock"() <{value = #seq<clock_constant high> : !seq.clock}>
  %cst = seq.const_clock high
}
