// A memory that a loop defines and something behind it uses is nothing before the first round: an empty one of its type.
// RUN: flowright opt %s --passes lift-cf-to-scf --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @f(
// CHECK: memref.alloca()[%c0] : memref<1x2xi7, strided<[3, 1], offset: ?>>
// CHECK: scf.while
func.func @f(%m: memref<2x3xi7>, %i: index, %n: i32) -> i7 {
  cf.br ^bb1
^bb1:
  %0 = memref.subview %m[%i, %i] [1, 2] [1, 1] : memref<2x3xi7> to memref<1x2xi7, strided<[3, 1], offset: ?>>
  cf.switch %n : i32, [
    default: ^bb2,
    0: ^bb2,
    1: ^bb1
  ]
^bb2:
  %1 = memref.load %0[%i, %i] : memref<1x2xi7, strided<[3, 1], offset: ?>>
  return %1 : i7
}
