// A switch becomes a choice by number, with the sign of its flag.
// RUN: flowright opt %s --passes=lift-cf-to-scf | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @three
// CHECK-NEXT: [[N:%[a-z0-9_]+]] = arith.index_cast %n : i8 to index
// CHECK-NEXT: scf.index_switch [[N]] -> i32
// CHECK-NEXT: case 1 {
// CHECK-NEXT: arith.addi
// CHECK: case -2 {
// CHECK-NEXT: scf.yield %a : i32
// CHECK: default {
// CHECK-NEXT: arith.muli
// CHECK-NOT: {{ cf\.}}
func.func @three(%n: i8, %a: i32) -> i32 {
  cf.switch %n : i8, [default: ^d, 1: ^x, -2: ^end(%a : i32)]
^d:
  %p = arith.muli %a, %a : i32
  cf.br ^end(%p : i32)
^x:
  %q = arith.addi %a, %a : i32
  cf.br ^end(%q : i32)
^end(%r: i32):
  return %r : i32
}

// Cases that fall through to others: three places to go on, told apart by a number.
// CHECK-LABEL: func.func @fall_through
// CHECK: [[R:%[a-z0-9_]+]] = scf.index_switch {{.*}} -> index
// CHECK: scf.index_switch [[R]]
// CHECK-NOT: cf.br
func.func @fall_through(%n: i32, %m: i32, %c: i1) {
  cf.switch %n : i32, [default: ^d, 0: ^a, 1: ^b]
^d:
  cf.assert %c, "d"
  cf.switch %m : i32, [default: ^a, 0: ^b, 1: ^e]
^a:
  cf.assert %c, "a"
  cf.cond_br %c, ^b, ^e
^b:
  cf.assert %c, "b"
  cf.cond_br %c, ^e, ^end
^e:
  cf.assert %c, "e"
  cf.br ^end
^end:
  return
}

// A switch without cases is no choice.
// CHECK-LABEL: func.func @only_default
// CHECK-NEXT: return %a : i32
func.func @only_default(%n: i32, %a: i32) -> i32 {
  cf.switch %n : i32, [default: ^t(%a : i32)]
^t(%x: i32):
  return %x : i32
}

// An index cannot hold the flag: the cases are numbered.
// CHECK-LABEL: func.func @wide
// CHECK: [[C:%[a-z0-9_]+]] = arith.cmpi eq, %n, {{.*}} : i128
// CHECK: [[N:%[a-z0-9_]+]] = arith.select [[C]], {{.*}} : index
// CHECK: scf.index_switch [[N]] -> i32
// CHECK-NEXT: case 1 {
func.func @wide(%n: i128, %a: i32, %b: i32) -> i32 {
  cf.switch %n : i128, [default: ^t(%a : i32), 18446744073709551616: ^t(%b : i32)]
^t(%x: i32):
  return %x : i32
}
