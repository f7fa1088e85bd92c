// Instances are replaced by the bodies of their modules, down to the last level, and names follow the hierarchy.
// RUN: flowright opt %s --passes=hw-flatten | check

// CHECK-NOT: hw.module private
hw.module private @leaf(in %clk : !seq.clock, in %x : i8, out y : i8) {
  %sum = comb.add %acc, %x : i8
  %acc = seq.compreg %sum, %clk : i8
  hw.output %acc : i8
}
hw.module private @middle(in %clk : !seq.clock, in %x : i8, out y : i8, out z : i8) {
  %a.y = hw.instance "a" @leaf(clk: %clk: !seq.clock, x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @leaf(clk: %clk: !seq.clock, x: %a.y: i8) -> (y: i8)
  %0 = comb.xor %a.y, %b.y : i8
  hw.output %b.y, %0 : i8, i8
}
// CHECK: hw.module @top(in [[CLK:%[a-z]+]] : !seq.clock, in [[X:%[a-z]+]] : i8, out y : i8) {
// CHECK-NEXT: %m.a.sum = comb.add %m.a.acc, [[X]] : i8
// CHECK-NEXT: %m.a.acc = seq.compreg %m.a.sum, [[CLK]] : i8
// CHECK-NEXT: %m.b.sum = comb.add %m.b.acc, %m.a.acc : i8
// CHECK-NEXT: %m.b.acc = seq.compreg %m.b.sum, [[CLK]] : i8
// CHECK-NEXT: %m.z = comb.xor %m.a.acc, %m.b.acc : i8
// CHECK-NEXT: [[OUT:%.+]] = comb.and %m.b.acc, %m.z : i8
// CHECK-NEXT: hw.output [[OUT]] : i8
hw.module @top(in %clk : !seq.clock, in %x : i8, out y : i8) {
  %m.y, %m.z = hw.instance "m" @middle(clk: %clk: !seq.clock, x: %x: i8) -> (y: i8, z: i8)
  %0 = comb.and %m.y, %m.z : i8
  hw.output %0 : i8
}
