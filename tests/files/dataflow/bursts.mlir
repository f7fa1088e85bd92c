// Loops of no rounds between others: values from outside and constants still belong to the round that they are used in.
// RUN: flowright opt %s --passes scf-to-dataflow | flowright interp - --args "[3, 0, 2, 0, 0, 1], 10" | check
// RUN: flowright interp %s --args "[3, 0, 2, 0, 0, 1], 10" | check

// CHECK: result = 260 : i32
// CHECK-NEXT: %rounds = [60, 60, 130, 130, 130, 190] : memref<6xi32>
func.func @bursts(%rounds: memref<6xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %z, %y = %x) -> (i32, i32) {
    %n = memref.load %rounds[%i] : memref<6xi32>
    %s = scf.for %j = %z to %n step %one iter_args(%t = %sum) -> (i32) : i32 {
      %u = arith.addi %t, %y : i32
      %w = scf.for %k = %z to %j step %one iter_args(%v = %u) -> (i32) : i32 {
        %p = arith.addi %v, %x : i32
        scf.yield %p : i32
      }
      scf.yield %w : i32
    }
    memref.store %s, %rounds[%i] : memref<6xi32>
    %next = arith.addi %y, %x : i32
    scf.yield %s, %next : i32, i32
  }
  %q = arith.addi %r#0, %r#1 : i32
  return %q : i32
}
