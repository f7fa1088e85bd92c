// A struct is a vector with its first field highest.
// RUN: flowright verilog %s
// BLESS

hw.module @structs(in %s : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>, in %v : i8, out x : i8, out y1 : i3, out changed : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>, out made : !hw.struct<a: i8, b: i1>, out flat : i15, out number : !hw.struct<x: i8, y: !hw.array<2xi3>>, out parts : i9) {
  %c1 = hw.constant true
  %0 = hw.struct_extract %s["x"] : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>
  %1 = hw.struct_extract %s["y"] : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>
  %2 = hw.array_get %1[%c1] : !hw.array<2xi3>, i1
  %3 = hw.struct_inject %s["x"], %v : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>
  %4, %5, %6 = hw.struct_explode %s : !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>
  %7 = hw.struct_create (%v, %6) : !hw.struct<a: i8, b: i1>
  %8 = hw.bitcast %s : (!hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>) -> i15
  %9 = hw.aggregate_constant [1 : i8, [2 : i3, 1 : i3]] : !hw.struct<x: i8, y: !hw.array<2xi3>>
  %10 = comb.concat %4, %6 : i8, i1
  hw.output %0, %2, %3, %7, %8, %9, %10 : i8, i3, !hw.struct<x: i8, y: !hw.array<2xi3>, z: i1>, !hw.struct<a: i8, b: i1>, i15, !hw.struct<x: i8, y: !hw.array<2xi3>>, i9
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module structs (  // structs.mlir:5:1
// OUT:   input  logic [14:0] s,
// OUT:   input  logic [7:0]  v,
// OUT:   output logic [7:0]  x,
// OUT:   output logic [2:0]  y1,
// OUT:   output logic [14:0] changed,
// OUT:   output logic [8:0]  made,
// OUT:   output logic [14:0] flat,
// OUT:   output logic [13:0] number,
// OUT:   output logic [8:0]  parts
// OUT: );
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   wire [5:0] struct_extract_0 = s[6:1];  // structs.mlir:8:8
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   assign x = s[14:7];
// OUT:   assign y1 = struct_extract_0[5:3];
// OUT:   assign changed = {v, s[6:0]};
// OUT:   assign made = {v, s[0]};
// OUT:   assign flat = s;
// OUT:   assign number = 14'h51;
// OUT:   assign parts = {s[14:7], s[0]};
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
