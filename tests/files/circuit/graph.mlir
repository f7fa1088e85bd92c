// Operations stand in any order; logic that nothing depends on is not written.
// RUN: flowright verilog %s
// BLESS

hw.module @graph(in %clk : !seq.clock, in %a : i8, out q : i8) {
  %r = seq.compreg %2, %clk : i8
  %unread = hw.wire %3 : i8
  %2 = comb.add %1, %r : i8
  %1 = comb.xor %0, %a : i8
  %0 = comb.and %r, %a : i8
  %3 = comb.mul %0, %1 : i8
  %dead = comb.mul %3, %3 : i8
  %more_dead = comb.add %dead, %a : i8
  %4 = comb.or %3, %2 : i8
  hw.output %4 : i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module graph (  // graph.mlir:5:1
// OUT:   input  logic       clk,
// OUT:   input  logic [7:0] a,
// OUT:   output logic [7:0] q
// OUT: );
// OUT:   logic [7:0] mul_0;
// OUT:   logic [7:0] xor_0;
// OUT:   logic [7:0] and_0;
// OUT:   logic [7:0] r = 8'h0;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [7:0] unread = mul_0;  // graph.mlir:7:13
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [7:0] add_0 = xor_0 + r;  // graph.mlir:8:8
// OUT:   assign xor_0 = and_0 ^ a;  // graph.mlir:9:8
// OUT:   assign and_0 = r & a;  // graph.mlir:10:8
// OUT:   assign mul_0 = and_0 * xor_0;  // graph.mlir:11:8
// OUT:   assign q = mul_0 | add_0;
// OUT:   always_ff @(posedge clk) begin
// OUT:     r <= add_0;  // graph.mlir:6:8
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
