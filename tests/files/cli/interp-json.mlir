// The outcome as one object; the only public function needs no name.
// RUN: flowright interp %s --args '[[1, 2], [3, 4]], 7' --json

// CHECK: {"function":"f","results":[{"type":"i8","value":-7},{"type":"f32","value":"nan"}],
// CHECK-SAME: "arguments":[{"name":"%m","type":"memref<2x2xi16>","value":{{\[\[}}1,2],[3,4]]}],"output":"","steps":{{[0-9]+}}}
func.func @f(%m: memref<2x2xi16>, %a: i8) -> (i8, f32) {
  %0 = arith.constant 0 : i8
  %1 = arith.subi %0, %a : i8
  %2 = arith.constant 0x7FC00000 : f32
  return %1, %2 : i8, f32
}
func.func private @helper() {
  return
}
