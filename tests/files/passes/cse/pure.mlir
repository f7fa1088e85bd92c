// Equal operations without effects are computed once.
// RUN: flowright opt %s --passes cse --verify-each | check
// ORACLE: mlir-opt-19

// Operands of a commutative operation may be swapped.
// CHECK-LABEL: func.func @equal(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %a, %b : i32
// CHECK-NEXT: %1 = arith.muli %0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @equal(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// Operations whose attributes differ promise different things and are not equal.
// CHECK-LABEL: func.func @flags(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %a, %b : i32
// CHECK-NEXT: %1 = arith.addi %a, %b overflow<nsw> : i32
// CHECK-NEXT: %2 = arith.muli %0, %1 : i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
func.func @flags(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b overflow<nsw> : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// What is around a region is known inside of it, but what is inside is not known after it.
// CHECK-LABEL: func.func @nested(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: %0 = arith.muli %a, %a : i32
// CHECK-NEXT: %1 = scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %0 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %2 = arith.divsi %a, %a : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %3 = arith.divsi %a, %a : i32
// CHECK-NEXT: %4 = arith.addi %1, %3 : i32
// CHECK-NEXT: return %4 : i32
// CHECK-NEXT: }
func.func @nested(%a: i32, %c: i1) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = scf.if %c -> (i32) {
    %2 = arith.muli %a, %a : i32
    scf.yield %2 : i32
  } else {
    %3 = arith.divsi %a, %a : i32
    scf.yield %3 : i32
  }
  %4 = arith.divsi %a, %a : i32
  %5 = arith.addi %1, %4 : i32
  return %5 : i32
}

// Neither branch comes on every path to the block after them. Unreachable code stays as it is.
// CHECK-LABEL: func.func @branches(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %0 = arith.muli %a, %a : i32
// CHECK-NEXT: cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %1 = arith.muli %a, %a : i32
// CHECK-NEXT: cf.br ^bb3(%1 : i32)
// CHECK-NEXT: ^bb3(%2: i32):
// CHECK-NEXT: %3 = arith.muli %a, %a : i32
// CHECK-NEXT: %4 = arith.addi %3, %3 : i32
// CHECK-NEXT: %5 = arith.addi %4, %2 : i32
// CHECK-NEXT: return %5 : i32
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %6 = arith.muli %a, %a : i32
// CHECK-NEXT: %7 = arith.muli %a, %a : i32
// CHECK-NEXT: cf.br ^bb3(%7 : i32)
// CHECK-NEXT: }
func.func @branches(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^x, ^y
^x:
  %0 = arith.muli %a, %a : i32
  cf.br ^z(%0 : i32)
^y:
  %1 = arith.muli %a, %a : i32
  cf.br ^z(%1 : i32)
^z(%2: i32):
  %3 = arith.muli %a, %a : i32
  %4 = arith.muli %a, %a : i32
  %5 = arith.addi %3, %4 : i32
  %6 = arith.addi %5, %2 : i32
  return %6 : i32
^never:
  %7 = arith.muli %a, %a : i32
  %8 = arith.muli %a, %a : i32
  cf.br ^z(%8 : i32)
}

// Operations with several results are merged, too.
// CHECK-LABEL: func.func @multi(%a: i32, %b: i32) -> (i32, i32) {
// CHECK-NEXT: %l:2 = arith.mulsi_extended %a, %b : i32
// CHECK-NEXT: return %l#0, %l#1 : i32, i32
// CHECK-NEXT: }
func.func @multi(%a: i32, %b: i32) -> (i32, i32) {
  %l, %h = arith.mulsi_extended %a, %b : i32
  %l2, %h2 = arith.mulsi_extended %a, %b : i32
  return %l, %h2 : i32, i32
}

// Two allocations are two memories.
// CHECK-LABEL: func.func @allocs() -> (memref<i32>, memref<i32>) {
// CHECK-NEXT: %0 = memref.alloc() : memref<i32>
// CHECK-NEXT: %1 = memref.alloc() : memref<i32>
// CHECK-NEXT: return %0, %1 : memref<i32>, memref<i32>
// CHECK-NEXT: }
func.func @allocs() -> (memref<i32>, memref<i32>) {
  %0 = memref.alloc() : memref<i32>
  %1 = memref.alloc() : memref<i32>
  return %0, %1 : memref<i32>, memref<i32>
}
