// The loop that fills a memory has a variable that is called like nothing else in the module.
// RUN: flowright verilog %s | check

// CHECK: integer i_0;
// CHECK-NEXT: for (i_0 = 0; i_0 < 4; i_0 = i_0 + 1)
// CHECK-NEXT: m_0[i_0] = 8'h0;

hw.module @m(in %clk : !seq.clock, in %i : i2, in %d : i8, out q : i8) {
  %m = seq.firmem 0, 1, old, port_order : <4 x 8>
  seq.firmem.write_port %m[%i] = %d, clock %clk : <4 x 8>
  %q = seq.firmem.read_port %m[%i], clock %clk : <4 x 8>
  hw.output %q : i8
}
