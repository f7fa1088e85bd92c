// Values wider than a machine word everywhere.
// RUN: flowright verilog %s
// BLESS

hw.module @wide(in %clk : !seq.clock, in %a : i200, in %b : i200, in %i : i8, out sum : i200, out product : i200, out less : i1, out top : i65, out constant : i200, out q : i200, out element : i100) {
  %k = hw.constant 1234567890123456789012345678901234567890123456789 : i200
  %0 = comb.add %a, %b, %k : i200
  %1 = comb.mul %a, %b : i200
  %2 = comb.icmp slt %a, %b : i200
  %3 = comb.extract %1 from 135 : (i200) -> i65
  %4 = hw.bitcast %a : (i200) -> !hw.array<2xi100>
  %5 = comb.extract %i from 3 : (i8) -> i1
  %6 = hw.array_get %4[%5] : !hw.array<2xi100>, i1
  %q = seq.compreg %0, %clk : i200
  hw.output %0, %1, %2, %3, %k, %q, %6 : i200, i200, i1, i65, i200, i200, i100
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module wide (  // wide.mlir:5:1
// OUT:   input  logic         clk,
// OUT:   input  logic [199:0] a,
// OUT:   input  logic [199:0] b,
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   input  logic [7:0]   i,
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   output logic [199:0] sum,
// OUT:   output logic [199:0] product,
// OUT:   output logic         less,
// OUT:   output logic [64:0]  top,
// OUT:   output logic [199:0] constant,
// OUT:   output logic [199:0] q,
// OUT:   output logic [99:0]  element
// OUT: );
// OUT:   logic [199:0] q_reg = 200'h0;
// OUT:   wire [199:0] k = 200'hD83FF0575DE59FA9BB370BA5E5AD9828AE398115;  // wide.mlir:6:8
// OUT:   wire [199:0] add_0 = a + b + k;  // wide.mlir:7:8
// OUT:   wire [199:0] mul_0 = a * b;  // wide.mlir:8:8
// OUT:   wire [199:0] bitcast_0 = a;  // wide.mlir:11:8
// OUT:   assign sum = add_0;
// OUT:   assign product = mul_0;
// OUT:   assign less = $signed(a) < $signed(b);
// OUT:   assign top = mul_0[199:135];
// OUT:   assign constant = k;
// OUT:   assign q = q_reg;
// OUT:   assign element = bitcast_0[{7'h0, i[3]} * 8'h64 +: 100];
// OUT:   always_ff @(posedge clk) begin
// OUT:     q_reg <= add_0;  // wide.mlir:14:8
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
