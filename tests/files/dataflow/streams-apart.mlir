// Equal streams of two loops, one of which uses the other's result, are not merged: the first would wait for the second's end.
// RUN: flowright opt %s --passes scf-to-dataflow,cse,canonicalize,cse --verify-each | check

// CHECK-COUNT-2: dataflow.stream
// CHECK-NOT: dataflow.stream
func.func @apart(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %t = arith.muli %s, %x : i32
    scf.yield %t : i32
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (i32) {
    %t = arith.addi %s, %a : i32
    scf.yield %t : i32
  }
  return %b : i32
}
