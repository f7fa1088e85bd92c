// The dot product of two vectors.
//
//   ./flowright interp examples/dot.mlir --args "[1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1]"
//
// prints
//
//   result = 120 : i32
//   %a = [1, 2, 3, 4, 5, 6, 7, 8] : memref<8xi32>
//   %b = [8, 7, 6, 5, 4, 3, 2, 1] : memref<8xi32>

func.func @dot(%a: memref<8xi32>, %b: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (i32) {
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %b[%i] : memref<8xi32>
    %xy = arith.muli %x, %y : i32
    %next = arith.addi %acc, %xy : i32
    scf.yield %next : i32
  }
  return %sum : i32
}
