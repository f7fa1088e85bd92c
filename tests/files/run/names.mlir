// A kernel's name may be anything; its files stay in the folder.
// RUN: flowright compile %s -o %t/a/b | check
// CHECK: ../../evil:
// RUN: flowright cosim %t/a/b --args 5 --engine icarus | check --check-prefix=COSIM
// COSIM: @../../evil:
// COSIM-NEXT: Icarus Verilog  equal
func.func @"../../evil"(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
