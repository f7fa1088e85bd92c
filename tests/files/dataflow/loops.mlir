// Loops: a stream of indices, carried values, values from outside.
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check

// The body sees the carried value on the true side of the condition; on the false side it is the result, which is the first one for a loop of no rounds.
// CHECK-LABEL: handshake.func @sum(%n: index, %first: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "first", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %sum = dataflow.carry %2, %first, %next : i1, i32, i32 -> i32
// CHECK-NEXT: %sum_0, %r = cond_br %2, %sum : i1, i32
// CHECK-NEXT: %i_0, %3 = dataflow.gate %i, %2 : index, i1 -> index, i1
// CHECK-NEXT: %x = arith.index_cast %i_0 : index to i32
// CHECK-NEXT: %next = arith.addi %sum_0, %x : i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @sum(%n: index, %first: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %first) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %next = arith.addi %sum, %x overflow<nsw> : i32
    scf.yield %next : i32
  }
  return %r : i32
}

// A value from outside is repeated along the condition and loses the last one on its way into the body; so does the token that fires constants.
// CHECK-LABEL: handshake.func @outside(%n: i32, %x: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "x", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %1 = constant %start {value = 1 : i32} : none, i32
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n : i32
// CHECK-NEXT: %p = dataflow.carry %2, %1, %s : i1, i32, i32 -> i32
// CHECK-NEXT: %p_0, %r = cond_br %2, %p : i1, i32
// CHECK-NEXT: %x_0 = dataflow.invariant %2, %x : i1, i32 -> i32
// CHECK-NEXT: %x_1, %3 = dataflow.gate %x_0, %2 : i32, i1 -> i32, i1
// CHECK-NEXT: %q = arith.muli %p_0, %x_1 : i32
// CHECK-NEXT: %start_0 = join %2 : [i1] to none
// CHECK-NEXT: %start_1, %4 = dataflow.gate %start_0, %2 : none, i1 -> none, i1
// CHECK-NEXT: %5 = constant %start_1 {value = 7 : i32} : none, i32
// CHECK-NEXT: %s = arith.addi %q, %5 : i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @outside(%n: i32, %x: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
    %q = arith.muli %p, %x : i32
    %s = arith.addi %q, %c7 : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// Into an inner loop a value goes through the outer one. Each loop has its own stream, even if they count alike.
// CHECK-LABEL: handshake.func @nest(%n: index, %x: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "x", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %3 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %a = dataflow.carry %2, %3, %s : i1, i32, i32 -> i32
// CHECK-NEXT: %a_0, %r = cond_br %2, %a : i1, i32
// CHECK-NEXT: %start_0 = join %2 : [i1] to none
// CHECK-NEXT: %start_1, %4 = dataflow.gate %start_0, %2 : none, i1 -> none, i1
// CHECK-NEXT: %5 = constant %start_1 {value = 0 : index} : none, index
// CHECK-NEXT: %6 = constant %start_1 {value = 1 : index} : none, index
// CHECK-NEXT: %n_0 = dataflow.invariant %2, %n : i1, index -> index
// CHECK-NEXT: %n_1, %7 = dataflow.gate %n_0, %2 : index, i1 -> index, i1
// CHECK-NEXT: %j, %8 = dataflow.stream %5, %6, %n_1
// CHECK-NEXT: %b = dataflow.carry %8, %a_0, %t : i1, i32, i32 -> i32
// CHECK-NEXT: %b_0, %s = cond_br %8, %b : i1, i32
// CHECK-NEXT: %x_0 = dataflow.invariant %2, %x : i1, i32 -> i32
// CHECK-NEXT: %x_1, %9 = dataflow.gate %x_0, %2 : i32, i1 -> i32, i1
// CHECK-NEXT: %x_2 = dataflow.invariant %8, %x_1 : i1, i32 -> i32
// CHECK-NEXT: %x_3, %10 = dataflow.gate %x_2, %8 : i32, i1 -> i32, i1
// CHECK-NEXT: %t = arith.addi %b_0, %x_3 : i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @nest(%n: index, %x: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (i32) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (i32) {
      %t = arith.addi %b, %x : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// The condition of a `while` is computed from what is carried along it; the first region is activated once more than the second.
// CHECK-LABEL: handshake.func @collatz(%n: i32, %start: none, ...) -> (i32, i32, none) attributes {argNames = ["n", "start"], kernel, resNames = ["out0", "out1", "end"]} {
// CHECK-NEXT: %x = dataflow.carry %c, %n, %z : i1, i32, i32 -> i32
// CHECK-NEXT: %0 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %k = dataflow.carry %c, %0, %m : i1, i32, i32 -> i32
// CHECK-NEXT: %start_0 = dataflow.invariant %c, %start : i1, none -> none
// CHECK-NEXT: %1 = constant %start_0 {value = 1 : i32} : none, i32
// CHECK-NEXT: %c = arith.cmpi ne, %x, %1 : i32
// CHECK-NEXT: %y, %r = cond_br %c, %x : i1, i32
// CHECK-NEXT: %l, %2 = cond_br %c, %k : i1, i32
// CHECK-NEXT: %start_1, %3 = dataflow.gate %start_0, %c : none, i1 -> none, i1
// CHECK-NEXT: %4 = constant %start_1 {value = 1 : i32} : none, i32
// CHECK-NEXT: %half = arith.shrui %y, %4 : i32
// CHECK-NEXT: %5 = constant %start_1 {value = 3 : i32} : none, i32
// CHECK-NEXT: %more = arith.muli %y, %5 : i32
// CHECK-NEXT: %again = arith.addi %more, %4 : i32
// CHECK-NEXT: %odd = arith.trunci %y : i32 to i1
// CHECK-NEXT: %z = arith.select %odd, %again, %half : i32
// CHECK-NEXT: %m = arith.addi %l, %4 : i32
// CHECK-NEXT: end %r, %2, %start : i32, i32, none
// CHECK-NEXT: }
func.func @collatz(%n: i32) -> (i32, i32) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%x = %n, %k = %c0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %x, %c1 : i32
    scf.condition(%c) %x, %k : i32, i32
  } do {
  ^bb0(%y: i32, %l: i32):
    %half = arith.shrui %y, %c1 : i32
    %more = arith.muli %y, %c3 : i32
    %again = arith.addi %more, %c1 : i32
    %odd = arith.trunci %y : i32 to i1
    %z = arith.select %odd, %again, %half : i32
    %m = arith.addi %l, %c1 : i32
    scf.yield %z, %m : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// A parallel loop is a nest of loops that all carry the total.
// CHECK-LABEL: handshake.func @parallel(%n: index, %m: index, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "m", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %3 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %r = dataflow.carry %2, %3, %10 : i1, i32, i32 -> i32
// CHECK-NEXT: %r_0, %4 = cond_br %2, %r : i1, i32
// CHECK-NEXT: %start_0 = join %2 : [i1] to none
// CHECK-NEXT: %start_1, %5 = dataflow.gate %start_0, %2 : none, i1 -> none, i1
// CHECK-NEXT: %6 = constant %start_1 {value = 0 : index} : none, index
// CHECK-NEXT: %7 = constant %start_1 {value = 1 : index} : none, index
// CHECK-NEXT: %m_0 = dataflow.invariant %2, %m : i1, index -> index
// CHECK-NEXT: %m_1, %8 = dataflow.gate %m_0, %2 : index, i1 -> index, i1
// CHECK-NEXT: %j, %9 = dataflow.stream %6, %7, %m_1
// CHECK-NEXT: %r_1 = dataflow.carry %9, %r_0, %s : i1, i32, i32 -> i32
// CHECK-NEXT: %r_2, %10 = cond_br %9, %r_1 : i1, i32
// CHECK-NEXT: %i_0, %11 = dataflow.gate %i, %2 : index, i1 -> index, i1
// CHECK-NEXT: %i_1 = dataflow.invariant %9, %i_0 : i1, index -> index
// CHECK-NEXT: %i_2, %12 = dataflow.gate %i_1, %9 : index, i1 -> index, i1
// CHECK-NEXT: %j_0, %13 = dataflow.gate %j, %9 : index, i1 -> index, i1
// CHECK-NEXT: %p = arith.muli %i_2, %j_0 : index
// CHECK-NEXT: %x = arith.index_cast %p : index to i32
// CHECK-NEXT: %s = arith.addi %r_2, %x : i32
// CHECK-NEXT: end %4, %start : i32, none
// CHECK-NEXT: }
func.func @parallel(%n: index, %m: index) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%z) -> i32 {
    %p = arith.muli %i, %j : index
    %x = arith.index_cast %p : index to i32
    scf.reduce(%x : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}
