// What has no place in a circuit is said, all of it at once.
// RUN: not flowright opt %s --passes=cf-to-handshake --split-input-file

func.func @calls(%a: i32) -> i32 attributes {kernel} {
  // expected-error@+1 {{`func.call` cannot be part of a circuit}}
  %0 = func.call @other(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @other(i32) -> i32

// -----

func.func @chosen(%c: i1, %a: memref<4xi32>, %b: memref<4xi32>, %i: index) -> i32 {
  // expected-error@+1 {{which array is used is not known before the circuit runs}}
  %m = arith.select %c, %a, %b : memref<4xi32>
  // expected-error@+1 {{which array this is cannot be told before the circuit runs}}
  %x = memref.load %m[%i] : memref<4xi32>
  return %x : i32
}

// -----

// expected-error@+1 {{a size of the array memref<4x?xi32> is not known}}
func.func @open(%a: memref<4x?xi32>, %n: index) {
  // expected-error@+1 {{a size of the array memref<?xi32> is not known}}
  %m = memref.alloca(%n) : memref<?xi32>
  return
}

// -----

// expected-error@+1 {{this function never returns, so its circuit would have no end}}
func.func @endless() {
  cf.br ^again
^again:
  cf.br ^again
}

// -----

// expected-error@+1 {{there are 2 functions, and none is marked as a kernel}}
module {
  func.func @a() { return }
  func.func @b() { return }
}

// -----

func.func @kernel() attributes {kernel} { return }
func.func @main() {
  // expected-error@+1 {{@kernel is called, and a circuit cannot be}}
  func.call @kernel() : () -> ()
  return
}
