// Division by zero gives 0, the least number divided by -1 itself; wide ones are written bit by bit.
// RUN: flowright verilog %s
// BLESS

hw.module @division(in %a : i8, in %b : i8, out qu : i8, out ru : i8, out qs : i8, out rs : i8, out seventh : i8, out sseventh : i8, out none : i8, out minus : i8) {
  %c7 = hw.constant 7 : i8
  %c0 = hw.constant 0 : i8
  %m1 = hw.constant -1 : i8
  %0 = comb.divu %a, %b : i8
  %1 = comb.modu %a, %b : i8
  %2 = comb.divs %a, %b : i8
  %3 = comb.mods %a, %b : i8
  %4 = comb.divu %a, %c7 : i8
  %5 = comb.divs %a, %c7 : i8
  %6 = comb.modu %a, %c0 : i8
  %7 = comb.divs %a, %m1 : i8
  hw.output %0, %1, %2, %3, %4, %5, %6, %7 : i8, i8, i8, i8, i8, i8, i8, i8
}
hw.module @wide_division(in %a : i65, in %b : i65, out qu : i65, out qs : i65, out rs : i65) {
  %0 = comb.divu %a, %b : i65
  %1 = comb.divs %a, %b : i65
  %2 = comb.mods %a, %b : i65
  hw.output %0, %1, %2 : i65, i65, i65
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module division (  // division.mlir:5:1
// OUT:   input  logic [7:0] a,
// OUT:   input  logic [7:0] b,
// OUT:   output logic [7:0] qu,
// OUT:   output logic [7:0] ru,
// OUT:   output logic [7:0] qs,
// OUT:   output logic [7:0] rs,
// OUT:   output logic [7:0] seventh,
// OUT:   output logic [7:0] sseventh,
// OUT:   output logic [7:0] none,
// OUT:   output logic [7:0] minus
// OUT: );
// OUT:   assign qu = b == 8'h0 ? 8'h0 : a / b;
// OUT:   assign ru = b == 8'h0 ? 8'h0 : a % b;
// OUT:   assign qs = b == 8'h0 ? 8'h0 : b == 8'hFF ? -a : $unsigned($signed(a) / $signed(b));
// OUT:   assign rs = b == 8'h0 ? 8'h0 : b == 8'hFF ? 8'h0 : $unsigned($signed(a) % $signed(b));
// OUT:   assign seventh = a / 8'h7;
// OUT:   assign sseventh = $unsigned($signed(a) / $signed(8'h7));
// OUT:   assign none = 8'h0;
// OUT:   assign minus = -a;
// OUT: endmodule
// OUT:
// OUT: module wide_division (  // division.mlir:19:1
// OUT:   input  logic [64:0] a,
// OUT:   input  logic [64:0] b,
// OUT:   output logic [64:0] qu,
// OUT:   output logic [64:0] qs,
// OUT:   output logic [64:0] rs
// OUT: );
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [65:0] divu_0_quotient = {1'h0, a} / {1'h0, b};
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [64:0] divu_0 = b == 65'h0 ? 65'h0 : divu_0_quotient[64:0];  // division.mlir:20:8
// OUT:   wire [64:0] divs_0_dividend = a[64] ? -a : a;
// OUT:   wire [64:0] divs_0_divisor = b[64] ? -b : b;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [65:0] divs_0_quotient = {1'h0, divs_0_dividend} / {1'h0, divs_0_divisor};
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [64:0] divs_0_magnitude = divs_0_divisor == 65'h0 ? 65'h0 : divs_0_quotient[64:0];
// OUT:   wire [64:0] divs_0 = a[64] ^ b[64] ? -divs_0_magnitude : divs_0_magnitude;  // division.mlir:21:8
// OUT:   wire [64:0] mods_0_dividend = a[64] ? -a : a;
// OUT:   wire [64:0] mods_0_divisor = b[64] ? -b : b;
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [65:0] mods_0_rest = {1'h0, mods_0_dividend} % {1'h0, mods_0_divisor};
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   wire [64:0] mods_0_magnitude = mods_0_divisor == 65'h0 ? 65'h0 : mods_0_rest[64:0];
// OUT:   wire [64:0] mods_0 = a[64] ? -mods_0_magnitude : mods_0_magnitude;  // division.mlir:22:8
// OUT:   assign qu = divu_0;
// OUT:   assign qs = divs_0;
// OUT:   assign rs = mods_0;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
