// What has no end is not read.
// RUN: not flowright sim %s 2>&1 | check
// CHECK: error[FR0666]: memory `m` cannot begin with `/dev/zero`: it is no ordinary file
hw.module @m(in %clk : !seq.clock, in %a : i4, out o : i8) {
  %m = seq.firmem 0, 1, undefined, undefined {init = #seq.firmem.init<"/dev/zero", false, false>} : <16 x 8>
  %0 = seq.firmem.read_port %m[%a], clock %clk : <16 x 8>
  hw.output %0 : i8
}
