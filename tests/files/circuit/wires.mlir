// Bits are moved by parts of names and concatenations. Bits that nobody reads are said to be unused.
// RUN: flowright verilog %s
// BLESS

hw.module @wires(in %a : i8, in %b : i8, in %x : i1, in %y : i1, in %nobody : i4, out low : i3, out cat : i12, out rep : i16, out rev : i8, out rev20 : i20, out table : i1, out table1 : i1, out one : i1, out whole : i8) {
  %0 = comb.extract %a from 2 : (i8) -> i3
  %1 = comb.extract %a from 7 : (i8) -> i1
  %2 = comb.add %a, %b : i8
  %3 = comb.extract %2 from 1 : (i8) -> i4
  %4 = comb.concat %b, %3 : i8, i4
  %5 = comb.replicate %b : (i8) -> i16
  %6 = comb.reverse %b : i8
  %7 = comb.concat %4, %b : i12, i8
  %8 = comb.reverse %7 : i20
  %9 = comb.truth_table %x, %y -> [true, false, true, true]
  %10 = comb.truth_table %x -> [true, false]
  %11 = comb.extract %x from 0 : (i1) -> i1
  %12 = comb.replicate %b : (i8) -> i8
  %unused = comb.extract %nobody from 1 : (i4) -> i2
  hw.output %0, %4, %5, %6, %8, %9, %10, %1, %12 : i3, i12, i16, i8, i20, i1, i1, i1, i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module wires (  // wires.mlir:5:1
// OUT:   input  logic [7:0]  a,
// OUT:   input  logic [7:0]  b,
// OUT:   input  logic        x,
// OUT:   input  logic        y,
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   input  logic [3:0]  nobody,
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   output logic [2:0]  low,
// OUT:   output logic [11:0] cat,
// OUT:   output logic [15:0] rep,
// OUT:   output logic [7:0]  rev,
// OUT:   output logic [19:0] rev20,
// OUT:   output logic        table_0,
// OUT:   output logic        table1,
// OUT:   output logic        one,
// OUT:   output logic [7:0]  whole
// OUT: );
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [7:0] add_0 = a + b;  // wires.mlir:8:8
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [11:0] concat_0 = {b, add_0[4:1]};  // wires.mlir:10:8
// OUT:   wire [19:0] concat_1 = {concat_0, b};  // wires.mlir:13:8
// OUT:   wire [3:0] truth_table_0_table = 4'hD;
// OUT:   wire truth_table_0 = truth_table_0_table[{x, y}];  // wires.mlir:15:8
// OUT:   wire [1:0] truth_table_1_table = 2'h1;
// OUT:   wire truth_table_1 = truth_table_1_table[x];  // wires.mlir:16:9
// OUT:   assign low = a[4:2];
// OUT:   assign cat = concat_0;
// OUT:   assign rep = {2{b}};
// OUT:   assign rev = {b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]};
// OUT:   assign rev20 = {
// OUT:       concat_1[0], concat_1[1], concat_1[2], concat_1[3], concat_1[4], concat_1[5], concat_1[6], concat_1[7], concat_1[8], concat_1[9], concat_1[10], concat_1[11], concat_1[12], concat_1[13], concat_1[14], concat_1[15],
// OUT:       concat_1[16], concat_1[17], concat_1[18], concat_1[19]};
// OUT:   assign table_0 = truth_table_0;
// OUT:   assign table1 = truth_table_1;
// OUT:   assign one = a[7];
// OUT:   assign whole = b;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
