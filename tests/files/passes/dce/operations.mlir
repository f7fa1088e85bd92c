// Operations whose results nobody needs are removed; effects stay.
// RUN: flowright opt %s --passes dce --verify-each --allow-unregistered-dialect | check
// ORACLE: mlir-opt-19 --allow-unregistered-dialect

// A read and a division are no effects.
// CHECK-LABEL: func.func @plain(%a: i32, %m: memref<i32>) {
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @plain(%a: i32, %m: memref<i32>) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %2 = memref.load %m[] : memref<i32>
  %3 = arith.divsi %a, %a : i32
  memref.store %a, %m[] : memref<i32>
  return
}

// What nobody described stays with all it uses.
// CHECK-LABEL: func.func @unknown(%a: i32) {
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: %1 = "other.op"(%0) ({
// CHECK-NEXT: %2 = arith.muli %a, %a : i32
// CHECK-NEXT: "other.end"(%2) : (i32) -> ()
// CHECK-NEXT: }) : (i32) -> i32
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unknown(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = "other.op"(%0) ({
    %2 = arith.muli %a, %a : i32
    "other.end"(%2) : (i32) -> ()
  }) : (i32) -> i32
  return
}
