// A global that is also an argument is one memory in the program only, which a difference is explained with.
// RUN: flowright run %s 2>&1 | check
// EXIT: 1
// CHECK: error[FR0881]
// CHECK: note: `a` and `g` are in the same memory, but a circuit takes arrays for different ones
memref.global @g : memref<4xi32> = dense<1>
func.func @k(%a: memref<4xi32>) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %g = memref.get_global @g : memref<4xi32>
  memref.store %five, %a[%c0] : memref<4xi32>
  %v = memref.load %g[%c0] : memref<4xi32>
  memref.store %v, %a[%c1] : memref<4xi32>
  return
}
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %g = memref.get_global @g : memref<4xi32>
  call @k(%g) : (memref<4xi32>) -> ()
  return %zero : i32
}
