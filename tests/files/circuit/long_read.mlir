// A latency that no memory has is refused before anything is made of it.
// RUN: not flowright verilog %s 2>&1 | check
// CHECK: error[FR0642]: `seq.firmem`: memory `m` takes 1000000000 {{[a-z ]+}}to read; it may take 0 to 64
hw.module @m(in %clk : !seq.clock, in %a : i4, out o : i8) {
  %m = seq.firmem 1000000000, 1, undefined, undefined : <16 x 8>
  %0 = seq.firmem.read_port %m[%a], clock %clk : <16 x 8>
  hw.output %0 : i8
}
