// A read that goes ahead has a cast of its own: the accesses that stay use one of the counter itself.
// RUN: flowright opt %s --passes run-ahead,canonicalize,cse,dce --verify-each
// BLESS
func.func @search(%wanted: i32, %numbers: memref<100xi32>, %out: memref<100xi32>) -> i32 {
  %none = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
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
    %o = memref.load %out[%at] : memref<100xi32>
    %o1 = arith.addi %o, %c1 : i32
    memref.store %o1, %out[%at] : memref<100xi32>
    %found1 = arith.select %is_it, %i, %found : i32
    %go1 = arith.select %is_it, %false, %go : i1
    %next = arith.addi %i, %c1 : i32
    scf.yield %found1, %next, %go1 : i32, i32, i1
  }
  return %r#0 : i32
}

// OUT: module {
// OUT:   func.func @search(%wanted: i32, %numbers: memref<100xi32>, %out: memref<100xi32>) -> i32 {
// OUT:     %none = arith.constant -1 : i32
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:8 = scf.while (%found = %none, %i = %c0, %go = %true, %i_0 = %c0, %arg0 = %true, %arg1 = %c1) : (i32, i32, i1, i32, i1, i32) -> (i32, i32, i32, i32, i1, i32, i1, i32) {
// OUT:       %both = arith.select %go, %arg0, %false : i1
// OUT:       %0 = arith.index_castui %i_0 : i32 to index
// OUT:       %number = memref.load %numbers[%0] {runsAhead} : memref<100xi32>
// OUT:       %is_it = arith.cmpi eq, %number, %wanted : i32
// OUT:       %found1 = arith.select %is_it, %i_0, %found : i32
// OUT:       %go1 = arith.cmpi ne, %number, %wanted : i32
// OUT:       %1 = arith.cmpi ult, %arg1, %c100 : i32
// OUT:       %2 = arith.select %1, %arg1, %c0 : i32
// OUT:       %3 = arith.addi %arg1, %c1 : i32
// OUT:       %4 = arith.select %1, %3, %c1 : i32
// OUT:       scf.condition(%both) %found, %i, %i_0, %found1, %go1, %2, %1, %4 : i32, i32, i32, i32, i1, i32, i1, i32
// OUT:     } do {
// OUT:     ^bb0(%found: i32, %i: i32, %i_0: i32, %found1: i32, %go1: i1, %arg2: i32, %arg3: i1, %arg4: i32):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %o = memref.load %out[%at] : memref<100xi32>
// OUT:       %o1 = arith.addi %o, %c1 : i32
// OUT:       memref.store %o1, %out[%at] : memref<100xi32>
// OUT:       %next = arith.addi %i_0, %c1 : i32
// OUT:       scf.yield %found1, %next, %go1, %arg2, %arg3, %arg4 : i32, i32, i1, i32, i1, i32
// OUT:     } attributes {runsAhead}
// OUT:     return %r#0 : i32
// OUT:   }
// OUT: }
