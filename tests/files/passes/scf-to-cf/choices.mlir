// Choices become branches that meet again.
// RUN: flowright opt %s --passes=scf-to-cf | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @if_else
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb3(%a : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%b : i32)
// CHECK-NEXT: ^bb3(%r: i32):
// CHECK-NEXT: return %r : i32
func.func @if_else(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @if_only
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb4
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %d, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.assert %c, "both"
// CHECK-NEXT: cf.br ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: return
func.func @if_only(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      cf.assert %c, "both"
    }
  }
  return
}

// All bits of the number count.
// CHECK-LABEL: func.func @switch
// CHECK-NEXT: [[N:%[a-z0-9_]+]] = arith.index_cast %n : index to i64
// CHECK-NEXT: cf.switch [[N]] : i64, [
// CHECK-NEXT: default: ^bb3,
// CHECK-NEXT: 4294967296: ^bb1,
// CHECK-NEXT: -1: ^bb2
// CHECK-NEXT: ]
// CHECK: ^bb4([[R:%[a-z0-9_]+]]: i32):
// CHECK-NEXT: return [[R]] : i32
func.func @switch(%n: index, %a: i32, %b: i32) -> i32 {
  %r = scf.index_switch %n -> i32
  case 4294967296 {
    scf.yield %a : i32
  }
  case -1 {
    scf.yield %b : i32
  }
  default {
    %s = arith.addi %a, %b : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @region
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb4(%a : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.br ^bb4(%b : i32)
// CHECK-NEXT: ^bb4(%r: i32):
func.func @region(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^x, ^y
  ^x:
    scf.yield %a : i32
  ^y:
    scf.yield %b : i32
  }
  return %r : i32
}
