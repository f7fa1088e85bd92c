// A function in IR is called once, with arguments that are given or random ones.
// RUN: flowright run %s --args '[1, 2, 3], 4' --sim all | check
// CHECK: kernel   dot
// CHECK: verdict  pass
// CHECK-NEXT: given    %x = [{{.*}}] : memref<3xi32>
// CHECK-NEXT: given    %by = {{.*}} : i32
// CHECK-NEXT: result   {{.*}} : i32
// CHECK-NEXT: left     %x = [{{.*}}] : memref<3xi32>
// CHECK-NEXT: calls    1
// RUN: flowright run %s --seed 5 | check
// RUN: flowright run %s --args '[1, 2, 3], 4' --json | check --check-prefix=JSON
// JSON: "arguments":[{"name":"%x","type":"memref<3xi32>","value":[1,2,3]},{"name":"%by","type":"i32","value":4}],
// JSON-SAME: "results":[{"type":"i32","value":24}],"arrays":[{"name":"%x","type":"memref<3xi32>","value":[1,2,3]}]
// RUN: flowright run %s --args '[1, 2], 4' 2>&1 | check --check-prefix=WRONG
// EXIT: 2
// WRONG: error
func.func @dot(%x: memref<3xi32>, %by: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %first = arith.constant 0 : i32
  %sum = scf.for %i = %zero to %three step %one iter_args(%acc = %first) -> (i32) {
    %v = memref.load %x[%i] : memref<3xi32>
    %p = arith.muli %v, %by : i32
    %s = arith.addi %acc, %p : i32
    scf.yield %s : i32
  }
  return %sum : i32
}
