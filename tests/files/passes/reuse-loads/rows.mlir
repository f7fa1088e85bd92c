// Of the loads that other rounds repeat, the foremost stays.
// RUN: flowright opt %s --passes reuse-loads --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Three in a row, of which two were loaded by earlier rounds.
func.func @stencil(%a: memref<10xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c1 to %c9 step %c1 iter_args(%s = %zero) -> (i32) {
    %before = arith.addi %i, %cm1 : index
    %after = arith.addi %i, %c1 : index
    %x = memref.load %a[%before] : memref<10xi32>
    %y = memref.load %a[%i] : memref<10xi32>
    %z = memref.load %a[%after] : memref<10xi32>
    %xy = arith.addi %x, %y : i32
    %xyz = arith.addi %xy, %z : i32
    %more = arith.addi %s, %xyz : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// Two rows of a matrix by an index of fewer bits that does not wrap; the step is two, so the element between is another row's.
func.func @rows(%a: memref<4x10xi32>, %r: index) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %zero to %c7 step %c2 iter_args(%s = %zero) -> (i32) : i32 {
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    %after = arith.addi %i, %c2 overflow<nsw> : i32
    %at = arith.index_cast %i : i32 to index
    %at1 = arith.index_cast %next : i32 to index
    %at2 = arith.index_cast %after : i32 to index
    %x = memref.load %a[%r, %at] : memref<4x10xi32>
    %y = memref.load %a[%r, %at1] : memref<4x10xi32>
    %z = memref.load %a[%r, %at2] : memref<4x10xi32>
    %xy = arith.addi %x, %y : i32
    %xyz = arith.addi %xy, %z : i32
    %more = arith.addi %s, %xyz : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// The element between is loaded by the second round, which there is.
func.func @gap(%a: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %zero) -> (i32) {
    %after = arith.addi %i, %c2 : index
    %x = memref.load %a[%i] : memref<10xi32>
    %z = memref.load %a[%after] : memref<10xi32>
    %xz = arith.addi %x, %z : i32
    %more = arith.addi %s, %xz : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// OUT: module {
// OUT:   func.func @stencil(%a: memref<10xi32>) -> i32 {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cm1 = arith.constant -1 : index
// OUT:     %c9 = arith.constant 9 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %0 = memref.load %a[%c1] : memref<10xi32>
// OUT:     %c-1 = arith.constant -1 : index
// OUT:     %1 = arith.addi %c1, %c-1 : index
// OUT:     %2 = memref.load %a[%1] : memref<10xi32>
// OUT:     %sum:3 = scf.for %i = %c1 to %c9 step %c1 iter_args(%s = %zero, %y = %0, %x = %2) -> (i32, i32, i32) {
// OUT:       %before = arith.addi %i, %cm1 : index
// OUT:       %after = arith.addi %i, %c1 : index
// OUT:       %z = memref.load %a[%after] : memref<10xi32>
// OUT:       %xy = arith.addi %x, %y : i32
// OUT:       %xyz = arith.addi %xy, %z : i32
// OUT:       %more = arith.addi %s, %xyz : i32
// OUT:       scf.yield %more, %z, %y : i32, i32, i32
// OUT:     }
// OUT:     return %sum#0 : i32
// OUT:   }
// OUT:   func.func @rows(%a: memref<4x10xi32>, %r: index) -> i32 {
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c2 = arith.constant 2 : i32
// OUT:     %c7 = arith.constant 7 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %0 = arith.index_cast %zero : i32 to index
// OUT:     %1 = memref.load %a[%r, %0] : memref<4x10xi32>
// OUT:     %sum:2 = scf.for %i = %zero to %c7 step %c2 iter_args(%s = %zero, %x = %1) -> (i32, i32) : i32 {
// OUT:       %next = arith.addi %i, %c1 overflow<nsw> : i32
// OUT:       %after = arith.addi %i, %c2 overflow<nsw> : i32
// OUT:       %at = arith.index_cast %i : i32 to index
// OUT:       %at1 = arith.index_cast %next : i32 to index
// OUT:       %at2 = arith.index_cast %after : i32 to index
// OUT:       %y = memref.load %a[%r, %at1] : memref<4x10xi32>
// OUT:       %z = memref.load %a[%r, %at2] : memref<4x10xi32>
// OUT:       %xy = arith.addi %x, %y : i32
// OUT:       %xyz = arith.addi %xy, %z : i32
// OUT:       %more = arith.addi %s, %xyz : i32
// OUT:       scf.yield %more, %z : i32, i32
// OUT:     }
// OUT:     return %sum#0 : i32
// OUT:   }
// OUT:   func.func @gap(%a: memref<10xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %0 = arith.addi %c0, %c1_0 : index
// OUT:     %1 = memref.load %a[%0] : memref<10xi32>
// OUT:     %2 = memref.load %a[%c0] : memref<10xi32>
// OUT:     %sum:3 = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %zero, %z = %1, %x = %2) -> (i32, i32, i32) {
// OUT:       %after = arith.addi %i, %c2 : index
// OUT:       %z_0 = memref.load %a[%after] : memref<10xi32>
// OUT:       %xz = arith.addi %x, %z_0 : i32
// OUT:       %more = arith.addi %s, %xz : i32
// OUT:       scf.yield %more, %z_0, %z : i32, i32, i32
// OUT:     }
// OUT:     return %sum#0 : i32
// OUT:   }
// OUT: }
