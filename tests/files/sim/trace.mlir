// Cycles are printed as they come: a table, or an array of JSON. The last line of a stimulus holds, and `--set` wins over it.
// RUN: flowright sim %s --stimulus inputs/counts.csv --cycles 5 --trace | check
// RUN: flowright sim %s --stimulus inputs/counts.csv --set x=1 --trace | check --check-prefix=SET
// RUN: flowright sim %s --stimulus inputs/counts.csv --trace --json | check --check-prefix=JSON
// RUN: flowright sim %s --set en=1 --set x=1 --cycles 300 --trace | check --check-prefix=LONG
// RUN: flowright sim %s --stimulus inputs/counts.csv --record %t
// RUN: flowright sim %s --stimulus %t --until odd --trace | check --check-prefix=UNTIL

// CHECK: cycle en x sum odd
// CHECK-NEXT: 0 0x1 0x3 0x0 0x0
// CHECK-NEXT: 1 0x0 0x0 0x3 0x1
// CHECK-NEXT: 2 0x1 0x10 0x3 0x1
// CHECK-NEXT: 3 0x1 0x10 0x13 0x1
// CHECK-NEXT: 4 0x1 0x10 0x23 0x1
// CHECK-NEXT: @m ran for 5 cycles

// SET: 2 0x1 0x1 0x1 0x1
// SET-NEXT: @m ran for 3 cycles

// JSON: {"top":"m","inputs":[{"name":"en","type":"i1"},{"name":"x","type":"i16"}],
// JSON-SAME: "trace":[{"inputs":["0x1","0x3"],"outputs":["0x0","0x0"]},{"inputs":["0x0","0x0"],"outputs":["0x3","0x1"]},
// JSON-SAME: ],"cycles":3,"reached":null,"values":["0x3","0x1"],"operations":

// LONG: {{^}}  199  0x1  0x1   0xC7  0x1
// LONG-NEXT: {{^}}  200  0x1  0x1   0xC8  0x0
// LONG: {{^}}  299  0x1  0x1  0x12B  0x1
// LONG-NEXT: @m ran for 300 cycles

// UNTIL: 1 0x0 0x0 0x3 0x1
// UNTIL-NEXT: @m ran for 2 cycles

hw.module @m(in %clk : !seq.clock, in %en : i1, in %x : i16, out sum : i16, out odd : i1) {
  %next = comb.add %sum, %x : i16
  %sum = seq.compreg.ce %next, %clk, %en : i16
  %odd = comb.extract %sum from 0 : (i16) -> i1
  hw.output %sum, %odd : i16, i1
}
