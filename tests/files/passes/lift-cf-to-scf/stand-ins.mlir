// Where a value is not computed, something of its type stands in for it, and the program can still be executed.
// RUN: flowright opt %s --passes lift-cf-to-scf --verify-each | check
// RUN: flowright opt %s --passes lift-cf-to-scf | flowright interp - --top functions --args 2 | check --check-prefix=ONE
// RUN: flowright opt %s --passes lift-cf-to-scf | flowright interp - --top unranked --args '[1, 2, 3], 2' | check --check-prefix=THREE
// ONE: result = 1 : i32
// THREE: result = 3 : i8

// CHECK-LABEL: func.func @functions(
// CHECK: %[[F:.*]] = constant @one : () -> i32
// CHECK: scf.while
// CHECK: scf.yield %true, %[[F]] : i1, () -> i32
// CHECK-NOT: unrealized_conversion_cast
func.func @functions(%n: i32) -> i32 {
  cf.br ^loop
^loop:
  %f = func.constant @one : () -> i32
  cf.switch %n : i32, [default: ^end, 0: ^end, 1: ^loop]
^end:
  %r = func.call_indirect %f() : () -> i32
  return %r : i32
}

func.func private @one() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}

// CHECK-LABEL: func.func @unranked(
// CHECK: %[[M:.*]] = memref.alloca() : memref<i8>
// CHECK: memref.cast %[[M]] : memref<i8> to memref<*xi8>
// CHECK-NOT: unrealized_conversion_cast
func.func @unranked(%m: memref<3xi8>, %n: i32) -> i8 {
  cf.br ^loop
^loop:
  %u = memref.cast %m : memref<3xi8> to memref<*xi8>
  cf.switch %n : i32, [default: ^end, 0: ^end, 1: ^loop]
^end:
  %b = memref.cast %u : memref<*xi8> to memref<3xi8>
  %i = arith.constant 2 : index
  %r = memref.load %b[%i] : memref<3xi8>
  return %r : i8
}

// An argument is there already; an array of this size had better not be made.
// CHECK-LABEL: func.func @argument(
// CHECK-NOT: memref.alloca
// CHECK: scf.while
func.func @argument(%m: memref<1000x1000x1000xi8>, %n: i32) -> memref<1000x1000x1000xi8> {
  cf.br ^loop
^loop:
  %new = memref.alloc() : memref<1000x1000x1000xi8>
  cf.switch %n : i32, [default: ^end, 0: ^end, 1: ^loop]
^end:
  return %new : memref<1000x1000x1000xi8>
}
