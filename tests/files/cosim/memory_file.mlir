// Memories that begin with files do so in every simulator, also when the files are shorter than the memories.
// RUN: flowright cosim %s --cycles 40 | check

// CHECK: @rom: 2 outputs in 40 cycles
// CHECK-NEXT: Verilator equal
// CHECK-NEXT: Icarus Verilog equal

hw.module @rom(in %clk : !seq.clock, in %a : i3, out h : i8, out b : i8) {
  %hex = seq.firmem 1, 1, undefined, undefined {init = #seq.firmem.init<"inputs/rom.hex", false, true>} : <8 x 8>
  %h = seq.firmem.read_port %hex[%a], clock %clk : <8 x 8>
  %bin = seq.firmem 0, 1, undefined, undefined {init = #seq.firmem.init<"inputs/rom.bin", true, false>} : <8 x 8>
  %b = seq.firmem.read_port %bin[%a], clock %clk : <8 x 8>
  hw.output %h, %b : i8, i8
}
