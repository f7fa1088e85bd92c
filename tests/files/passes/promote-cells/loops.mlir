// An element that a loop reads and writes in every round is carried through it.
// RUN: flowright opt %s --passes promote-cells --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The loop surely has a round, which reads the element first.
func.func @sum(%a: memref<8xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%k] : memref<8xi32>
    %n = arith.index_cast %i : index to i32
    %y = arith.addi %x, %n : i32
    memref.store %y, %a[%k] : memref<8xi32>
  }
  return
}

// Nobody knows whether the loop has a round, but the element is written before it.
func.func @written_before(%a: memref<8xi32>, %k: index, %n: index, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %zero, %a[%k] : memref<8xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%k] : memref<8xi32>
    %m = arith.index_cast %i : index to i32
    %y = arith.addi %x, %m : i32
    memref.store %y, %a[%k] : memref<8xi32>
  }
  return
}

// What every round writes first needs no load.
func.func @written_first(%a: memref<8xi32>, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (i32) {
    %n = arith.index_cast %i : index to i32
    memref.store %n, %a[%k] : memref<8xi32>
    %x = memref.load %a[%k] : memref<8xi32>
    %more = arith.addi %s, %x : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// A store under a condition is a choice; other elements stay in memory.
func.func @choice(%a: memref<8xi32>, %n: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%c1] : memref<8xi32>
    %m = arith.index_cast %i : index to i32
    memref.store %m, %a[%c2] : memref<8xi32>
    %less = arith.cmpi slt, %x, %m : i32
    scf.if %less {
      memref.store %m, %a[%c1] : memref<8xi32>
    }
  }
  return
}

// The test of a `while` is made once at least. Subscripts that differ by a literal are never the same.
func.func @while(%a: memref<8xi32>, %k: index) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %next = arith.addi %k, %c1 : index
  scf.while : () -> () {
    %x = memref.load %a[%k] : memref<8xi32>
    %y = memref.load %a[%next] : memref<8xi32>
    %less = arith.cmpi slt, %x, %y : i32
    scf.condition(%less)
  } do {
    %x = memref.load %a[%k] : memref<8xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%k] : memref<8xi32>
    scf.yield
  }
  return
}

// It leaves as many loops as it can: two for the one element, one for the other.
func.func @nest(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1 : i32
  %b = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %one, %b[%i] : memref<4xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %a[%c7] : memref<8xi32>
      %y = memref.load %b[%i] : memref<4xi32>
      %sum = arith.addi %x, %y : i32
      memref.store %sum, %a[%c7] : memref<8xi32>
      memref.store %sum, %b[%i] : memref<4xi32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @sum(%a: memref<8xi32>, %k: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %0 = memref.load %a[%k] : memref<8xi32>
// OUT:     %a_0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a_1 = %0) -> (i32) {
// OUT:       %n = arith.index_cast %i : index to i32
// OUT:       %y = arith.addi %a_1, %n : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     memref.store %a_0, %a[%k] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @written_before(%a: memref<8xi32>, %k: index, %n: index, %zero: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     memref.store %zero, %a[%k] : memref<8xi32>
// OUT:     %0 = memref.load %a[%k] : memref<8xi32>
// OUT:     %a_0 = scf.for %i = %c0 to %n step %c1 iter_args(%a_1 = %0) -> (i32) {
// OUT:       %m = arith.index_cast %i : index to i32
// OUT:       %y = arith.addi %a_1, %m : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     memref.store %a_0, %a[%k] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @written_first(%a: memref<8xi32>, %k: index) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %sum:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero, %a_0 = %c0_i32) -> (i32, i32) {
// OUT:       %n = arith.index_cast %i : index to i32
// OUT:       %more = arith.addi %s, %n : i32
// OUT:       scf.yield %more, %n : i32, i32
// OUT:     }
// OUT:     memref.store %sum#1, %a[%k] : memref<8xi32>
// OUT:     return %sum#0 : i32
// OUT:   }
// OUT:   func.func @choice(%a: memref<8xi32>, %n: memref<8xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = memref.load %a[%c1] : memref<8xi32>
// OUT:     %a_0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a_1 = %c0_i32, %a_2 = %0) -> (i32, i32) {
// OUT:       %m = arith.index_cast %i : index to i32
// OUT:       %less = arith.cmpi slt, %a_2, %m : i32
// OUT:       %a_3 = scf.if %less -> (i32) {
// OUT:         scf.yield %m : i32
// OUT:       } else {
// OUT:         scf.yield %a_2 : i32
// OUT:       }
// OUT:       scf.yield %m, %a_3 : i32, i32
// OUT:     }
// OUT:     memref.store %a_0#1, %a[%c1] : memref<8xi32>
// OUT:     memref.store %a_0#0, %a[%c2] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @while(%a: memref<8xi32>, %k: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %one = arith.constant 1 : i32
// OUT:     %next = arith.addi %k, %c1 : index
// OUT:     %0 = memref.load %a[%k] : memref<8xi32>
// OUT:     %a_0 = scf.while (%a_1 = %0) : (i32) -> i32 {
// OUT:       %y = memref.load %a[%next] : memref<8xi32>
// OUT:       %less = arith.cmpi slt, %a_1, %y : i32
// OUT:       scf.condition(%less) %a_1 : i32
// OUT:     } do {
// OUT:     ^bb0(%a_1: i32):
// OUT:       %y = arith.addi %a_1, %one : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     memref.store %a_0, %a[%k] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @nest(%a: memref<8xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %one = arith.constant 1 : i32
// OUT:     %b = memref.alloc() : memref<4xi32>
// OUT:     %0 = memref.load %a[%c7] : memref<8xi32>
// OUT:     %a_0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a_1 = %0) -> (i32) {
// OUT:       memref.store %one, %b[%i] : memref<4xi32>
// OUT:       %1 = memref.load %b[%i] : memref<4xi32>
// OUT:       %a_2:2 = scf.for %j = %c0 to %c4 step %c1 iter_args(%a_3 = %a_1, %b_0 = %1) -> (i32, i32) {
// OUT:         %sum = arith.addi %a_3, %b_0 : i32
// OUT:         scf.yield %sum, %sum : i32, i32
// OUT:       }
// OUT:       memref.store %a_2#1, %b[%i] : memref<4xi32>
// OUT:       scf.yield %a_2#0 : i32
// OUT:     }
// OUT:     memref.store %a_0, %a[%c7] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT: }
