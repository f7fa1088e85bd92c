// Modules are instances of each other, with parameters; what nobody needs of an instance is left open.
// RUN: flowright verilog %s
// BLESS

hw.module private @leaf<width: i32 = 8, start: i8>(in %a : i8, in %clk : !seq.clock, out b : i8, out c : i8) {
  %0 = hw.param.value i8 = #hw.param.decl.ref<"start"> : i8
  %1 = hw.param.value i32 = #hw.param.decl.ref<"width"> : i32
  %2 = comb.extract %1 from 0 : (i32) -> i8
  %3 = comb.add %a, %0, %2 : i8
  %r = seq.compreg %3, %clk : i8
  hw.output %r, %3 : i8, i8
}
hw.module @middle<first: i8 = 3, unused: i4 = 1>(in %clk : !seq.clock, in %x : i8, out y : i8) {
  %left.b, %left.c = hw.instance "left" @leaf<width: i32 = 7, start: i8 = #hw.param.decl.ref<"first"> : i8>(a: %x: i8, clk: %clk: !seq.clock) -> (b: i8, c: i8)
  %0 = comb.add %left.b, %x : i8
  %right.b, %right.c = hw.instance "right" @leaf<width: i32 = 9, start: i8 = 1>(a: %0: i8, clk: %clk: !seq.clock) -> (b: i8, c: i8)
  %1 = comb.xor %right.b, %right.c : i8
  hw.output %1 : i8
}
hw.module @top(in %clk : i1, in %x : i8, out y : i8, out z : i8) {
  %c = seq.to_clock %clk
  %u.y = hw.instance "u" @middle<first: i8 = 4, unused: i4 = 2>(clk: %c: !seq.clock, x: %v.y: i8) -> (y: i8)
  %v.y = hw.instance "v" @middle<first: i8 = 5, unused: i4 = 3>(clk: %c: !seq.clock, x: %x: i8) -> (y: i8)
  %w = hw.wire %u.y : i8
  hw.output %w, %v.y : i8, i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module leaf #(
// OUT:   parameter [31:0] width = 32'h8,
// OUT:   parameter [7:0] start = 8'h0
// OUT: ) (  // hierarchy.mlir:5:1
// OUT:   input  logic [7:0] a,
// OUT:   input  logic       clk,
// OUT:   output logic [7:0] b,
// OUT:   output logic [7:0] c
// OUT: );
// OUT:   logic [7:0] r = 8'h0;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [31:0] value_0 = width;  // hierarchy.mlir:7:8
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [7:0] add_0 = a + start + value_0[7:0];  // hierarchy.mlir:9:8
// OUT:   assign b = r;
// OUT:   assign c = add_0;
// OUT:   always_ff @(posedge clk) begin
// OUT:     r <= add_0;  // hierarchy.mlir:10:8
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: module middle #(
// OUT:   parameter [7:0] first = 8'h3,
// OUT:   /* verilator lint_off UNUSEDPARAM */
// OUT:   parameter [3:0] unused = 4'h1
// OUT:   /* verilator lint_on UNUSEDPARAM */
// OUT: ) (  // hierarchy.mlir:13:1
// OUT:   input  logic       clk,
// OUT:   input  logic [7:0] x,
// OUT:   output logic [7:0] y
// OUT: );
// OUT:   logic [7:0] left_b;
// OUT:   logic [7:0] right_b;
// OUT:   logic [7:0] right_c;
// OUT:   leaf #(.width(32'h7), .start(first)) left (  // hierarchy.mlir:14:22
// OUT:     .a(x),
// OUT:     .clk(clk),
// OUT:     .b(left_b),
// OUT:     /* verilator lint_off PINCONNECTEMPTY */
// OUT:     .c()
// OUT:     /* verilator lint_on PINCONNECTEMPTY */
// OUT:   );
// OUT:   leaf #(.width(32'h9), .start(8'h1)) right (  // hierarchy.mlir:16:24
// OUT:     .a(left_b + x),
// OUT:     .clk(clk),
// OUT:     .b(right_b),
// OUT:     .c(right_c)
// OUT:   );
// OUT:   assign y = right_b ^ right_c;
// OUT: endmodule
// OUT:
// OUT: module top (  // hierarchy.mlir:20:1
// OUT:   input  logic       clk,
// OUT:   input  logic [7:0] x,
// OUT:   output logic [7:0] y,
// OUT:   output logic [7:0] z
// OUT: );
// OUT:   logic [7:0] v_y;
// OUT:   logic [7:0] u_y;
// OUT:   middle #(.first(8'h4), .unused(4'h2)) u (  // hierarchy.mlir:22:10
// OUT:     .clk(clk),
// OUT:     .x(v_y),
// OUT:     .y(u_y)
// OUT:   );
// OUT:   middle #(.first(8'h5), .unused(4'h3)) v (  // hierarchy.mlir:23:10
// OUT:     .clk(clk),
// OUT:     .x(x),
// OUT:     .y(v_y)
// OUT:   );
// OUT:   wire [7:0] w = u_y;  // hierarchy.mlir:24:8
// OUT:   assign y = w;
// OUT:   assign z = v_y;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
