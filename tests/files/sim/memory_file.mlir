// What a memory begins with is read from a file, by a path from the folder that the tool runs in.
// RUN: flowright sim %s --top good --set a=2 | check
// RUN: not flowright sim %s --top unclosed 2>&1 | check --check-prefix=UNCLOSED
// RUN: not flowright sim %s --top narrow 2>&1 | check --check-prefix=NARROW
// RUN: not flowright sim %s --top missing 2>&1 | check --check-prefix=MISSING

// CHECK: b = 0x33 : i8
// UNCLOSED: FR0666{{.*}}memory `m` cannot begin with `inputs/unclosed.hex`: a comment is not closed: `*/` is missing
// NARROW: FR0666{{.*}}memory `m` cannot begin with `inputs/words.hex`: `11` is no number of 1 bit
// MISSING: FR0666{{.*}}memory `m` cannot begin with `inputs/absent.hex`: no such file or directory
// MISSING: help: the path is relative to the folder that the tool runs in

hw.module @good(in %clk : !seq.clock, in %a : i2, out b : i8) {
  %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<"inputs/words.hex", false, false>} : <4 x 8>
  %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 8>
  hw.output %b : i8
}
hw.module @unclosed(in %clk : !seq.clock, in %a : i2, out b : i8) {
  %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<"inputs/unclosed.hex", false, false>} : <4 x 8>
  %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 8>
  hw.output %b : i8
}
hw.module @narrow(in %clk : !seq.clock, in %a : i2, out b : i1) {
  %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<"inputs/words.hex", false, false>} : <4 x 1>
  %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 1>
  hw.output %b : i1
}
hw.module @missing(in %clk : !seq.clock, in %a : i2, out b : i8) {
  %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<"inputs/absent.hex", false, false>} : <4 x 8>
  %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 8>
  hw.output %b : i8
}
