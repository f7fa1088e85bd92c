// Verilator and Icarus do what our simulator does, with random inputs and with those of a file.
// RUN: flowright cosim %s --cycles 20 --seed 3 | check
// RUN: flowright cosim %s --stimulus inputs/accumulator.csv --engine icarus --json | check --check-prefix=JSON

// CHECK: @accumulator: 2 outputs in 20 cycles
// CHECK-NEXT: Verilator equal
// CHECK-NEXT: Icarus Verilog equal
// JSON: {"top":"accumulator","cycles":3,"compared_cycles":3,"outputs":2,"engines":[{"engine":"Icarus Verilog","verdict":"equal"}]}

hw.module @accumulator(in %clk : !seq.clock, in %rst : i1, in %x : i100, out sum : i100, out "is it zero?" : i1) {
  %next = comb.add %sum, %x : i100
  %zero = hw.constant 0 : i100
  %sum = seq.compreg %next, %clk reset %rst, %zero : i100
  %none = comb.icmp eq %sum, %zero : i100
  hw.output %sum, %none : i100, i1
}
