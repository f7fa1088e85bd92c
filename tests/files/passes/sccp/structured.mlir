// Constants are followed through structured operations.
// RUN: flowright opt %s --passes sccp --verify-each | check
// ORACLE: mlir-opt-19

// The second carried value is seven in every round.
// CHECK-LABEL: func.func @for(%n: index, %x: i32) -> (i32, i32) {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %k = arith.constant 7 : i32
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %k) -> (i32, i32) {
// CHECK-NEXT: %w = arith.addi %s, %c7_i32 : i32
// CHECK-NEXT: scf.yield %w, %c7_i32 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r#0, %c7_i32 : i32, i32
// CHECK-NEXT: }
func.func @for(%n: index, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %k) -> (i32, i32) {
    %u = arith.muli %t, %k : i32
    %v = arith.divsi %u, %k : i32
    %w = arith.addi %s, %v : i32
    scf.yield %w, %v : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// A loop that does not run hands on what it starts with.
// CHECK-LABEL: func.func @zero_trip() -> i32 {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %k = arith.constant 7 : i32
// CHECK-NEXT: return %c7_i32 : i32
// CHECK-NEXT: }
func.func @zero_trip() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 7 : i32
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%s = %k) -> (i32) {
    %v = arith.addi %s, %k : i32
    scf.yield %v : i32
  }
  return %r : i32
}

// Only one branch is ever taken.
// CHECK-LABEL: func.func @if(%a: i32) -> i32 {
// CHECK-NEXT: %c14_i32 = arith.constant 14 : i32
// CHECK-NEXT: %t = arith.constant false
// CHECK-NEXT: %k = arith.constant 7 : i32
// CHECK-NEXT: return %c14_i32 : i32
// CHECK-NEXT: }
func.func @if(%a: i32) -> i32 {
  %t = arith.constant false
  %k = arith.constant 7 : i32
  %r = scf.if %t -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %k : i32
  }
  %s = arith.addi %r, %k : i32
  return %s : i32
}

// Either way it is seven.
// CHECK-LABEL: func.func @if_same(%c: i1) -> i32 {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: return %c7_i32 : i32
// CHECK-NEXT: }
func.func @if_same(%c: i1) -> i32 {
  %r = scf.if %c -> (i32) {
    %k = arith.constant 7 : i32
    scf.yield %k : i32
  } else {
    %k = arith.constant 7 : i32
    scf.yield %k : i32
  }
  return %r : i32
}

// The condition is false the first time.
// CHECK-LABEL: func.func @while_once(%a: i32) -> i32 {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %k = arith.constant 7 : i32
// CHECK-NEXT: %f = arith.constant false
// CHECK-NEXT: return %c7_i32 : i32
// CHECK-NEXT: }
func.func @while_once(%a: i32) -> i32 {
  %k = arith.constant 7 : i32
  %f = arith.constant false
  %r = scf.while (%x = %k) : (i32) -> i32 {
    scf.condition(%f) %x : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %a : i32
  }
  return %r : i32
}

// A known case, of both kinds of switches.
// CHECK-LABEL: func.func @switch(%a: i32) -> (i32, i32) {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %two = arith.constant 2 : index
// CHECK-NEXT: %k = arith.constant 7 : i32
// CHECK-NEXT: %s = arith.constant 5 : i32
// CHECK-NEXT: cf.switch %s : i32, [
// CHECK-NEXT: default: ^bb1(%a : i32),
// CHECK-NEXT: 4: ^bb1(%a : i32),
// CHECK-NEXT: 5: ^bb1(%k : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%v: i32):
// CHECK-NEXT: return %c7_i32, %c7_i32 : i32, i32
// CHECK-NEXT: }
func.func @switch(%a: i32) -> (i32, i32) {
  %two = arith.constant 2 : index
  %k = arith.constant 7 : i32
  %r = scf.index_switch %two -> i32
  case 2 { scf.yield %k : i32 }
  default { scf.yield %a : i32 }
  %s = arith.constant 5 : i32
  cf.switch %s : i32, [
    default: ^x(%a : i32),
    4: ^x(%a : i32),
    5: ^x(%k : i32)
  ]
^x(%v: i32):
  return %r, %v : i32, i32
}
