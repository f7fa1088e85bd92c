// A circuit: the running sum of its input. It adds in cycles in which `en` is 1, and begins again when `rst` is.
//
//   ./flowright sim examples/accumulator.mlir --set en=1 --set x=5 --cycles 4 --trace
//
// prints
//
//   cycle  rst   en    x  sum
//       0  0x0  0x1  0x5  0x0
//       1  0x0  0x1  0x5  0x5
//       2  0x0  0x1  0x5  0xA
//       3  0x0  0x1  0x5  0xF
//   @accumulator ran for 4 cycles

hw.module @accumulator(in %clk : !seq.clock, in %rst : i1, in %en : i1, in %x : i8, out sum : i16) {
  %zero = hw.constant 0 : i16
  %none = hw.constant 0 : i8
  %wide = comb.concat %none, %x : i8, i8
  %next = comb.add %sum, %wide : i16
  %sum = seq.compreg.ce %next, %clk, %en reset %rst, %zero : i16
  hw.output %sum : i16
}
