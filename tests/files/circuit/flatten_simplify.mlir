// What a flattened module does not need, the usual passes remove: constants meet operations, equal logic becomes one, and what
// nobody looks at goes, registers too.
// RUN: flowright opt %s --passes=hw-flatten,canonicalize,cse,canonicalize,dce | check

hw.module private @lane(in %clk : !seq.clock, in %x : i8, in %mode : i1, out y : i8, out unused : i8) {
  %sum = comb.add %x, %x : i8
  %twice = comb.mul %sum, %sum : i8
  %0 = comb.mux %mode, %twice, %count : i8
  %c1 = hw.constant 1 : i8
  %next = comb.add %count, %c1 : i8
  %count = seq.compreg %next, %clk : i8
  hw.output %0, %count : i8, i8
}
// CHECK: hw.module @top
// CHECK-NEXT: [[SUM:%.+]] = comb.add %x, %x : i8
// CHECK-NEXT: [[TWICE:%.+]] = comb.mul [[SUM]], [[SUM]] : i8
// CHECK-NEXT: hw.output [[TWICE]], [[TWICE]] : i8, i8
hw.module @top(in %clk : !seq.clock, in %x : i8, out y : i8, out z : i8) {
  %true = hw.constant true
  %a.y, %a.unused = hw.instance "a" @lane(clk: %clk: !seq.clock, x: %x: i8, mode: %true: i1) -> (y: i8, unused: i8)
  %b.y, %b.unused = hw.instance "b" @lane(clk: %clk: !seq.clock, x: %x: i8, mode: %true: i1) -> (y: i8, unused: i8)
  hw.output %a.y, %b.y : i8, i8
}
