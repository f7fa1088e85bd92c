// An array is a vector; an index past the end reads zeros and writes nothing.
// RUN: flowright verilog %s
// BLESS

hw.module @arrays(in %a : !hw.array<4xi8>, in %t : !hw.array<3xi8>, in %odd : !hw.array<5xi6>, in %bit : !hw.array<6xi1>, in %i : i2, in %j : i3, in %v : i8, out get : i8, out get3 : i8, out get5 : i6, out getbit : i1, out fixed : i8, out slice : !hw.array<2xi8>, out slice5 : !hw.array<2xi6>, out fixed_slice : !hw.array<2xi8>, out cat : !hw.array<7xi8>, out inject : !hw.array<4xi8>, out inject3 : !hw.array<3xi8>, out fixed_inject : !hw.array<4xi8>, out made : !hw.array<2xi8>, out past : i8) {
  %c1 = hw.constant 1 : i2
  %c3 = hw.constant 3 : i2
  %0 = hw.array_get %a[%i] : !hw.array<4xi8>, i2
  %1 = hw.array_get %t[%i] : !hw.array<3xi8>, i2
  %2 = hw.array_get %odd[%j] : !hw.array<5xi6>, i3
  %3 = hw.array_get %bit[%j] : !hw.array<6xi1>, i3
  %4 = hw.array_get %a[%c1] : !hw.array<4xi8>, i2
  %5 = hw.array_slice %a[%i] : (!hw.array<4xi8>) -> !hw.array<2xi8>
  %6 = hw.array_slice %odd[%j] : (!hw.array<5xi6>) -> !hw.array<2xi6>
  %7 = hw.array_slice %a[%c3] : (!hw.array<4xi8>) -> !hw.array<2xi8>
  %8 = hw.array_concat %a, %t : !hw.array<4xi8>, !hw.array<3xi8>
  %9 = hw.array_inject %a[%i], %v : !hw.array<4xi8>, i2
  %10 = hw.array_inject %t[%i], %v : !hw.array<3xi8>, i2
  %11 = hw.array_inject %a[%c1], %v : !hw.array<4xi8>, i2
  %12 = hw.array_create %v, %0 : i8
  %13 = hw.array_get %t[%c3] : !hw.array<3xi8>, i2
  hw.output %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i8, i8, i6, i1, i8, !hw.array<2xi8>, !hw.array<2xi6>, !hw.array<2xi8>, !hw.array<7xi8>, !hw.array<4xi8>, !hw.array<3xi8>, !hw.array<4xi8>, !hw.array<2xi8>, i8
}
hw.module @single(in %a : !hw.array<1xi8>, in %i : i1, in %v : i8, out get : i8, out inject : !hw.array<1xi8>, out slice : !hw.array<1xi8>) {
  %0 = hw.array_get %a[%i] : !hw.array<1xi8>, i1
  %1 = hw.array_inject %a[%i], %v : !hw.array<1xi8>, i1
  %z = hw.constant 0 : i0
  %2 = hw.array_slice %a[%z] : (!hw.array<1xi8>) -> !hw.array<1xi8>
  hw.output %0, %1, %2 : i8, !hw.array<1xi8>, !hw.array<1xi8>
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module arrays (  // arrays.mlir:5:1
// OUT:   input  logic [31:0] a,
// OUT:   input  logic [23:0] t,
// OUT:   input  logic [29:0] odd,
// OUT:   input  logic [5:0]  bit_0,
// OUT:   input  logic [1:0]  i,
// OUT:   input  logic [2:0]  j,
// OUT:   input  logic [7:0]  v,
// OUT:   output logic [7:0]  get,
// OUT:   output logic [7:0]  get3,
// OUT:   output logic [5:0]  get5,
// OUT:   output logic        getbit,
// OUT:   output logic [7:0]  fixed,
// OUT:   output logic [15:0] slice,
// OUT:   output logic [11:0] slice5,
// OUT:   output logic [15:0] fixed_slice,
// OUT:   output logic [55:0] cat,
// OUT:   output logic [31:0] inject,
// OUT:   output logic [23:0] inject3,
// OUT:   output logic [31:0] fixed_inject,
// OUT:   output logic [15:0] made,
// OUT:   output logic [7:0]  past
// OUT: );
// OUT:   wire [7:0] array_get_0 = a[{i, 3'h0} +: 8];  // arrays.mlir:8:8
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [31:0] array_slice_0_shifted = a >> {i, 3'h0};
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [15:0] array_slice_0 = array_slice_0_shifted[15:0];  // arrays.mlir:13:8
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [29:0] array_slice_1_shifted = odd >> ({3'h0, j} * 6'h6);
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [11:0] array_slice_1 = array_slice_1_shifted[11:0];  // arrays.mlir:14:8
// OUT:   logic [31:0] array_inject_0;
// OUT:   always_comb begin  // arrays.mlir:17:8
// OUT:     array_inject_0 = a;
// OUT:     array_inject_0[{i, 3'h0} +: 8] = v;
// OUT:   end
// OUT:   logic [23:0] array_inject_1;
// OUT:   always_comb begin  // arrays.mlir:18:9
// OUT:     array_inject_1 = t;
// OUT:     if (i < 2'h3) array_inject_1[{i, 3'h0} +: 8] = v;
// OUT:   end
// OUT:   assign get = array_get_0;
// OUT:   assign get3 = i < 2'h3 ? t[{i, 3'h0} +: 8] : 8'h0;
// OUT:   assign get5 = j < 3'h5 ? odd[{2'h0, j} * 5'h6 +: 6] : 6'h0;
// OUT:   assign getbit = j < 3'h6 ? bit_0[j] : 1'h0;
// OUT:   assign fixed = a[15:8];
// OUT:   assign slice = array_slice_0;
// OUT:   assign slice5 = array_slice_1;
// OUT:   assign fixed_slice = {8'h0, a[31:24]};
// OUT:   assign cat = {a, t};
// OUT:   assign inject = array_inject_0;
// OUT:   assign inject3 = array_inject_1;
// OUT:   assign fixed_inject = {a[31:16], v, a[7:0]};
// OUT:   assign made = {v, array_get_0};
// OUT:   assign past = 8'h0;
// OUT: endmodule
// OUT:
// OUT: module single (  // arrays.mlir:24:1
// OUT:   input  logic [7:0] a,
// OUT:   input  logic       i,
// OUT:   input  logic [7:0] v,
// OUT:   output logic [7:0] get,
// OUT:   output logic [7:0] inject,
// OUT:   output logic [7:0] slice
// OUT: );
// OUT:   assign get = i ? 8'h0 : a;
// OUT:   assign inject = i ? a : v;
// OUT:   assign slice = a;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
