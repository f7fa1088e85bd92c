// A divisor that turns out to be a number after its use is a number there, too: what never ticks stays 0, and division by 0 is 0.
// RUN: flowright verilog %s | check
// RUN: flowright cosim %s --cycles 3 | check --check-prefix=COSIM

// CHECK-NOT: %
// CHECK: assign y = 8'h0;
// COSIM: Verilator equal
// COSIM: Icarus Verilog equal

hw.module @m(in %x : i8, out y : i8) {
  %rest = comb.modu %x, %still : i8
  %still = seq.compreg %x, %clock : i8
  %clock = seq.const_clock low
  hw.output %rest : i8
}
