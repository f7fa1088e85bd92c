// Results come first, then every array argument as the function left it.
// RUN: flowright interp %s --top scalars --args '3, -4' | check --check-prefix=SCALARS
// RUN: flowright interp %s --top arrays --args '[1, 2, 3], 5' | check --check-prefix=ARRAYS
// RUN: flowright interp %s --top @nothing | check --check-prefix=NOTHING
// RUN: flowright interp - --top one --args 2.5 < %s | check --check-prefix=ONE

// SCALARS: {{^}}result#0 = -1 : i32{{$}}
// SCALARS-NEXT: {{^}}result#1 = true : i1{{$}}
// ARRAYS: {{^}}%data = [5, 2, 3] : memref<3xi8>{{$}}
// NOTHING-NOT: {{.}}
// ONE: {{^}}result = 5.0{{.*}} : f32{{$}}
func.func @scalars(%a: i32, %b: i32) -> (i32, i1) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.cmpi slt, %b, %a : i32
  return %0, %1 : i32, i1
}
func.func @arrays(%data: memref<3xi8>, %value: i8) {
  %0 = arith.constant 0 : index
  memref.store %value, %data[%0] : memref<3xi8>
  return
}
func.func @nothing() {
  return
}
func.func @one(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
