// Registers start where they say, or at 0; those of one clock, reset and enable share a process.
// RUN: flowright verilog %s
// BLESS

hw.module @registers(in %clk : !seq.clock, in %rst : i1, in %en : i1, in %d : i8, out q : i8, out count : i8, out held : i8, out both : i8, out preset : i8, out start : i8, out pair : !hw.array<2xi8>) {
  %c0 = hw.constant 0 : i8
  %c1 = hw.constant 1 : i8
  %c9 = hw.constant 9 : i8
  %stage = seq.compreg %d, %clk : i8
  %q = seq.compreg %stage, %clk : i8
  %next = comb.add %count, %c1 : i8
  %count = seq.compreg %next, %clk reset %rst, %c0 : i8
  %other = seq.firreg %1 clock %clk reset sync %rst, %c9 : i8
  %1 = comb.xor %other, %d : i8
  %held = seq.compreg.ce %d, %clk, %en : i8
  %both = seq.compreg.ce %other, %clk, %en reset %rst, %c9 : i8
  %preset = seq.firreg %preset clock %clk preset 12 : i8
  %init = seq.initial() {
    %seven = hw.constant 7 : i8
    seq.yield %seven : i8
  } : () -> !seq.immutable<i8>
  %start = seq.compreg %d, %clk initial %init : i8
  %2 = hw.array_create %d, %start : i8
  %pair = seq.compreg %2, %clk : !hw.array<2xi8>
  %nobody = seq.compreg %d, %clk : i8
  hw.output %q, %count, %held, %both, %preset, %start, %pair : i8, i8, i8, i8, i8, i8, !hw.array<2xi8>
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module registers (  // registers.mlir:5:1
// OUT:   input  logic        clk,
// OUT:   input  logic        rst,
// OUT:   input  logic        en,
// OUT:   input  logic [7:0]  d,
// OUT:   output logic [7:0]  q,
// OUT:   output logic [7:0]  count,
// OUT:   output logic [7:0]  held,
// OUT:   output logic [7:0]  both,
// OUT:   output logic [7:0]  preset,
// OUT:   output logic [7:0]  start,
// OUT:   output logic [15:0] pair
// OUT: );
// OUT:   logic [7:0] stage = 8'h0;
// OUT:   logic [7:0] q_reg = 8'h0;
// OUT:   logic [7:0] count_reg = 8'h0;
// OUT:   logic [7:0] other = 8'h0;
// OUT:   logic [7:0] held_reg = 8'h0;
// OUT:   logic [7:0] both_reg = 8'h0;
// OUT:   logic [7:0] preset_reg = 8'hC;
// OUT:   logic [7:0] start_reg = 8'h7;
// OUT:   logic [15:0] pair_reg = 16'h0;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   logic [7:0] nobody = 8'h0;
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [7:0] next = count_reg + 8'h1;  // registers.mlir:11:11
// OUT:   assign q = q_reg;
// OUT:   assign count = count_reg;
// OUT:   assign held = held_reg;
// OUT:   assign both = both_reg;
// OUT:   assign preset = preset_reg;
// OUT:   assign start = start_reg;
// OUT:   assign pair = pair_reg;
// OUT:   always_ff @(posedge clk) begin
// OUT:     stage <= d;  // registers.mlir:9:12
// OUT:     q_reg <= stage;  // registers.mlir:10:8
// OUT:     preset_reg <= preset_reg;  // registers.mlir:17:13
// OUT:     start_reg <= d;  // registers.mlir:22:12
// OUT:     pair_reg <= {d, start_reg};  // registers.mlir:24:11
// OUT:     nobody <= d;  // registers.mlir:25:13
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (rst) begin
// OUT:       count_reg <= 8'h0;  // registers.mlir:12:12
// OUT:       other <= 8'h9;  // registers.mlir:13:12
// OUT:     end else begin
// OUT:       count_reg <= next;  // registers.mlir:12:12
// OUT:       other <= other ^ d;  // registers.mlir:13:12
// OUT:     end
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (en) begin
// OUT:       held_reg <= d;  // registers.mlir:15:11
// OUT:     end
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (rst) begin
// OUT:       both_reg <= 8'h9;  // registers.mlir:16:11
// OUT:     end else if (en) begin
// OUT:       both_reg <= other;  // registers.mlir:16:11
// OUT:     end
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
