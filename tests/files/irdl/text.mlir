// Definitions are printed as MLIR prints them.
// RUN: flowright opt %s | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: irdl.dialect @d
// CHECK: irdl.type @unit
// CHECK: irdl.operation @o {
// CHECK-NEXT: [[A:%[0-9]+]] = irdl.any
// CHECK-NEXT: [[B:%[0-9]+]] = irdl.base @d::@unit
// CHECK-NEXT: irdl.operands([[A]], optional [[B]], variadic [[A]])
// CHECK-NEXT: irdl.results([[A]])
// CHECK-NEXT: irdl.attributes {"value" = [[A]]}
irdl.dialect @d {
  irdl.type @unit {
  }
  irdl.operation @o {
    %0 = irdl.any
    %1 = irdl.base @d::@unit
    irdl.operands(single %0, optional %1, variadic %0)
    irdl.results(%0)
    irdl.attributes { "value" = %0 }
  }
}
