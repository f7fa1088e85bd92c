// A read that a count keeps in range goes ahead of the test it is for, with an index that is always in range.
// RUN: flowright opt %s --passes run-ahead,canonicalize,cse,dce --verify-each
// BLESS
// ORACLE: mlir-opt-19

// A search that `break` leaves.
func.func @search(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %none = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c100 = arith.constant 100 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:3 = scf.while (%found = %none, %i = %c0, %go = %true) : (i32, i32, i1) -> (i32, i32, i1) {
    %less = arith.cmpi ult, %i, %c100 : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %found, %i, %go : i32, i32, i1
  } do {
  ^bb0(%found: i32, %i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %is_it = arith.cmpi eq, %number, %wanted : i32
    %found1 = arith.select %is_it, %i, %found : i32
    %go1 = arith.select %is_it, %false, %go : i1
    %next = arith.addi %i, %c2 : i32
    %i1 = arith.select %is_it, %i, %next : i32
    scf.yield %found1, %i1, %go1 : i32, i32, i1
  }
  return %r#0 : i32
}

// Tested last: the next round is tested by what this one reads, and writes behind its test. What the count is in the end is carried.
func.func @until(%numbers: memref<100xi32>, %doubled: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %false = arith.constant false
  %count = scf.while (%i = %c0) : (i32) -> i32 {
    %at = arith.index_cast %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %twice = arith.addi %number, %number : i32
    memref.store %twice, %doubled[%at] : memref<100xi32>
    %next = arith.addi %i, %c1 : i32
    %is_small = arith.cmpi slt, %twice, %c100 : i32
    %less = arith.cmpi slt, %next, %c100 : i32
    %both = arith.select %is_small, %less, %false : i1
    scf.condition(%both) %next : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  return %count : i32
}

// Which step the counter takes is decided by what is read: both are made before, so that only the choice is left.
func.func @steps(%numbers: memref<100xi32>, %seen: memref<100xi32>) {
  %c1 = arith.constant 1 : i32
  %c98 = arith.constant 98 : i32
  %r = scf.while (%i = %c1) : (i32) -> i32 {
    %at = arith.index_cast %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %is_small = arith.cmpi slt, %number, %c98 : i32
    %more = arith.addi %i, %c1 : i32
    %chosen = arith.select %is_small, %more, %i : i32
    %next = arith.addi %chosen, %c1 : i32
    %to = arith.index_cast %next : i32 to index
    memref.store %c1, %seen[%to] : memref<100xi32>
    %less = arith.cmpi slt, %next, %c98 : i32
    scf.condition(%less) %next : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  return
}

// OUT: module {
// OUT:   func.func @search(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %none = arith.constant -1 : i32
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c2 = arith.constant 2 : i32
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:6 = scf.while (%found = %none, %go = %true, %i = %c0, %arg0 = %true, %arg1 = %c2) : (i32, i1, i32, i1, i32) -> (i32, i32, i1, i32, i1, i32) {
// OUT:       %both = arith.select %go, %arg0, %false : i1
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] {runsAhead} : memref<100xi32>
// OUT:       %is_it = arith.cmpi eq, %number, %wanted : i32
// OUT:       %found1 = arith.select %is_it, %i, %found : i32
// OUT:       %go1 = arith.cmpi ne, %number, %wanted : i32
// OUT:       %0 = arith.cmpi ult, %arg1, %c100 : i32
// OUT:       %1 = arith.select %0, %arg1, %c0 : i32
// OUT:       %2 = arith.addi %arg1, %c2 : i32
// OUT:       %3 = arith.select %0, %2, %c2 : i32
// OUT:       scf.condition(%both) %found, %found1, %go1, %1, %0, %3 : i32, i32, i1, i32, i1, i32
// OUT:     } do {
// OUT:     ^bb0(%found: i32, %found1: i32, %go1: i1, %arg2: i32, %arg3: i1, %arg4: i32):
// OUT:       scf.yield %found1, %go1, %arg2, %arg3, %arg4 : i32, i1, i32, i1, i32
// OUT:     } attributes {runsAhead}
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @until(%numbers: memref<100xi32>, %doubled: memref<100xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %count:8 = scf.while (%i = %c0, %arg0 = %true, %i_0 = %c0, %arg1 = %true, %arg2 = %c1) : (i32, i1, i32, i1, i32) -> (i32, i32, i32, index, i1, i32, i1, i32) {
// OUT:       %0 = arith.select %arg0, %arg1, %false : i1
// OUT:       %at = arith.index_cast %i_0 : i32 to index
// OUT:       %number = memref.load %numbers[%at] {runsAhead} : memref<100xi32>
// OUT:       %twice = arith.addi %number, %number : i32
// OUT:       %is_small = arith.cmpi slt, %twice, %c100 : i32
// OUT:       %1 = arith.cmpi ult, %arg2, %c100 : i32
// OUT:       %2 = arith.select %1, %arg2, %c0 : i32
// OUT:       %3 = arith.addi %arg2, %c1 : i32
// OUT:       %4 = arith.select %1, %3, %c1 : i32
// OUT:       scf.condition(%0) %i, %i_0, %twice, %at, %is_small, %2, %1, %4 : i32, i32, i32, index, i1, i32, i1, i32
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %i_0: i32, %twice: i32, %at: index, %is_small: i1, %arg3: i32, %arg4: i1, %arg5: i32):
// OUT:       memref.store %twice, %doubled[%at] : memref<100xi32>
// OUT:       %next = arith.addi %i_0, %c1 : i32
// OUT:       scf.yield %next, %is_small, %arg3, %arg4, %arg5 : i32, i1, i32, i1, i32
// OUT:     } attributes {runsAhead}
// OUT:     return %count#0 : i32
// OUT:   }
// OUT:   func.func @steps(%numbers: memref<100xi32>, %seen: memref<100xi32>) {
// OUT:     %c2_i32 = arith.constant 2 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c98 = arith.constant 98 : i32
// OUT:     %true = arith.constant true
// OUT:     %0:3 = scf.while (%i = %c1, %arg0 = %true) : (i32, i1) -> (i32, i32, i1) {
// OUT:       %at = arith.index_cast %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] {runsAhead} : memref<100xi32>
// OUT:       %is_small = arith.cmpi slt, %number, %c98 : i32
// OUT:       %more = arith.addi %i, %c1 : i32
// OUT:       %chosen = arith.select %is_small, %more, %i : i32
// OUT:       %next = arith.addi %chosen, %c1 : i32
// OUT:       %1 = arith.addi %i, %c2_i32 : i32
// OUT:       %2 = arith.cmpi ult, %1, %c98 : i32
// OUT:       %3 = arith.select %2, %1, %c1 : i32
// OUT:       %4 = arith.cmpi ult, %more, %c98 : i32
// OUT:       %5 = arith.select %4, %more, %c1 : i32
// OUT:       %6 = arith.select %is_small, %3, %5 : i32
// OUT:       %7 = arith.select %is_small, %2, %4 : i1
// OUT:       scf.condition(%arg0) %next, %6, %7 : i32, i32, i1
// OUT:     } do {
// OUT:     ^bb0(%next: i32, %arg1: i32, %arg2: i1):
// OUT:       %to = arith.index_cast %next : i32 to index
// OUT:       memref.store %c1, %seen[%to] : memref<100xi32>
// OUT:       scf.yield %arg1, %arg2 : i32, i1
// OUT:     } attributes {runsAhead}
// OUT:     return
// OUT:   }
// OUT: }
