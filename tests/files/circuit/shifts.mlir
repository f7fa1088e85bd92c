// Shifts of any width by any amount; the sign is kept in whatever surrounds it.
// RUN: flowright verilog %s
// BLESS

hw.module @shifts(in %a : i8, in %b : i8, in %w : i100, in %n : i100, out l : i8, out r : i8, out s : i8, out mixed : i8, out wl : i100, out ws : i100, out wc : i100, out none : i100, out sign : i100) {
  %c3 = hw.constant 3 : i8
  %0 = comb.shl %a, %b : i8
  %1 = comb.shru %a, %c3 : i8
  %2 = comb.shrs %a, %b : i8
  %3 = comb.shrs %b, %a : i8
  %4 = comb.add %3, %c3 : i8
  %5 = comb.shl %w, %n : i100
  %6 = comb.shrs %w, %n : i100
  %c70 = hw.constant 70 : i100
  %cm1 = hw.constant -1 : i100
  %7 = comb.shru %w, %c70 : i100
  %8 = comb.shl %w, %cm1 : i100
  %9 = comb.shrs %w, %cm1 : i100
  hw.output %0, %1, %2, %4, %5, %6, %7, %8, %9 : i8, i8, i8, i8, i100, i100, i100, i100, i100
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module shifts (  // shifts.mlir:5:1
// OUT:   input  logic [7:0]  a,
// OUT:   input  logic [7:0]  b,
// OUT:   input  logic [99:0] w,
// OUT:   input  logic [99:0] n,
// OUT:   output logic [7:0]  l,
// OUT:   output logic [7:0]  r,
// OUT:   output logic [7:0]  s,
// OUT:   output logic [7:0]  mixed,
// OUT:   output logic [99:0] wl,
// OUT:   output logic [99:0] ws,
// OUT:   output logic [99:0] wc,
// OUT:   output logic [99:0] none,
// OUT:   output logic [99:0] sign
// OUT: );
// OUT:   assign l = a << b;
// OUT:   assign r = a >> 3'h3;
// OUT:   assign s = $unsigned($signed(a) >>> b);
// OUT:   assign mixed = $unsigned($signed(b) >>> a) + 8'h3;
// OUT:   assign wl = n >= 100'h64 ? 100'h0 : w << n[6:0];
// OUT:   assign ws = $unsigned($signed(w) >>> (n >= 100'h64 ? 7'h63 : n[6:0]));
// OUT:   assign wc = w >> 7'h46;
// OUT:   assign none = 100'h0;
// OUT:   assign sign = $unsigned($signed(w) >>> 7'h63);
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
