// Sides that are short and always defined are computed both, and the result is selected.
// RUN: flowright opt %s --passes if-conversion,canonicalize --verify-each
// BLESS
// ORACLE: mlir-opt-19

func.func @sum_of_positive(%n: index, %m: memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %zero : i32
    %next = scf.if %c -> i32 {
      %more = arith.addi %s, %x : i32
      scf.yield %more : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %next : i32
  }
  return %sum : i32
}

// The inner choice goes first.
func.func @nested(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %inner = scf.if %d -> i32 {
      %0 = arith.addi %a, %b : i32
      scf.yield %0 : i32
    } else {
      %1 = arith.subi %a, %b : i32
      scf.yield %1 : i32
    }
    %2 = arith.xori %inner, %b : i32
    scf.yield %2 : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// The store stays where it is, and so does what is read; the count is selected.
func.func @beside_a_store(%a: i32, %n: i32, %i: index, %c: i1, %m: memref<?xi32>) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r:2 = scf.if %c -> (i32, i32) {
    memref.store %a, %m[%i] : memref<?xi32>
    %count = arith.addi %n, %one : i32
    %read = memref.load %m[%i] : memref<?xi32>
    scf.yield %count, %read : i32, i32
  } else {
    scf.yield %n, %a : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// A division may be undefined.
func.func @division(%a: i32, %b: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = arith.divsi %a, %b : i32
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @sum_of_positive(%n: index, %m: memref<?xi32>) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %c = arith.cmpi sgt, %x, %zero : i32
// OUT:       %more = arith.addi %s, %x : i32
// OUT:       %next = arith.select %c, %more, %s : i32
// OUT:       scf.yield %next : i32
// OUT:     }
// OUT:     return %sum : i32
// OUT:   }
// OUT:   func.func @nested(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
// OUT:     %0 = arith.addi %a, %b : i32
// OUT:     %1 = arith.subi %a, %b : i32
// OUT:     %inner = arith.select %d, %0, %1 : i32
// OUT:     %2 = arith.xori %inner, %b : i32
// OUT:     %r = arith.select %c, %2, %b : i32
// OUT:     return %r : i32
// OUT:   }
// OUT:   func.func @beside_a_store(%a: i32, %n: i32, %i: index, %c: i1, %m: memref<?xi32>) -> (i32, i32) {
// OUT:     %one = arith.constant 1 : i32
// OUT:     %count = arith.addi %n, %one : i32
// OUT:     %r = arith.select %c, %count, %n : i32
// OUT:     %0 = scf.if %c -> (i32) {
// OUT:       memref.store %a, %m[%i] : memref<?xi32>
// OUT:       %read = memref.load %m[%i] : memref<?xi32>
// OUT:       scf.yield %read : i32
// OUT:     } else {
// OUT:       scf.yield %a : i32
// OUT:     }
// OUT:     return %r, %0 : i32, i32
// OUT:   }
// OUT:   func.func @division(%a: i32, %b: i32, %c: i1) -> i32 {
// OUT:     %r = scf.if %c -> (i32) {
// OUT:       %0 = arith.divsi %a, %b : i32
// OUT:       scf.yield %0 : i32
// OUT:     } else {
// OUT:       scf.yield %a : i32
// OUT:     }
// OUT:     return %r : i32
// OUT:   }
// OUT: }
