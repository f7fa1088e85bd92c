// What a loop computes for its next round is computed beside its condition, if that shortens a round.
// RUN: flowright opt %s --passes run-ahead,canonicalize --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Both next values wait for both values of this round.
func.func @gcd(%m: i32, %n: i32) -> i32 {
  %r:2 = scf.while (%a = %m, %b = %n) : (i32, i32) -> (i32, i32) {
    %differ = arith.cmpi ne, %a, %b : i32
    scf.condition(%differ) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %more = arith.cmpi sgt, %a, %b : i32
    %x = arith.subi %a, %b : i32
    %a1 = arith.select %more, %x, %a : i32
    %y = arith.subi %b, %a : i32
    %b1 = arith.select %more, %b, %y : i32
    scf.yield %a1, %b1 : i32, i32
  }
  return %r#0 : i32
}

// What is stored stays behind the condition, and gets there what was computed before it. A step by a literal follows its value as it is.
func.func @trace(%from: i32, %m: memref<100xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%x = %from, %at = %zero) : (i32, index) -> (i32, index) {
    %goes_on = arith.cmpi ne, %x, %c1 : i32
    scf.condition(%goes_on) %x, %at : i32, index
  } do {
  ^bb0(%x: i32, %at: index):
    %bit = arith.trunci %x : i32 to i1
    %half = arith.shrui %x, %c1 : i32
    %less = arith.subi %x, %c1 : i32
    %next = arith.select %bit, %less, %half : i32
    memref.store %next, %m[%at] : memref<100xi32>
    %at1 = arith.addi %at, %one : index
    scf.yield %next, %at1 : i32, index
  }
  return
}

// OUT: module {
// OUT:   func.func @gcd(%m: i32, %n: i32) -> i32 {
// OUT:     %r:3 = scf.while (%a = %m, %b = %n) : (i32, i32) -> (i32, i32, i32) {
// OUT:       %differ = arith.cmpi ne, %a, %b : i32
// OUT:       %more = arith.cmpi sgt, %a, %b : i32
// OUT:       %x = arith.subi %a, %b : i32
// OUT:       %a1 = arith.select %more, %x, %a : i32
// OUT:       %y = arith.subi %b, %a : i32
// OUT:       %b1 = arith.select %more, %b, %y : i32
// OUT:       scf.condition(%differ) %a, %a1, %b1 : i32, i32, i32
// OUT:     } do {
// OUT:     ^bb0(%a: i32, %a1: i32, %b1: i32):
// OUT:       scf.yield %a1, %b1 : i32, i32
// OUT:     } attributes {runsAhead}
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @trace(%from: i32, %m: memref<100xi32>) {
// OUT:     %zero = arith.constant 0 : index
// OUT:     %one = arith.constant 1 : index
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %0:2 = scf.while (%x = %from, %at = %zero) : (i32, index) -> (index, i32) {
// OUT:       %goes_on = arith.cmpi ne, %x, %c1 : i32
// OUT:       %bit = arith.trunci %x : i32 to i1
// OUT:       %half = arith.shrui %x, %c1 : i32
// OUT:       %less = arith.subi %x, %c1 : i32
// OUT:       %next = arith.select %bit, %less, %half : i32
// OUT:       scf.condition(%goes_on) %at, %next : index, i32
// OUT:     } do {
// OUT:     ^bb0(%at: index, %next: i32):
// OUT:       memref.store %next, %m[%at] : memref<100xi32>
// OUT:       %at1 = arith.addi %at, %one : index
// OUT:       scf.yield %next, %at1 : i32, index
// OUT:     } attributes {runsAhead}
// OUT:     return
// OUT:   }
// OUT: }
