// Every level of a kernel is a file that can be executed.
// RUN: flowright compile %s -o %t | check
// CHECK: twice: {{[0-9]+}} units, {{[0-9]+}} channels, {{[0-9]+}} buffers with {{[0-9]+}} slots:
// RUN: flowright interp %t/10-stream.mlir --args '[3, -4]' | check --check-prefix=ARRAY
// RUN: flowright interp %t/20-elastic.mlir --args '[3, -4]' | check --check-prefix=ARRAY
// RUN: flowright sim %t/30-buffered.mlir --args '[3, -4]' --waves %t/out.fst | check --check-prefix=ARRAY,CYCLES
// ARRAY: %x = [6, -8] : memref<2xi16>
// CYCLES: @twice ran for {{[0-9]+}} cycles
// RUN: flowright opt %t/40-circuit.mlir | check --check-prefix=CIRCUIT
// CIRCUIT: hw.module @twice(
// CIRCUIT-SAME: start_valid
// RUN: flowright run %t/00-program.mlir | check --check-prefix=RUN-AGAIN
// RUN-AGAIN: verdict  pass
// RUN: flowright compile %s -o %t --json | check --check-prefix=JSON
// JSON: {"kernel":"twice","flow":"elastic",
// RUN: flowright cosim %t --engine verilator | check --check-prefix=COSIM
// COSIM: @twice: {{[0-9]+}} outputs in {{[0-9]+}} cycles: {{[0-9]+}} of 2 calls and 1 of reset
// COSIM-NEXT: Verilator       equal
// RUN: flowright cosim %s --engine icarus | check --check-prefix=ICARUS
// ICARUS: Icarus Verilog  equal
void twice(short x[2]) {
  for (int i = 0; i < 2; i++)
    x[i] *= 2;
}

int main(void) {
  short x[2] = {3, -4};
  twice(x);
  twice(x);
  return 0;
}
