// Arrays in the same memory are the one reason for a difference that lies in the program; the element, both values and the call are said.
// RUN: flowright run %s 2>&1 | check
// EXIT: 1
// CHECK: verdict  mismatch: the circuit gives something else than the program
// CHECK: error[FR0881]: from[1] is 1 after the program, but 2 after the circuit
// CHECK: `from` and `to` are in the same memory
// CHECK: in call 2 of the kernel `shift`
func.func @shift(%from: memref<3xi32>, %to: memref<3xi32>) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %v = memref.load %from[%i] : memref<3xi32>
    %j = arith.addi %i, %c1 : index
    memref.store %v, %to[%j] : memref<3xi32>
  }
  return
}
memref.global @first : memref<3xi32> = dense<[1, 2, 3]>
func.func @main() -> i32 {
  %x = memref.get_global @first : memref<3xi32>
  %y = memref.alloca() : memref<3xi32>
  call @shift(%x, %y) : (memref<3xi32>, memref<3xi32>) -> ()
  call @shift(%x, %x) : (memref<3xi32>, memref<3xi32>) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
