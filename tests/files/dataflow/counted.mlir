// A `while` that counts is a stream, with its own step and its own comparison.
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check

// CHECK-LABEL: handshake.func @powers(%from: i32, %to: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["from", "to", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 2 : i32} : none, i32
// CHECK-NEXT: %k, %1 = dataflow.stream %from, %0, %to {cont_cond = "ule", step_op = "mul"} : i32
// CHECK-NEXT: %2 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %s = dataflow.carry %1, %2, %u : i1, i32, i32 -> i32
// CHECK-NEXT: %l, %r = cond_br %1, %k : i1, i32
// CHECK-NEXT: %t, %3 = cond_br %1, %s : i1, i32
// CHECK-NEXT: %u = arith.addi %t, %l : i32
// CHECK-NEXT: end %3, %start : i32, none
// CHECK-NEXT: }
func.func @powers(%from: i32, %to: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %r:2 = scf.while (%k = %from, %s = %c0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ule, %k, %to : i32
    scf.condition(%c) %k, %s : i32, i32
  } do {
  ^bb0(%l: i32, %t: i32):
    %next = arith.muli %l, %c2 : i32
    %u = arith.addi %t, %l : i32
    scf.yield %next, %u : i32, i32
  }
  return %r#1 : i32
}

// The step may stand before the test; the bound may stand on the left.
// CHECK-LABEL: handshake.func @down(%n: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 1 : i32} : none, i32
// CHECK-NEXT: %1 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %k, %2 = dataflow.stream %n, %0, %1 {cont_cond = "sgt", step_op = "sub"} : i32
// CHECK-NEXT: %s = dataflow.carry %2, %1, %u : i1, i32, i32 -> i32
// CHECK-NEXT: %start_0 = join %2 : [i1] to none
// CHECK-NEXT: %3 = constant %start_0 {value = 1 : i32} : none, i32
// CHECK-NEXT: %l = arith.subi %k, %3 : i32
// CHECK-NEXT: %l_0, %r = cond_br %2, %l : i1, i32
// CHECK-NEXT: %t, %4 = cond_br %2, %s : i1, i32
// CHECK-NEXT: %u = arith.addi %t, %l_0 : i32
// CHECK-NEXT: end %4, %start : i32, none
// CHECK-NEXT: }
func.func @down(%n: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%k = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
    %l = arith.subi %k, %c1 overflow<nsw> : i32
    %c = arith.cmpi slt, %c0, %k : i32
    scf.condition(%c) %l, %s : i32, i32
  } do {
  ^bb0(%l: i32, %t: i32):
    %u = arith.addi %t, %l : i32
    scf.yield %l, %u : i32, i32
  }
  return %r#1 : i32
}

// A step that may be zero is the program's own affair, and so is a bound that changes.
// CHECK-LABEL: handshake.func @not_counted(%n: i32, %step: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "step", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %k = dataflow.carry %c, %0, %next : i1, i32, i32 -> i32
// CHECK-NEXT: %n_0 = dataflow.invariant %c, %n : i1, i32 -> i32
// CHECK-NEXT: %c = arith.cmpi slt, %k, %n_0 : i32
// CHECK-NEXT: %l, %r = cond_br %c, %k : i1, i32
// CHECK-NEXT: %step_0 = dataflow.invariant %c, %step : i1, i32 -> i32
// CHECK-NEXT: %step_1, %1 = dataflow.gate %step_0, %c : i32, i1 -> i32, i1
// CHECK-NEXT: %next = arith.addi %l, %step_1 : i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @not_counted(%n: i32, %step: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%k = %c0) : (i32) -> i32 {
    %c = arith.cmpi slt, %k, %n : i32
    scf.condition(%c) %k : i32
  } do {
  ^bb0(%l: i32):
    %next = arith.addi %l, %step : i32
    scf.yield %next : i32
  }
  return %r : i32
}
