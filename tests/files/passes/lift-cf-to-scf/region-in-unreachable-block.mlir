// A block that nothing leads to goes, with the branches in its regions.
// RUN: flowright opt %s --passes lift-cf-to-scf --verify-each | check

// CHECK-LABEL: func.func @f(%c: i1) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @f(%c: i1) {
  return
^bb1:
  scf.execute_region {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    cf.br ^bb2
  ^bb2:
    scf.yield
  }
  cf.br ^bb1
}
