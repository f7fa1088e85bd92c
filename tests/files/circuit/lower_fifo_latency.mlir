// RUN: not flowright opt %s --passes=lower-seq-fifo

hw.module @m(in %clk : !seq.clock, in %rst : i1, in %x : i8, in %rd : i1, in %wr : i1, out y : i8) {
  // expected-error@+1 {{FR0692: a fifo with a read latency of 3 cannot be lowered, only 0 and 1}}
  %q, %full, %empty = seq.fifo depth 4 rd_latency 3 in %x rdEn %rd wrEn %wr clk %clk rst %rst : i8
  hw.output %q : i8
}
