// A constant clock never rises, and what it drives is a constant. Comparisons that are decided are numbers.
// RUN: flowright verilog %s
// BLESS

hw.module @clocks(in %clk : !seq.clock, in %bit : i1, in %a : i8, out never : i8, out slow : i8, out always : i1, out same : i8, out low : i1) {
  %still = seq.const_clock high
  %c3 = hw.constant 3 : i8
  %c0 = hw.constant 0 : i8
  %never = seq.firreg %a clock %still preset 5 : i8
  %other = seq.to_clock %bit
  %slow = seq.compreg %a, %other : i8
  %wired = hw.wire %clk : !seq.clock
  %back = seq.from_clock %wired
  %again = seq.to_clock %back
  %same = seq.compreg %a, %again : i8
  %0 = comb.icmp uge %a, %c0 : i8
  %1 = comb.icmp ugt %c0, %c3 : i8
  hw.output %never, %slow, %0, %same, %1 : i8, i8, i1, i8, i1
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module clocks (  // clocks.mlir:5:1
// OUT:   input  logic       clk,
// OUT:   input  logic       bit_0,
// OUT:   input  logic [7:0] a,
// OUT:   output logic [7:0] never,
// OUT:   output logic [7:0] slow,
// OUT:   output logic       always_0,
// OUT:   output logic [7:0] same,
// OUT:   output logic       low
// OUT: );
// OUT:   logic [7:0] slow_reg = 8'h0;
// OUT:   logic [7:0] same_reg = 8'h0;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire wired = clk;  // clocks.mlir:12:12
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   assign never = 8'h5;
// OUT:   assign slow = slow_reg;
// OUT:   assign always_0 = 1'h1;
// OUT:   assign same = same_reg;
// OUT:   assign low = 8'h0 > 8'h3;
// OUT:   always_ff @(posedge bit_0) begin
// OUT:     slow_reg <= a;  // clocks.mlir:11:11
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     same_reg <= a;  // clocks.mlir:15:11
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
