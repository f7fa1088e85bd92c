// A loop with two ways in is refused with the lowering that takes it.
// RUN: flowright run %s --args 'true, 100' 2>&1 | check
// EXIT: 2
// CHECK: error[FR0302]
// CHECK: help: let all ways into the loop lead to one block, or use `--lowering blocks`
// RUN: flowright run %s --args 'true, 100' --lowering blocks | check --check-prefix=BLOCKS
// BLOCKS: verdict  pass
func.func @k(%c: i1, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  cf.cond_br %c, ^a(%n : i32), ^b(%n : i32)
^a(%x: i32):
  %y = arith.subi %x, %c1 : i32
  %p = arith.cmpi sgt, %y, %c0 : i32
  cf.cond_br %p, ^b(%y : i32), ^e(%y : i32)
^b(%u: i32):
  %w = arith.shrsi %u, %c1 : i32
  %q = arith.cmpi sgt, %w, %c0 : i32
  cf.cond_br %q, ^a(%w : i32), ^e(%w : i32)
^e(%r: i32):
  return %r : i32
}
