// Memories that begin with words of their own do so in every simulator, whether they are written later or not.
// RUN: flowright cosim %s --cycles 60 | check

// CHECK: @words: 2 outputs in 60 cycles
// CHECK-NEXT: Verilator equal
// CHECK-NEXT: Icarus Verilog equal

hw.module @words(in %clk : !seq.clock, in %a : i2, in %b : i2, in %d : i70, in %we : i1, out q : i9, out w : i70) {
  %rom = seq.firmem 0, 1, old, port_order {flowright.words = dense<[5, 0, -1]> : tensor<3xi9>} : <3 x 9>
  %q = seq.firmem.read_port %rom[%a], clock %clk : <3 x 9>
  %ram = seq.firmem 1, 1, old, port_order {flowright.words = dense<1180591620717411303423> : tensor<4xi70>} : <4 x 70>
  %w = seq.firmem.read_port %ram[%a], clock %clk : <4 x 70>
  seq.firmem.write_port %ram[%b] = %d, clock %clk enable %we : <4 x 70>
  hw.output %q, %w : i9, i70
}
