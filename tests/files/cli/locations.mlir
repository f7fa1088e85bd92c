// Locations are those of the file, also in the later parts of a split one.
// RUN: flowright opt %s --locations --split-input-file

// CHECK: arith.constant 1 : i32 loc("locations.mlir":8:8)
// CHECK: {{^// -----$}}
// CHECK: arith.constant 2 : i32 loc("locations.mlir":15:8)
func.func @f() {
  %0 = arith.constant 1 : i32
  return
}

// -----

func.func @f() {
  %0 = arith.constant 2 : i32
  return
}
