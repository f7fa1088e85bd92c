// Names of instances may be any string; what is flattened is still text that can be read.
// RUN: flowright opt %s --passes hw-flatten{top=top} | flowright opt - | check

// CHECK: hw.module @top
// CHECK-NEXT: comb.add %x, %x : i8
// CHECK-NEXT: seq.compreg name "two; words.state" %{{.*}}, %clk : i8

hw.module private @inner(in %clk : !seq.clock, in %a : i8, out b : i8) {
  %sum = comb.add %a, %a : i8
  %state = seq.compreg %sum, %clk : i8
  hw.output %state : i8
}
hw.module @top(in %clk : !seq.clock, in %x : i8, out y : i8) {
  %u.b = hw.instance "two; words" @inner(clk: %clk: !seq.clock, a: %x: i8) -> (b: i8)
  hw.output %u.b : i8
}
