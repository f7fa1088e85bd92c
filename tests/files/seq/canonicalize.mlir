// State that never changes is a constant, state that nobody needs is gone, also in a ring.
// RUN: flowright opt %s --passes=canonicalize,cse,dce | check

// CHECK-LABEL: hw.module @counter
hw.module @counter(in %clk : !seq.clock, in %rst : i1, in %en : i1, out count : i8, out zero : i8) {
  // CHECK-DAG: [[ONE:%[a-z0-9_]+]] = hw.constant 1 : i8
  // CHECK-DAG: [[ZERO:%[a-z0-9_]+]] = hw.constant 0 : i8
  // CHECK-NOT: seq.
  // CHECK: %count = seq.compreg.ce [[NEXT:%[a-z0-9]+]], %clk, %en reset %rst, [[ZERO]] : i8
  // CHECK-NEXT: [[NEXT]] = comb.add %count, [[ONE]] : i8
  // CHECK-NEXT: hw.output %count, [[ZERO]] : i8, i8
  %one = hw.constant 1 : i8
  %zero = hw.constant 0 : i8
  %count = seq.compreg.ce %next, %clk, %en reset %rst, %zero : i8
  %next = comb.add %count, %one : i8

  %unused = seq.compreg %ring, %clk : i8
  %ring = comb.add %unused, %one : i8

  %never = seq.const_clock low
  %still = seq.compreg %next, %never : i8

  %memory = seq.firmem 0, 1, undefined, undefined : <256 x 8>
  seq.firmem.write_port %memory[%next] = %one, clock %clk : <256 x 8>
  hw.output %count, %still : i8, i8
}

// What a symbol names stays, and so does a memory that is read.
// CHECK-LABEL: hw.module @kept
hw.module @kept(in %clk : !seq.clock, in %a : i8, in %b : !seq.clock, out word : i8) {
  // CHECK-NEXT: %r = seq.firreg %a clock %clk sym @r : i8
  %r = seq.firreg %a clock %clk sym @r : i8
  // CHECK-NEXT: %m = seq.firmem 1, 1, old, port_order : <256 x 8>
  %m = seq.firmem 1, 1, old, port_order : <256 x 8>
  // CHECK-NEXT: seq.firmem.write_port %m[%a] = %a, clock %clk : <256 x 8>
  seq.firmem.write_port %m[%a] = %a, clock %clk : <256 x 8>
  // CHECK-NEXT: [[WORD:%[a-z0-9]+]] = seq.firmem.read_port %m[%a], clock %b : <256 x 8>
  %0 = seq.firmem.read_port %m[%a], clock %b : <256 x 8>
  // CHECK-NEXT: hw.output [[WORD]] : i8
  hw.output %0 : i8
}
