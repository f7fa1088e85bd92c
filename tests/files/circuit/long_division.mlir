// What no simulator divides is divided bit by bit.
// RUN: flowright verilog %s
// BLESS

hw.module @long_division(in %a : i520, in %b : i520, out q : i520, out r : i520) {
  %0 = comb.divu %a, %b : i520
  %1 = comb.mods %a, %b : i520
  hw.output %0, %1 : i520, i520
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module long_division (  // long_division.mlir:5:1
// OUT:   input  logic [519:0] a,
// OUT:   input  logic [519:0] b,
// OUT:   output logic [519:0] q,
// OUT:   output logic [519:0] r
// OUT: );
// OUT: `ifdef VERILATOR
// OUT:   logic [520:0] divu_0_rest;
// OUT:   logic [519:0] divu_0_quotient;
// OUT:   always_comb begin : divu_0_division
// OUT:     integer i;
// OUT:     divu_0_rest = 521'h0;
// OUT:     divu_0_quotient = a;
// OUT:     for (i = 0; i < 520; i = i + 1) begin
// OUT:       {divu_0_rest, divu_0_quotient} = {divu_0_rest, divu_0_quotient} << 1;
// OUT:       if (divu_0_rest >= {1'h0, b}) begin
// OUT:         divu_0_rest = divu_0_rest - {1'h0, b};
// OUT:         divu_0_quotient = divu_0_quotient | 520'h1;
// OUT:       end
// OUT:     end
// OUT:   end
// OUT:   wire [519:0] divu_0_answer = divu_0_quotient;
// OUT: `else
// OUT:   wire [519:0] divu_0_answer = a / b;
// OUT: `endif
// OUT:   wire [519:0] divu_0 = b == 520'h0 ? 520'h0 : divu_0_answer;  // long_division.mlir:6:8
// OUT:   wire [519:0] mods_0_dividend = a[519] ? -a : a;
// OUT:   wire [519:0] mods_0_divisor = b[519] ? -b : b;
// OUT: `ifdef VERILATOR
// OUT:   logic [520:0] mods_0_rest;
// OUT:   logic [519:0] mods_0_quotient;
// OUT:   always_comb begin : mods_0_division
// OUT:     integer i;
// OUT:     mods_0_rest = 521'h0;
// OUT:     mods_0_quotient = mods_0_dividend;
// OUT:     for (i = 0; i < 520; i = i + 1) begin
// OUT:       {mods_0_rest, mods_0_quotient} = {mods_0_rest, mods_0_quotient} << 1;
// OUT:       if (mods_0_rest >= {1'h0, mods_0_divisor}) begin
// OUT:         mods_0_rest = mods_0_rest - {1'h0, mods_0_divisor};
// OUT:         mods_0_quotient = mods_0_quotient | 520'h1;
// OUT:       end
// OUT:     end
// OUT:   end
// OUT:   wire [519:0] mods_0_answer = mods_0_rest[519:0];
// OUT: `else
// OUT:   wire [519:0] mods_0_answer = mods_0_dividend % mods_0_divisor;
// OUT: `endif
// OUT:   wire [519:0] mods_0_magnitude = mods_0_divisor == 520'h0 ? 520'h0 : mods_0_answer;
// OUT:   wire [519:0] mods_0 = a[519] ? -mods_0_magnitude : mods_0_magnitude;  // long_division.mlir:7:8
// OUT:   assign q = divu_0;
// OUT:   assign r = mods_0;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
