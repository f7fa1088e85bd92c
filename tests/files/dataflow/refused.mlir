// What has no place in a circuit is said, all of it at once.
// RUN: not flowright opt %s --passes scf-to-dataflow --split-input-file

func.func @calls(%a: i32) -> i32 attributes {kernel} {
  // expected-error@+1 {{FR0831: `func.call` cannot be part of a circuit}}
  %0 = func.call @other(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @other(i32) -> i32

// -----

func.func @carried(%n: index, %a: memref<4xi32>, %b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i32
  // expected-error@+2 {{FR0831: a value of type memref<4xi32> cannot travel in a circuit}}
  // expected-error@+1 {{FR0831: a value of type memref<4xi32> cannot travel in a circuit}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (memref<4xi32>, memref<4xi32>) {
    // expected-error@+1 {{FR0832: which array this is cannot be told before the circuit runs}}
    memref.store %x, %p[%c0] : memref<4xi32>
    // expected-error@+1 {{FR0831: a value of type memref<4xi32> cannot travel in a circuit}}
    scf.yield %q, %p : memref<4xi32>, memref<4xi32>
  }
  return
}

// -----

// A loop with two ways in has no structure.
func.func @two_ways_in(%c: i1, %d: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-error@+1 {{FR0302: this loop can be entered at ^bb1 and ^bb2}}
  cf.cond_br %d, ^bb2, ^bb3
^bb2:
  cf.cond_br %d, ^bb1, ^bb3
^bb3:
  return
}

// -----

// expected-error@+1 {{FR0830: there are 2 functions, and none is marked as a kernel}}
module {
  func.func @one() {
    return
  }
  func.func @two() {
    return
  }
}
