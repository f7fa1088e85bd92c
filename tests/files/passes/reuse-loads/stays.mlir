// Where loads are left alone.
// RUN: flowright opt %s --passes reuse-loads --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Without a round nothing is loaded.
func.func @may_not_run(%a: memref<10xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %after = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<10xi32>
    %y = memref.load %a[%after] : memref<10xi32>
    %xy = arith.addi %x, %y : i32
    %more = arith.addi %s, %xy : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// The loop writes one of the elements, or an argument that may be the same memory.
func.func @written(%a: memref<10xi32>, %b: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %after = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<10xi32>
    %y = memref.load %a[%after] : memref<10xi32>
    %xy = arith.addi %x, %y : i32
    memref.store %xy, %a[%after] : memref<10xi32>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %after = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<10xi32>
    %y = memref.load %a[%after] : memref<10xi32>
    %xy = arith.addi %x, %y : i32
    memref.store %xy, %b[%i] : memref<10xi32>
  }
  return
}

// A round that would load the element between does not come; one so far back is not carried; a sum that may wrap is another number.
func.func @apart(%a: memref<1024xi32>, %j: i8) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1 : i8
  %nine = arith.constant 9 : i8
  %none = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %gap = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %zero) -> (i32) {
    %after = arith.addi %i, %c2 : index
    %x = memref.load %a[%i] : memref<1024xi32>
    %z = memref.load %a[%after] : memref<1024xi32>
    %xz = arith.addi %x, %z : i32
    %more = arith.addi %s, %xz : i32
    scf.yield %more : i32
  }
  %far = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %gap) -> (i32) {
    %after = arith.addi %i, %c5 : index
    %x = memref.load %a[%i] : memref<1024xi32>
    %z = memref.load %a[%after] : memref<1024xi32>
    %xz = arith.addi %x, %z : i32
    %more = arith.addi %s, %xz : i32
    scf.yield %more : i32
  }
  %wraps = scf.for %i = %none to %nine step %one iter_args(%s = %far) -> (i32) : i8 {
    %after = arith.addi %i, %one : i8
    %at = arith.index_cast %i : i8 to index
    %at1 = arith.index_cast %after : i8 to index
    %x = memref.load %a[%at] : memref<1024xi32>
    %z = memref.load %a[%at1] : memref<1024xi32>
    %xz = arith.addi %x, %z : i32
    %more = arith.addi %s, %xz : i32
    scf.yield %more : i32
  }
  return %wraps : i32
}

// Read without a sign, the index of a round that begins below zero is not one more than that of the round before: 255 comes before 0.
func.func @unsigned(%a: memref<1024xi32>) -> i32 {
  %low = arith.constant -2 : i8
  %high = arith.constant 3 : i8
  %one = arith.constant 1 : i8
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %low to %high step %one iter_args(%s = %zero) -> (i32) : i8 {
    %at = arith.index_castui %i : i8 to index
    %after = arith.addi %at, %c1 : index
    %x = memref.load %a[%at] : memref<1024xi32>
    %y = memref.load %a[%after] : memref<1024xi32>
    %xy = arith.addi %x, %y : i32
    %more = arith.addi %s, %xy : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// Loads under a condition may not be done in the first round, and the subscripts of two memories are not compared.
func.func @choice(%a: memref<10xi32>, %b: memref<10xi32>, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (i32) {
    %after = arith.addi %i, %c1 : index
    %x = memref.load %b[%i] : memref<10xi32>
    %y = memref.load %a[%after] : memref<10xi32>
    %z = scf.if %c -> (i32) {
      %w = memref.load %a[%i] : memref<10xi32>
      scf.yield %w : i32
    } else {
      scf.yield %x : i32
    }
    %yz = arith.addi %y, %z : i32
    %more = arith.addi %s, %yz : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// OUT: module {
// OUT:   func.func @may_not_run(%a: memref<10xi32>, %n: index) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %after = arith.addi %i, %c1 : index
// OUT:       %x = memref.load %a[%i] : memref<10xi32>
// OUT:       %y = memref.load %a[%after] : memref<10xi32>
// OUT:       %xy = arith.addi %x, %y : i32
// OUT:       %more = arith.addi %s, %xy : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     return %sum : i32
// OUT:   }
// OUT:   func.func @written(%a: memref<10xi32>, %b: memref<10xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c9 = arith.constant 9 : index
// OUT:     scf.for %i = %c0 to %c9 step %c1 {
// OUT:       %after = arith.addi %i, %c1 : index
// OUT:       %x = memref.load %a[%i] : memref<10xi32>
// OUT:       %y = memref.load %a[%after] : memref<10xi32>
// OUT:       %xy = arith.addi %x, %y : i32
// OUT:       memref.store %xy, %a[%after] : memref<10xi32>
// OUT:     }
// OUT:     scf.for %i = %c0 to %c9 step %c1 {
// OUT:       %after = arith.addi %i, %c1 : index
// OUT:       %x = memref.load %a[%i] : memref<10xi32>
// OUT:       %y = memref.load %a[%after] : memref<10xi32>
// OUT:       %xy = arith.addi %x, %y : i32
// OUT:       memref.store %xy, %b[%i] : memref<10xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @apart(%a: memref<1024xi32>, %j: i8) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c5 = arith.constant 5 : index
// OUT:     %c9 = arith.constant 9 : index
// OUT:     %one = arith.constant 1 : i8
// OUT:     %nine = arith.constant 9 : i8
// OUT:     %none = arith.constant 0 : i8
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %gap = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %after = arith.addi %i, %c2 : index
// OUT:       %x = memref.load %a[%i] : memref<1024xi32>
// OUT:       %z = memref.load %a[%after] : memref<1024xi32>
// OUT:       %xz = arith.addi %x, %z : i32
// OUT:       %more = arith.addi %s, %xz : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     %far = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %gap) -> (i32) {
// OUT:       %after = arith.addi %i, %c5 : index
// OUT:       %x = memref.load %a[%i] : memref<1024xi32>
// OUT:       %z = memref.load %a[%after] : memref<1024xi32>
// OUT:       %xz = arith.addi %x, %z : i32
// OUT:       %more = arith.addi %s, %xz : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     %wraps = scf.for %i = %none to %nine step %one iter_args(%s = %far) -> (i32) : i8 {
// OUT:       %after = arith.addi %i, %one : i8
// OUT:       %at = arith.index_cast %i : i8 to index
// OUT:       %at1 = arith.index_cast %after : i8 to index
// OUT:       %x = memref.load %a[%at] : memref<1024xi32>
// OUT:       %z = memref.load %a[%at1] : memref<1024xi32>
// OUT:       %xz = arith.addi %x, %z : i32
// OUT:       %more = arith.addi %s, %xz : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     return %wraps : i32
// OUT:   }
// OUT:   func.func @choice(%a: memref<10xi32>, %b: memref<10xi32>, %c: i1) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c9 = arith.constant 9 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %after = arith.addi %i, %c1 : index
// OUT:       %x = memref.load %b[%i] : memref<10xi32>
// OUT:       %y = memref.load %a[%after] : memref<10xi32>
// OUT:       %z = scf.if %c -> (i32) {
// OUT:         %w = memref.load %a[%i] : memref<10xi32>
// OUT:         scf.yield %w : i32
// OUT:       } else {
// OUT:         scf.yield %x : i32
// OUT:       }
// OUT:       %yz = arith.addi %y, %z : i32
// OUT:       %more = arith.addi %s, %yz : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     return %sum : i32
// OUT:   }
// OUT: }
