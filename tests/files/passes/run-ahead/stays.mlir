// What a loop must not compute for a round that does not come, or would gain nothing by, stays behind its condition.
// RUN: flowright opt %s --passes run-ahead --verify-each
// BLESS
// ORACLE: mlir-opt-19

// A loop that counts starts its rounds without waiting for what they compute.
func.func @counts(%n: i32, %x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %zero, %s = %one) : (i32, i32) -> (i32, i32) {
    %less = arith.cmpi slt, %i, %n : i32
    scf.condition(%less) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %t = arith.xori %s, %x : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %t : i32, i32
  }
  return %r#1 : i32
}

// A division may be undefined, and a load out of range.
func.func @undefined(%n: i32, %m: memref<10xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%a = %n, %b = %n) : (i32, i32) -> (i32, i32) {
    %differ = arith.cmpi ne, %a, %zero : i32
    scf.condition(%differ) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %quotient = arith.divui %b, %a : i32
    %at = arith.index_cast %a : i32 to index
    %x = memref.load %m[%at] : memref<10xi32>
    %y = arith.xori %x, %b : i32
    scf.yield %y, %quotient : i32, i32
  }
  return %r#1 : i32
}

// Where another run follows, a product for a round that does not come would hold it up.
func.func @again(%n: index, %x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c100 = arith.constant 100 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> i32 {
    %t = scf.while (%a = %s) : (i32) -> i32 {
      %less = arith.cmpi ult, %a, %c100 : i32
      scf.condition(%less) %a : i32
    } do {
    ^bb0(%a: i32):
      %square = arith.muli %a, %a : i32
      scf.yield %square : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @counts(%n: i32, %x: i32) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %one = arith.constant 1 : i32
// OUT:     %r:2 = scf.while (%i = %zero, %s = %one) : (i32, i32) -> (i32, i32) {
// OUT:       %less = arith.cmpi slt, %i, %n : i32
// OUT:       scf.condition(%less) %i, %s : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %s: i32):
// OUT:       %t = arith.xori %s, %x : i32
// OUT:       %j = arith.addi %i, %one : i32
// OUT:       scf.yield %j, %t : i32, i32
// OUT:     }
// OUT:     return %r#1 : i32
// OUT:   }
// OUT:   func.func @undefined(%n: i32, %m: memref<10xi32>) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %r:2 = scf.while (%a = %n, %b = %n) : (i32, i32) -> (i32, i32) {
// OUT:       %differ = arith.cmpi ne, %a, %zero : i32
// OUT:       scf.condition(%differ) %a, %b : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%a: i32, %b: i32):
// OUT:       %quotient = arith.divui %b, %a : i32
// OUT:       %at = arith.index_cast %a : i32 to index
// OUT:       %x = memref.load %m[%at] : memref<10xi32>
// OUT:       %y = arith.xori %x, %b : i32
// OUT:       scf.yield %y, %quotient : i32, i32
// OUT:     }
// OUT:     return %r#1 : i32
// OUT:   }
// OUT:   func.func @again(%n: index, %x: i32) -> i32 {
// OUT:     %zero = arith.constant 0 : index
// OUT:     %one = arith.constant 1 : index
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> (i32) {
// OUT:       %t = scf.while (%a = %s) : (i32) -> i32 {
// OUT:         %less = arith.cmpi ult, %a, %c100 : i32
// OUT:         scf.condition(%less) %a : i32
// OUT:       } do {
// OUT:       ^bb0(%a: i32):
// OUT:         %square = arith.muli %a, %a : i32
// OUT:         scf.yield %square : i32
// OUT:       }
// OUT:       scf.yield %t : i32
// OUT:     }
// OUT:     return %r : i32
// OUT:   }
// OUT: }
