// Keywords, odd characters and clashes become legal names, and stay different.
// RUN: flowright verilog %s
// BLESS

hw.module @"wire"(in %reg "reg" : i8, in %A : i8, in %a : i8, in %0 "x.y" : i8, in %1 "x_y" : i8, in %2 "größe" : i8, in %3 "" : i8, in %4 "7up" : i8, out "bool" : i8, out "always_ff" : i8) {
  %always = comb.add %reg, %A : i8
  %b = comb.add %a, %0, %always : i8
  %B = comb.add %1, %2, %always, %b : i8
  %x_y = hw.wire %3 : i8
  %w = hw.wire %4 name "b" : i8
  %5 = comb.add %x_y, %w {sv.namehint = "hint"} : i8
  %6 = comb.mul %5, %5 : i8
  %7 = comb.mul %B, %5, %6, %6 : i8
  hw.output %7, %B : i8, i8
}
hw.module @Wire(in %a : i8, out b : i8) {
  %0, %1 = hw.instance "wire" @"wire"(reg: %a: i8, A: %a: i8, a: %a: i8, "x.y": %a: i8, x_y: %a: i8, "größe": %a: i8, "": %a: i8, "7up": %a: i8) -> ("bool": i8, "always_ff": i8)
  hw.output %0 : i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module wire_0 (  // names.mlir:5:1
// OUT:   input  logic [7:0] reg_0,
// OUT:   input  logic [7:0] A,
// OUT:   input  logic [7:0] a,
// OUT:   input  logic [7:0] x_y_0,
// OUT:   input  logic [7:0] x_y,
// OUT:   input  logic [7:0] gr__e,
// OUT:   input  logic [7:0] _,
// OUT:   input  logic [7:0] _7up,
// OUT:   output logic [7:0] bool_0,
// OUT:   output logic [7:0] always_ff_0
// OUT: );
// OUT:   wire [7:0] always_0 = reg_0 + A;  // names.mlir:6:13
// OUT:   wire [7:0] b = a + x_y_0 + always_0;  // names.mlir:7:8
// OUT:   wire [7:0] B_0 = x_y + gr__e + always_0 + b;  // names.mlir:8:8
// OUT:   wire [7:0] x_y_1 = _;  // names.mlir:9:10
// OUT:   wire [7:0] b_1 = _7up;  // names.mlir:10:8
// OUT:   wire [7:0] hint = x_y_1 + b_1;  // names.mlir:11:8
// OUT:   wire [7:0] mul_0 = hint * hint;  // names.mlir:12:8
// OUT:   assign bool_0 = B_0 * hint * mul_0 * mul_0;
// OUT:   assign always_ff_0 = B_0;
// OUT: endmodule
// OUT:
// OUT: module Wire_1 (  // names.mlir:16:1
// OUT:   input  logic [7:0] a,
// OUT:   output logic [7:0] b
// OUT: );
// OUT:   logic [7:0] wire_0_bool;
// OUT:   wire_0 wire_0 (  // names.mlir:17:12
// OUT:     .reg_0(a),
// OUT:     .A(a),
// OUT:     .a(a),
// OUT:     .x_y_0(a),
// OUT:     .x_y(a),
// OUT:     .gr__e(a),
// OUT:     ._(a),
// OUT:     ._7up(a),
// OUT:     .bool_0(wire_0_bool),
// OUT:     /* verilator lint_off PINCONNECTEMPTY */
// OUT:     .always_ff_0()
// OUT:     /* verilator lint_on PINCONNECTEMPTY */
// OUT:   );
// OUT:   assign b = wire_0_bool;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
