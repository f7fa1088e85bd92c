// A finite impulse response filter: each output is the sum of the last four inputs, weighted by the taps.
//
//   ./flowright interp examples/fir.mlir --args "[1, 2, 3, 4, 5, 6, 7, 8], zeros"
//
// prints
//
//   %input = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0] : memref<8xf32>
//   %output = [3.75, 5.25, 6.75, 8.25, 9.75, 0.0, 0.0, 0.0] : memref<8xf32>
//
// The first five outputs have all their inputs.

memref.global "private" constant @taps : memref<4xf32> = dense<[0.5, 0.25, 0.25, 0.5]>

func.func @fir(%input: memref<8xf32>, %output: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %taps = memref.get_global @taps : memref<4xf32>
  scf.for %i = %c0 to %c5 step %c1 {
    %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (f32) {
      %at = arith.addi %i, %k : index
      %x = memref.load %input[%at] : memref<8xf32>
      %w = memref.load %taps[%k] : memref<4xf32>
      %xw = arith.mulf %x, %w : f32
      %next = arith.addf %acc, %xw : f32
      scf.yield %next : f32
    }
    memref.store %sum, %output[%i] : memref<8xf32>
  }
  return
}
