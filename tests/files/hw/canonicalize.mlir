// What was put into an aggregate is taken out again without it; constants go through aggregates.
// RUN: flowright opt %s --passes canonicalize --verify-each | check

// Operations of a module stand in any order.
// CHECK-LABEL: hw.module @arrays
// CHECK-NEXT: %low = hw.wire %c : i8
// CHECK-NEXT: hw.output %a, %low, %b, %b : i8, i8, i8, i8
hw.module @arrays(in %a : i8, in %b : i8, in %c : i8, in %arr : !hw.array<3xi8>, out w : i8, out x : i8, out y : i8, out z : i8) {
  %high = hw.array_get %made[%two] : !hw.array<3xi8>, i2
  %low = hw.wire %0 : i8
  %0 = hw.array_get %made[%zero] : !hw.array<3xi8>, i2
  %made = hw.array_create %a, %b, %c : i8
  %zero = hw.constant 0 : i2
  %one = hw.constant 1 : i2
  %two = hw.constant -2 : i2
  %both = hw.array_inject %injected[%zero], %a : !hw.array<3xi8>, i2
  %injected = hw.array_inject %arr[%one], %b : !hw.array<3xi8>, i2
  %1 = hw.array_get %both[%one] : !hw.array<3xi8>, i2
  %joined = hw.array_concat %made, %arr : !hw.array<3xi8>, !hw.array<3xi8>
  %four = hw.constant -4 : i3
  %2 = hw.array_get %joined[%four] : !hw.array<6xi8>, i3
  hw.output %high, %low, %1, %2 : i8, i8, i8, i8
}

// An index that is not known, or past the end, is not looked through; past the end there are zeros.
// CHECK-LABEL: hw.module @past_the_end
// CHECK-NEXT: %c0_i8 = hw.constant 0 : i8
// CHECK-NEXT: [[CHANGED:%[a-z]+]] = hw.array_inject %arr[%i], %a
// CHECK-NEXT: [[READ:%[a-z]+]] = hw.array_get [[CHANGED]][%i]
// CHECK-NEXT: hw.output [[READ]], %c0_i8 : i8, i8
hw.module @past_the_end(in %a : i8, in %arr : !hw.array<3xi8>, in %i : i2, out x : i8, out y : i8) {
  %changed = hw.array_inject %arr[%i], %a : !hw.array<3xi8>, i2
  %read = hw.array_get %changed[%i] : !hw.array<3xi8>, i2
  %cst = hw.aggregate_constant [1 : i8, 2 : i8, 3 : i8] : !hw.array<3xi8>
  %three = hw.constant -1 : i2
  %past = hw.array_get %cst[%three] : !hw.array<3xi8>, i2
  hw.output %read, %past : i8, i8
}

// CHECK-LABEL: hw.module @structs
// CHECK-NEXT: [[MADE:%[a-z]+]] = hw.struct_create (%b, %c) : !hw.struct<x: i8, y: i3>
// CHECK-NEXT: hw.output %a, %c, %b, %s, [[MADE]]
hw.module @structs(in %a : i8, in %b : i8, in %c : i3, in %s : !hw.struct<x: i8, y: i3>, out o0 : i8, out o1 : i3, out o2 : i8, out o3 : !hw.struct<x: i8, y: i3>, out o4 : !hw.struct<x: i8, y: i3>) {
  %made = hw.struct_create (%a, %c) : !hw.struct<x: i8, y: i3>
  %x = hw.struct_extract %made["x"] : !hw.struct<x: i8, y: i3>
  %parts:2 = hw.struct_explode %made : !hw.struct<x: i8, y: i3>
  %put = hw.struct_inject %s["x"], %b : !hw.struct<x: i8, y: i3>
  %put_again = hw.struct_inject %put["y"], %c : !hw.struct<x: i8, y: i3>
  %back = hw.struct_extract %put_again["x"] : !hw.struct<x: i8, y: i3>
  %all:2 = hw.struct_explode %s : !hw.struct<x: i8, y: i3>
  %same = hw.struct_create (%all#0, %all#1) : !hw.struct<x: i8, y: i3>
  %other = hw.struct_inject %made["x"], %b : !hw.struct<x: i8, y: i3>
  hw.output %x, %parts#1, %back, %same, %other : i8, i3, i8, !hw.struct<x: i8, y: i3>, !hw.struct<x: i8, y: i3>
}

// CHECK-LABEL: hw.module @constants
// CHECK-DAG: [[ARRAY:%[a-z0-9_]+]] = hw.aggregate_constant [2 : i4, 3 : i4] : !hw.array<2xi4>
// CHECK-DAG: [[STRUCT:%[a-z0-9_]+]] = hw.aggregate_constant [35 : i8, [true, false]] : !hw.struct<a: i8, b: !hw.array<2xi1>>
// CHECK: hw.output [[ARRAY]], [[STRUCT]], %c5_i8 :
hw.module @constants(out x : !hw.array<2xi4>, out y : !hw.struct<a: i8, b: !hw.array<2xi1>>, out z : i8) {
  %0 = hw.constant 35 : i8
  %1 = hw.bitcast %0 : (i8) -> !hw.array<2xi4>
  %t = hw.constant true
  %f = hw.constant false
  %2 = hw.array_create %t, %f : i1
  %3 = hw.struct_create (%0, %2) : !hw.struct<a: i8, b: !hw.array<2xi1>>
  %4 = hw.param.value i8 = 5
  hw.output %1, %3, %4 : !hw.array<2xi4>, !hw.struct<a: i8, b: !hw.array<2xi1>>, i8
}

// Wires without a name go, those with a name or a symbol stay. Casts join.
// CHECK-LABEL: hw.module @wires
// CHECK-NEXT: %unused = hw.wire %a : i8
// CHECK-NEXT: %0 = hw.wire %a sym @s : i8
// CHECK-NEXT: hw.output %a, %a : i8, i8
hw.module @wires(in %a : i8, out x : i8, out y : i8) {
  %unused = hw.wire %a : i8
  %0 = hw.wire %a : i8
  %1 = hw.wire %0 sym @s : i8
  %2 = hw.bitcast %a : (i8) -> !hw.array<2xi4>
  %3 = hw.bitcast %2 : (!hw.array<2xi4>) -> i8
  hw.output %0, %3 : i8, i8
}

// Circles of what would be looked through are left alone.
// CHECK-LABEL: hw.module @circles
// CHECK: hw.output
hw.module @circles(in %a : i8, out x : i8, out y : i3) {
  %0 = hw.struct_inject %1["x"], %a : !hw.struct<x: i8, y: i3, z: i3>
  %1 = hw.struct_inject %0["x"], %a : !hw.struct<x: i8, y: i3, z: i3>
  %2 = hw.struct_extract %0["y"] : !hw.struct<x: i8, y: i3, z: i3>
  %3 = hw.bitcast %4 : (!hw.array<2xi4>) -> i8
  %4 = hw.bitcast %3 : (i8) -> !hw.array<2xi4>
  %5 = hw.wire %6 : i8
  %6 = hw.wire %5 : i8
  hw.output %3, %2 : i8, i3
}

// What has no bits is not computed with.
// CHECK-LABEL: hw.module @no_bits
// CHECK: hw.array_create %cst, %cst : f32
hw.module @no_bits(out x : !hw.array<2xf32>) {
  %cst = arith.constant 1.0 : f32
  %0 = hw.array_create %cst, %cst : f32
  hw.output %0 : !hw.array<2xf32>
}
