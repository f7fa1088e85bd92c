// The top is the one module that no other contains, or the one that is named.
// RUN: not flowright cosim %s 2>&1 | check
// RUN: not flowright cosim %s --top c 2>&1 | check --check-prefix=MISSING
// RUN: flowright cosim %s --top @b --engine icarus --cycles 4 | check --check-prefix=NAMED

// CHECK: FR0690{{.*}}several modules could be the top: say which with `--top`
// CHECK: there is `a`, `b`
// MISSING: FR0690{{.*}}there is no module `c`
// NAMED: @b: 1 output in 4 cycles
// NAMED-NEXT: Icarus Verilog equal

hw.module @inner(in %x : i8, out y : i8) {
  hw.output %x : i8
}
hw.module @a(in %x : i8, out y : i8) {
  %i.y = hw.instance "i" @inner(x: %x: i8) -> (y: i8)
  hw.output %i.y : i8
}
hw.module @b(in %x : i8, out y : i8) {
  %i.y = hw.instance "i" @inner(x: %x: i8) -> (y: i8)
  hw.output %i.y : i8
}
