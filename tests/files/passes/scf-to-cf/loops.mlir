// Loops become blocks with a header.
// RUN: flowright opt %s --passes=scf-to-cf | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @for
// CHECK: cf.br ^bb1(%l, %a : index, i32)
// CHECK-NEXT: ^bb1([[I:%[a-z0-9_]+]]: index, [[S:%[a-z0-9_]+]]: i32):
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.cmpi slt, [[I]], %u : index
// CHECK-NEXT: cf.cond_br [[C]], ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: [[T:%[a-z0-9_]+]] = arith.addi [[S]], %a : i32
// CHECK-NEXT: [[N:%[a-z0-9_]+]] = arith.addi [[I]], %s : index
// CHECK-NEXT: cf.br ^bb1([[N]], [[T]] : index, i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return [[S]] : i32
func.func @for(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> (i32) {
    %y = arith.addi %x, %a : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while
// CHECK: cf.br ^bb1(%a : i32)
// CHECK-NEXT: ^bb1(%x: i32):
// CHECK-NEXT: %c = arith.cmpi slt, %x, %a : i32
// CHECK-NEXT: %w = arith.extsi %x : i32 to i64
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: [[Y:%[a-z0-9_]+]] = arith.trunci %w : i64 to i32
// CHECK-NEXT: cf.br ^bb1([[Y]] : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %w : i64
func.func @while(%a: i32) -> i64 {
  %r = scf.while (%x = %a) : (i32) -> i64 {
    %c = arith.cmpi slt, %x, %a : i32
    %w = arith.extsi %x : i32 to i64
    scf.condition(%c) %w : i64
  } do {
  ^bb0(%v: i64):
    %y = arith.trunci %v : i64 to i32
    scf.yield %y : i32
  }
  return %r : i64
}

// Two dimensions are two loops; the reduction is in the inner one.
// CHECK-LABEL: func.func @parallel
// CHECK: cf.br ^bb1(%l, %a : index, i32)
// CHECK: ^bb1({{.*}}: index, [[S:%[a-z0-9_]+]]: i32):
// CHECK: cf.cond_br {{.*}}, ^bb2, ^bb6
// CHECK: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%l, [[S]] : index, i32)
// CHECK: ^bb3({{.*}}: index, [[T:%[a-z0-9_]+]]: i32):
// CHECK: cf.cond_br {{.*}}, ^bb4, ^bb5
// CHECK: arith.muli [[T]], %a : i32
// CHECK-NOT: scf.
func.func @parallel(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r = scf.parallel (%i, %j) = (%l, %l) to (%u, %u) step (%s, %s) init (%a) -> i32 {
    scf.reduce(%a : i32) {
    ^bb0(%x: i32, %y: i32):
      %p = arith.muli %x, %y : i32
      scf.reduce.return %p : i32
    }
  }
  return %r : i32
}
