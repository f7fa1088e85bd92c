// A fifo is a counter, two pointers and a memory; one of depth 1 is a register and a bit.
// RUN: flowright opt %s --passes=lower-seq-fifo | check

// CHECK-LABEL: hw.module @deep
// CHECK: %q_count = seq.compreg [[NEXT:%.+]], %clk reset %rst, {{.+}} : i3
// CHECK-DAG: %full = comb.icmp eq %q_count,
// CHECK-DAG: %empty = comb.icmp eq %q_count,
// CHECK: %q_rd = seq.compreg.ce {{.+}} reset %rst, {{.+}} : i3
// CHECK: %q_wr = seq.compreg.ce {{.+}} reset %rst, {{.+}} : i3
// CHECK: %q_mem = seq.firmem 0, 1, old, port_order : <5 x 11>
// CHECK: seq.firmem.write_port %q_mem[%q_wr] =
// CHECK: [[WORD:%.+]] = seq.firmem.read_port %q_mem[%q_rd], clock %clk : <5 x 11>
// CHECK: comb.mux %empty, {{.+}}, [[WORD]] : i11
// CHECK: comb.icmp uge %q_count,
// CHECK-NOT: seq.fifo
hw.module @deep(in %clk : !seq.clock, in %rst : i1, in %x : !hw.struct<a: i8, b: i3>, in %rd : i1, in %wr : i1,
                out y : !hw.struct<a: i8, b: i3>, out full : i1, out empty : i1, out almost : i1) {
  %q, %full, %empty, %almost = seq.fifo depth 5 almost_full 3 in %x rdEn %rd wrEn %wr clk %clk rst %rst : !hw.struct<a: i8, b: i3>
  hw.output %q, %full, %empty, %almost : !hw.struct<a: i8, b: i3>, i1, i1, i1
}

// CHECK-LABEL: hw.module @shallow
// CHECK: %q_full = seq.compreg {{.+}}, %clk reset %rst, {{.+}} : i1
// CHECK: %q_data = seq.compreg.ce %x, %clk, {{.+}} reset %rst, {{.+}} : i8
// CHECK: %q_read = seq.compreg.ce {{.+}} : i8
// CHECK-NOT: seq.firmem
// CHECK: hw.output %q_read, %q_full,
hw.module @shallow(in %clk : !seq.clock, in %rst : i1, in %x : i8, in %rd : i1, in %wr : i1, out y : i8, out full : i1, out empty : i1) {
  %q, %full, %empty = seq.fifo depth 1 rd_latency 1 in %x rdEn %rd wrEn %wr clk %clk rst %rst : i8
  hw.output %q, %full, %empty : i8, i1, i1
}
