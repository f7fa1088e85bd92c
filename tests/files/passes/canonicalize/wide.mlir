// Numbers of a width that nobody computes with are left to the program: a product of two could take a second.
// RUN: flowright opt %s --passes canonicalize --verify-each | check

// CHECK-LABEL: func.func @computed
// CHECK: arith.constant 42 : i4096
// CHECK-NOT: muli
func.func @computed() -> i4096 {
  %a = arith.constant 6 : i4096
  %b = arith.constant 7 : i4096
  %r = arith.muli %a, %b : i4096
  return %r : i4096
}

// CHECK-LABEL: func.func @left
// CHECK: arith.muli
// CHECK: arith.muli
// CHECK: arith.muli
func.func @left(%x: i4097) -> (i4097, i4097) {
  %a = arith.constant 6 : i4097
  %b = arith.constant 7 : i4097
  %r = arith.muli %a, %b : i4097
  %p = arith.muli %x, %a : i4097
  %q = arith.muli %p, %b : i4097
  return %r, %q : i4097, i4097
}
