// Choices: values go to one side, results come from there.
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check

// One branch serves both sides. A constant is fired by the token of its side.
// CHECK-LABEL: handshake.func @if(%c: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["c", "a", "b", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %a_0, %a_1 = cond_br %c, %a : i1, i32
// CHECK-NEXT: %b_0, %b_1 = cond_br %c, %b : i1, i32
// CHECK-NEXT: %x = arith.divsi %a_0, %b_0 : i32
// CHECK-NEXT: %start_0, %start_1 = cond_br %c, %start : i1, none
// CHECK-NEXT: %0 = constant %start_1 {value = 5 : i32} : none, i32
// CHECK-NEXT: %y = arith.muli %a_1, %0 : i32
// CHECK-NEXT: %r = mux %c [%y, %x] : i1, [i32, i32] to i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @if(%c: i1, %a: i32, %b: i32) -> i32 attributes {kernel} {
  %c5 = arith.constant 5 : i32
  %r = scf.if %c -> (i32) {
    %x = arith.divsi %a, %b : i32
    scf.yield %x : i32
  } else {
    %y = arith.muli %a, %c5 : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// A loop on one side: the other passes the old value.
// CHECK-LABEL: handshake.func @loop_inside(%c: i1, %n: index, %a: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["c", "n", "a", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %start_0, %start_1 = cond_br %c, %start : i1, none
// CHECK-NEXT: %0 = constant %start_0 {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start_0 {value = 1 : index} : none, index
// CHECK-NEXT: %n_0, %n_1 = cond_br %c, %n : i1, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n_0
// CHECK-NEXT: %a_0, %a_1 = cond_br %c, %a : i1, i32
// CHECK-NEXT: %p = dataflow.carry %2, %a_0, %q : i1, i32, i32 -> i32
// CHECK-NEXT: %p_0, %s = cond_br %2, %p : i1, i32
// CHECK-NEXT: %q = arith.muli %p_0, %p_0 : i32
// CHECK-NEXT: %r = mux %c [%a_1, %s] : i1, [i32, i32] to i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @loop_inside(%c: i1, %n: index, %a: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.if %c -> (i32) {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (i32) {
      %q = arith.muli %p, %p : i32
      scf.yield %q : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// First whether it is any of the cases, then which half of them.
// CHECK-LABEL: handshake.func @switch(%n: index, %a: i32, %b: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["n", "a", "b", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = -5 : index} : none, index
// CHECK-NEXT: %1 = arith.cmpi eq, %n, %0 : index
// CHECK-NEXT: %2 = constant %start {value = 2 : index} : none, index
// CHECK-NEXT: %3 = arith.cmpi eq, %n, %2 : index
// CHECK-NEXT: %4 = arith.ori %1, %3 : i1
// CHECK-NEXT: %5 = constant %start {value = 9 : index} : none, index
// CHECK-NEXT: %6 = arith.cmpi eq, %n, %5 : index
// CHECK-NEXT: %7 = arith.ori %4, %6 : i1
// CHECK-NEXT: %n_0, %n_1 = cond_br %7, %n : i1, index
// CHECK-NEXT: %start_0, %start_1 = cond_br %7, %start : i1, none
// CHECK-NEXT: %8 = constant %start_0 {value = 2 : index} : none, index
// CHECK-NEXT: %9 = arith.cmpi slt, %n_0, %8 : index
// CHECK-NEXT: %n_2, %n_3 = cond_br %9, %n_0 : i1, index
// CHECK-NEXT: %start_2, %start_3 = cond_br %9, %start_0 : i1, none
// CHECK-NEXT: %10 = constant %start_3 {value = 9 : index} : none, index
// CHECK-NEXT: %11 = arith.cmpi slt, %n_3, %10 : index
// CHECK-NEXT: %a_0, %a_1 = cond_br %7, %a : i1, i32
// CHECK-NEXT: %a_2, %a_3 = cond_br %9, %a_0 : i1, i32
// CHECK-NEXT: %a_4, %a_5 = cond_br %11, %a_3 : i1, i32
// CHECK-NEXT: %b_0, %b_1 = cond_br %7, %b : i1, i32
// CHECK-NEXT: %b_2, %b_3 = cond_br %9, %b_0 : i1, i32
// CHECK-NEXT: %b_4, %b_5 = cond_br %11, %b_3 : i1, i32
// CHECK-NEXT: %x = arith.addi %a_4, %b_4 : i32
// CHECK-NEXT: %12 = mux %11 [%a_5, %x] : i1, [i32, i32] to i32
// CHECK-NEXT: %13 = mux %9 [%12, %b_2] : i1, [i32, i32] to i32
// CHECK-NEXT: %y = arith.muli %a_1, %b_1 : i32
// CHECK-NEXT: %14 = mux %7 [%y, %13] : i1, [i32, i32] to i32
// CHECK-NEXT: end %14, %start : i32, none
// CHECK-NEXT: }
func.func @switch(%n: index, %a: i32, %b: i32) -> i32 attributes {kernel} {
  %r = scf.index_switch %n -> i32
  case 9 {
    scf.yield %a : i32
  }
  case 2 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  }
  case -5 {
    scf.yield %b : i32
  }
  default {
    %y = arith.muli %a, %b : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// Blocks are made structured first, also those of a region inside.
// CHECK-LABEL: handshake.func @blocks(%c: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["c", "a", "b", "start"], kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %a_0, %a_1 = cond_br %c, %a : i1, i32
// CHECK-NEXT: %b_0, %b_1 = cond_br %c, %b : i1, i32
// CHECK-NEXT: %x = arith.addi %a_0, %b_0 : i32
// CHECK-NEXT: %y = arith.subi %a_1, %b_1 : i32
// CHECK-NEXT: %r = mux %c [%y, %x] : i1, [i32, i32] to i32
// CHECK-NEXT: end %r, %start : i32, none
// CHECK-NEXT: }
func.func @blocks(%c: i1, %a: i32, %b: i32) -> i32 attributes {kernel} {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = arith.addi %a, %b : i32
  cf.br ^bb3(%x : i32)
^bb2:
  %y = arith.subi %a, %b : i32
  cf.br ^bb3(%y : i32)
^bb3(%r: i32):
  return %r : i32
}
