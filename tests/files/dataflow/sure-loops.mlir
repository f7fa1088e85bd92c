// Loops that run at least once: tested last, without a closing round and without steering into the body.
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check

// The stream ends at the bound less a step, so the condition that comes with an index says whether another follows.
// CHECK-LABEL: handshake.func @sum(
// CHECK: constant %start {value = 9 : index} : none, index
// CHECK: %i, [[ON:%[0-9]+]] = dataflow.stream {{.*}} {loopTestLast}
// CHECK-NEXT: %sum = dataflow.carry [[ON]], %first, {{%[a-z0-9_]+}} {loopTestLast} : i1, i32, i32 -> i32
// CHECK-NEXT: %x = arith.index_cast %i : index to i32
// CHECK-NEXT: %next = arith.addi %sum, %x : i32
// CHECK-NEXT: {{%[a-z0-9_]+}}, %r = cond_br [[ON]], %next : i1, i32
// CHECK-NOT: gate
// CHECK: end %r
func.func @sum(%first: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%sum = %first) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %next = arith.addi %sum, %x overflow<nsw> : i32
    scf.yield %next : i32
  }
  return %r : i32
}

// A loop of no rounds is tested first, and so is one that may have none.
// CHECK-LABEL: handshake.func @none(
// CHECK-NOT: loopTestLast
// CHECK: end
func.func @none(%first: i32, %n: index) -> i32 attributes {kernel} {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c10 to %c10 step %c1 iter_args(%sum = %first) -> (i32) {
    %x = arith.index_cast %i : index to i32
    scf.yield %x : i32
  }
  %s = scf.for %i = %c10 to %n step %c1 iter_args(%sum = %r) -> (i32) {
    %x = arith.index_cast %i : index to i32
    scf.yield %x : i32
  }
  return %s : i32
}

// One round, and a step that does not divide the way: 0, 3, 6, 9.
// CHECK-LABEL: handshake.func @steps(
// CHECK: constant %start {value = 7 : index} : none, index
func.func @steps(%a: memref<10xi32>) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c3 {
    %v = memref.load %a[%i] : memref<10xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %a[%i] : memref<10xi32>
  }
  return
}
