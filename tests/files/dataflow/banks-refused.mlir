// What has no place in a circuit has none with banks, either: an array that is handed to a call is not looked for in the function that is called.
// RUN: not flowright opt %s --passes scf-to-dataflow{banks=auto}

func.func @calls(%a: memref<8xi32>, %n: index) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %none = arith.constant 0 : i32
  %all = scf.for %i = %c0 to %n step %c2 iter_args(%sum = %none) -> (i32) {
    %x = memref.load %a[%i] : memref<8xi32>
    // expected-error@+1 {{FR0831: `func.call` cannot be part of a circuit}}
    func.call @other(%a) : (memref<8xi32>) -> ()
    %next = arith.addi %sum, %x : i32
    scf.yield %next : i32
  }
  return %all : i32
}
func.func private @other(memref<8xi32>)
