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
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT: `ifdef VERILATOR
// OUT:   logic [520:0] divu_0_quotient_left;
// OUT:   logic [519:0] divu_0_quotient_digits;
// OUT:   always_comb begin : divu_0_quotient_division
// OUT:     integer divu_0_quotient_index;
// OUT:     divu_0_quotient_left = 521'h0;
// OUT:     divu_0_quotient_digits = a;
// OUT:     for (divu_0_quotient_index = 0; divu_0_quotient_index < 520; divu_0_quotient_index = divu_0_quotient_index + 1) begin
// OUT:       {divu_0_quotient_left, divu_0_quotient_digits} = {divu_0_quotient_left, divu_0_quotient_digits} << 1;
// OUT:       if (divu_0_quotient_left >= {1'h0, b}) begin
// OUT:         divu_0_quotient_left = divu_0_quotient_left - {1'h0, b};
// OUT:         divu_0_quotient_digits = divu_0_quotient_digits | 520'h1;
// OUT:       end
// OUT:     end
// OUT:   end
// OUT:   wire [520:0] divu_0_quotient = {1'h0, divu_0_quotient_digits};
// OUT: `else
// OUT:   wire [520:0] divu_0_quotient = {1'h0, a} / {1'h0, b};
// OUT: `endif
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [519:0] divu_0 = b == 520'h0 ? 520'h0 : divu_0_quotient[519:0];  // long_division.mlir:6:8
// OUT:   wire [519:0] mods_0_dividend = a[519] ? -a : a;
// OUT:   wire [519:0] mods_0_divisor = b[519] ? -b : b;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT: `ifdef VERILATOR
// OUT:   logic [520:0] mods_0_rest_left;
// OUT:   logic [519:0] mods_0_rest_digits;
// OUT:   always_comb begin : mods_0_rest_division
// OUT:     integer mods_0_rest_index;
// OUT:     mods_0_rest_left = 521'h0;
// OUT:     mods_0_rest_digits = mods_0_dividend;
// OUT:     for (mods_0_rest_index = 0; mods_0_rest_index < 520; mods_0_rest_index = mods_0_rest_index + 1) begin
// OUT:       {mods_0_rest_left, mods_0_rest_digits} = {mods_0_rest_left, mods_0_rest_digits} << 1;
// OUT:       if (mods_0_rest_left >= {1'h0, mods_0_divisor}) begin
// OUT:         mods_0_rest_left = mods_0_rest_left - {1'h0, mods_0_divisor};
// OUT:         mods_0_rest_digits = mods_0_rest_digits | 520'h1;
// OUT:       end
// OUT:     end
// OUT:   end
// OUT:   wire [520:0] mods_0_rest = mods_0_rest_left;
// OUT: `else
// OUT:   wire [520:0] mods_0_rest = {1'h0, mods_0_dividend} % {1'h0, mods_0_divisor};
// OUT: `endif
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [519:0] mods_0_magnitude = mods_0_divisor == 520'h0 ? 520'h0 : mods_0_rest[519:0];
// OUT:   wire [519:0] mods_0 = a[519] ? -mods_0_magnitude : mods_0_magnitude;  // long_division.mlir:7:8
// OUT:   assign q = divu_0;
// OUT:   assign r = mods_0;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
