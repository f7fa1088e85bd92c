// Logic of one expression stands where it is used; what has a name, or several uses, is a wire.
// RUN: flowright verilog %s
// BLESS

hw.module @logic(in %a : i8, in %b : i8, in %c : i1, in %d : i1, out sum : i8, out bits : i8, out choice : i8, out flags : i13, out more : i8) {
  %ones = hw.constant -1 : i8
  %c5 = hw.constant 5 : i8
  %0 = comb.add %a, %b, %c5 : i8
  %1 = comb.mul %a, %b : i8
  %2 = comb.sub %0, %1 : i8
  %3 = comb.and %a, %b : i8
  %4 = comb.xor %3, %ones : i8
  %5 = comb.or %4, %a, %b : i8
  %6 = comb.xor %5, %b : i8
  %7 = comb.mux %c, %a, %b : i8
  %8 = comb.mux bin %d, %7, %3 : i8
  %eq = comb.icmp eq %a, %b : i8
  %ne = comb.icmp bin ne %a, %b : i8
  %slt = comb.icmp slt %a, %b : i8
  %sle = comb.icmp sle %a, %b : i8
  %sgt = comb.icmp sgt %a, %b : i8
  %sge = comb.icmp sge %a, %b : i8
  %ult = comb.icmp ult %a, %b : i8
  %ule = comb.icmp ule %a, %b : i8
  %ugt = comb.icmp ugt %a, %b : i8
  %9 = comb.icmp uge %0, %b : i8
  %10 = comb.icmp ceq %a, %b : i8
  %11 = comb.icmp wne %a, %1 : i8
  %12 = comb.parity %a : i8
  %13 = comb.concat %eq, %ne, %slt, %sle, %sgt, %sge, %ult, %ule, %ugt, %9, %10, %11, %12 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
  %14 = comb.add %a : i8
  %named = comb.add %14, %c5 : i8
  hw.output %2, %6, %8, %13, %named : i8, i8, i8, i13, i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module logic_0 (  // logic.mlir:5:1
// OUT:   input  logic [7:0]  a,
// OUT:   input  logic [7:0]  b,
// OUT:   input  logic        c,
// OUT:   input  logic        d,
// OUT:   output logic [7:0]  sum,
// OUT:   output logic [7:0]  bits,
// OUT:   output logic [7:0]  choice,
// OUT:   output logic [12:0] flags,
// OUT:   output logic [7:0]  more
// OUT: );
// OUT:   wire [7:0] add_0 = a + b + 8'h5;  // logic.mlir:8:8
// OUT:   wire [7:0] mul_0 = a * b;  // logic.mlir:9:8
// OUT:   wire [7:0] and_0 = a & b;  // logic.mlir:11:8
// OUT:   wire eq = a == b;  // logic.mlir:17:9
// OUT:   wire ne = a != b;  // logic.mlir:18:9
// OUT:   wire slt = $signed(a) < $signed(b);  // logic.mlir:19:10
// OUT:   wire sle = $signed(a) <= $signed(b);  // logic.mlir:20:10
// OUT:   wire sgt = $signed(a) > $signed(b);  // logic.mlir:21:10
// OUT:   wire sge = $signed(a) >= $signed(b);  // logic.mlir:22:10
// OUT:   wire ult = a < b;  // logic.mlir:23:10
// OUT:   wire ule = a <= b;  // logic.mlir:24:10
// OUT:   wire ugt = a > b;  // logic.mlir:25:10
// OUT:   wire [7:0] named = a + 8'h5;  // logic.mlir:32:12
// OUT:   assign sum = add_0 - mul_0;
// OUT:   assign bits = (~and_0 | a | b) ^ b;
// OUT:   assign choice = d ? (c ? a : b) : and_0;
// OUT:   assign flags = {eq, ne, slt, sle, sgt, sge, ult, ule, ugt, add_0 >= b, a == b, a != mul_0, ^a};
// OUT:   assign more = named;
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
