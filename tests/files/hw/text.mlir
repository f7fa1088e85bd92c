// Modules, instances and aggregates are printed as CIRCT prints them, except that values keep their names.
// RUN: flowright opt %s | check

// CHECK: hw.module @sub<p: i32 = 5, q: i8>(in %a : i8, out b : i8) {
// CHECK-NEXT: %cst = hw.param.value i8 = #hw.param.decl.ref<"q">
// CHECK-NEXT: hw.output %cst : i8
hw.module @sub<p: i32 = 5, q: i8>(in %a : i8, out b : i8) {
  %0 = hw.param.value i8 = #hw.param.decl.ref<"q">
  hw.output %0 : i8
}

// CHECK: hw.module.extern @ext(in %a : i8, out b : i8, in %c : i3) attributes {verilogName = "foo"}
hw.module.extern @ext(in %a : i8, out b : i8, in %c : i3) attributes {verilogName = "foo"}

// A name that no value can have stands behind the value.
// CHECK: hw.module private @ports(in %x "two words" : i8 {test.pin = 3 : i8}, in %y : i1, out "out put" : i8 {test.pad}) attributes {test.fast} {
hw.module private @ports(in %x "two words" : i8 {test.pin = 3 : i8}, in %other "y" : i1, out "out put" : i8 {test.pad}) attributes {test.fast} {
  hw.output %x : i8
}

// Without a body there is still an output.
// CHECK: hw.module @nothing() {
// CHECK-NEXT: hw.output
hw.module @nothing() {}

// CHECK: hw.module @inout(inout %io : i8) {
hw.module @inout(inout %io : i8) {}

// Inside of arrays the prefix of a type is left out.
// CHECK: in %a : !hw.array<2xarray<4xi8>>, in %s : !hw.struct<a: !hw.struct<b: i8>, "c d": i3>, in %e : !hw.struct<>, in %v : !hw.array<3xstruct<x: i1>>
hw.module @types(in %a : !hw.array<2x!hw.array<4xi8>>, in %s : !hw.struct<a: !hw.struct<b: i8>, "c d": i3>, in %e : !hw.struct<>, in %v : !hw.array<3xstruct<x: i1>>) {
}

// CHECK-LABEL: hw.module @aggregates
hw.module @aggregates(in %a : i8, in %arr : !hw.array<4xi8>, in %st : !hw.struct<x: i8, y: i3>, in %i : i2, in %one : !hw.array<1xi8>, in %bit : i1) {
  // CHECK-NEXT: %0 = hw.array_create %a, %a : i8
  %0 = hw.array_create %a, %a : i8
  // CHECK-NEXT: %1 = hw.array_get %arr[%i] {test.k} : !hw.array<4xi8>, i2
  %1 = hw.array_get %arr[%i] {test.k} : !hw.array<4xi8>, i2
  // CHECK-NEXT: %2 = hw.array_slice %arr[%i] : (!hw.array<4xi8>) -> !hw.array<2xi8>
  %2 = hw.array_slice %arr[%i] : (!hw.array<4xi8>) -> !hw.array<2xi8>
  // CHECK-NEXT: %3 = hw.array_concat %0, %arr : !hw.array<2xi8>, !hw.array<4xi8>
  %3 = hw.array_concat %0, %arr : !hw.array<2xi8>, !hw.array<4xi8>
  // CHECK-NEXT: %4 = hw.array_inject %arr[%i], %a : !hw.array<4xi8>, i2
  %4 = hw.array_inject %arr[%i], %a : !hw.array<4xi8>, i2
  // CHECK-NEXT: %5 = hw.struct_create (%a, %6) : !hw.struct<x: i8, y: i3>
  %5 = hw.struct_create (%a, %6) : !hw.struct<x: i8, y: i3>
  // CHECK-NEXT: %6 = hw.struct_extract %st["y"] : !hw.struct<x: i8, y: i3>
  %6 = hw.struct_extract %st["y"] : !hw.struct<x: i8, y: i3>
  // CHECK-NEXT: %7 = hw.struct_inject %st["x"], %a : !hw.struct<x: i8, y: i3>
  %7 = hw.struct_inject %st["x"], %a : !hw.struct<x: i8, y: i3>
  // CHECK-NEXT: %8:2 = hw.struct_explode %st : !hw.struct<x: i8, y: i3>
  %8:2 = hw.struct_explode %st : !hw.struct<x: i8, y: i3>
  // CHECK-NEXT: %9 = hw.bitcast %a : (i8) -> !hw.array<2xi4>
  %9 = hw.bitcast %a : (i8) -> !hw.array<2xi4>
  // CHECK-NEXT: %cst = hw.aggregate_constant [1 : i8, [2 : i3, 1 : i3]] : !hw.struct<x: i8, y: !hw.array<2xi3>>
  %10 = hw.aggregate_constant [1 : i8, [2 : i3, 1 : i3]] : !hw.struct<x: i8, y: !hw.array<2xi3>>
  // CHECK-NEXT: hw.aggregate_constant [1, -1] : !hw.array<2xi64>
  %11 = hw.aggregate_constant [1, -1] : !hw.array<2xi64>
  // CHECK-NEXT: hw.array_get %one[%bit] : !hw.array<1xi8>, i1
  %12 = hw.array_get %one[%bit] : !hw.array<1xi8>, i1
  // CHECK-NEXT: hw.struct_create () : !hw.struct<>
  %13 = hw.struct_create () : !hw.struct<>
}

// Names: of the result, of the attribute, and both where one is no name for a value or is taken.
// CHECK-LABEL: hw.module @wires
hw.module @wires(in %a : i8) {
  // CHECK-NEXT: %w = hw.wire %a : i8
  %w = hw.wire %a : i8
  // CHECK-NEXT: %0 = hw.wire %a : i8
  %0 = hw.wire %a : i8
  // CHECK-NEXT: %foo = hw.wire %a sym @s : i8
  %1 = hw.wire %a sym @s name "foo" : i8
  // CHECK-NEXT: %x = hw.wire %a sym [<@p,0,private>] name "a b" : i8
  %x = hw.wire %a sym [<@p,0,private>] name "a b" : i8
  // CHECK-NEXT: %w_0 = hw.wire %a name "w" {test.k} : i8
  %y = hw.wire %a name "w" {test.k} : i8
  // CHECK-NEXT: %1 = hw.wire %a : i8
  %z = hw.wire %a name "" : i8
}

// CHECK-LABEL: hw.module @instances
hw.module @instances<p: i8, f: i1 = true>(in %a : i8, in %c : i3, out x : i8) {
  // CHECK-NEXT: %u.b = hw.instance "u" @sub<p: i32 = 7, q: i8 = #hw.param.decl.ref<"p">>(a: %v.b: i8) -> (b: i8)
  %u.b = hw.instance "u" @sub<p: i32 = 7, q: i8 = #hw.param.decl.ref<"p">>(a: %v.b: i8) -> (b: i8)
  // CHECK-NEXT: %v.b = hw.instance "v" sym @v @ext(a: %a: i8, c: %c: i3) -> (b: i8) {doNotPrint, test.k = 4 : i8}
  %v.b = hw.instance "v" sym @v @ext(a: %a: i8, c: %c: i3) -> (b: i8) {doNotPrint, test.k = 4 : i8}
  // CHECK-NEXT: %wide = hw.constant -1 : i65
  %wide = hw.constant 36893488147419103231 : i65
  // CHECK-NEXT: %c3_i8 = hw.constant 3 : i8 {test.k}
  %0 = hw.constant 3 : i8 {test.k}
  // CHECK-NEXT: %true = hw.constant true
  %1 = hw.constant true
  hw.output %u.b : i8
}
