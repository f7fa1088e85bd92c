// What modules, instances and aggregates must satisfy.
// RUN: not flowright opt %s --split-input-file

// expected-error@+1 {{FR0600: `hw.module`: two ports are called `a`}}
hw.module @same_port(in %a : i8, out a : i8) {
  hw.output %a : i8
}

// -----

// expected-error@+1 {{FR0600: `hw.module.extern`: two ports are called `b`}}
hw.module.extern @same_port(out b : i8, out b : i8)

// -----

// expected-error@+1 {{FR0601: `hw.module`: the arguments of the body have types (i9), but the ports have (i8)}}
"hw.module"() <{module_type = !hw.modty<input a : i8>, parameters = [], sym_name = "m"}> ({
^bb0(%a: i9):
  "hw.output"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{FR0601: `hw.module.extern`: `per_port_attrs` has 2 entries for 1 port}}
"hw.module.extern"() <{module_type = !hw.modty<input a : i8>, parameters = [], sym_name = "m", per_port_attrs = [{}, {}]}> ({
}) : () -> ()

// -----

hw.module @outputs(in %a : i8, out b : i8, out c : i8) {
  // expected-error@+1 {{FR0602: `hw.output`: the outputs have types (i8), but the ports of the module have (i8, i8)}}
  hw.output %a : i8
}

// -----

// expected-error@+1 {{FR0602: `hw.output`: the outputs have types (), but the ports of the module have (i8)}}
hw.module @no_output(out b : i8) {
}

// -----

func.func private @f()
hw.module @instances(in %a : i8) {
  // expected-error@+1 {{FR0603: `hw.instance`: there is no module `@missing`}}
  hw.instance "u" @missing(a: %a: i8) -> ()
  // expected-error@+1 {{FR0603: `hw.instance`: `@f` is no module but a `func.func`}}
  hw.instance "v" @f(a: %a: i8) -> ()
}

// -----

hw.module.extern @e<p: i32 = 3>(in %a : i8, in %b : i3, out c : i8)
hw.module @mismatches(in %a : i8, in %b : i3) {
  // expected-error@+1 {{FR0604: `hw.instance`: input `x` is `a` in the module}}
  %0 = hw.instance "u" @e<p: i32 = 1>(x: %a: i8, b: %b: i3) -> (c: i8)
  // expected-error@+1 {{FR0604: `hw.instance`: input `b` is of type `i8`, but `i3` in the module}}
  %1 = hw.instance "u" @e<p: i32 = 1>(a: %a: i8, b: %a: i8) -> (c: i8)
  // expected-error@+1 {{FR0604: `hw.instance`: the instance has 1 input and 1 name for them, but the module has 2 inputs}}
  %2 = hw.instance "u" @e<p: i32 = 1>(a: %a: i8) -> (c: i8)
  // expected-error@+1 {{FR0604: `hw.instance`: output `c` is of type `i9`, but `i8` in the module}}
  %3 = hw.instance "u" @e<p: i32 = 1>(a: %a: i8, b: %b: i3) -> (c: i9)
  // expected-error@+1 {{FR0605: `hw.instance`: the instance has 0 parameters, but the module has 1 parameter}}
  %4 = hw.instance "u" @e(a: %a: i8, b: %b: i3) -> (c: i8)
  // expected-error@+1 {{FR0605: `hw.instance`: parameter `q` is `p` in the module}}
  %5 = hw.instance "u" @e<q: i32 = 1>(a: %a: i8, b: %b: i3) -> (c: i8)
  // expected-error@+1 {{FR0605: `hw.instance`: parameter `p` is of type `i8`, but `i32` in the module}}
  %6 = hw.instance "u" @e<p: i8 = 1>(a: %a: i8, b: %b: i3) -> (c: i8)
  // expected-error@+1 {{FR0605: `hw.instance`: parameter `p` has no value}}
  %7 = hw.instance "u" @e<p: i32>(a: %a: i8, b: %b: i3) -> (c: i8)
  // expected-error@+1 {{FR0607: `hw.instance`: parameter `p` is of type `i32`, but its value of type `i1`}}
  %8 = hw.instance "u" @e<p: i32 = true>(a: %a: i8, b: %b: i3) -> (c: i8)
}

// -----

// A module in itself, and a knot of three with two ways around: each is said once.
// expected-error@+1 {{FR0606: `hw.module`: the module contains itself: `@alone` contains `@alone`}}
hw.module @alone() {
  hw.instance "u" @alone() -> ()
}
hw.module @above() {
  hw.instance "u" @a() -> ()
}
// expected-error@+1 {{FR0606: `hw.module`: the module contains itself: `@a` contains `@b` contains `@c` contains `@a`}}
hw.module @a() {
  hw.instance "u" @b() -> ()
}
hw.module @b() {
  hw.instance "u" @c() -> ()
}
hw.module @c() {
  hw.instance "u" @a() -> ()
  hw.instance "v" @b() -> ()
}

// -----

// expected-error@+1 {{FR0607: `hw.module`: two parameters are called `p`}}
hw.module @parameters<p: i8 = 1, p: i8>() {
  // expected-error@+1 {{FR0607: `hw.param.value`: the module around has no parameter `q`}}
  %0 = hw.param.value i8 = #hw.param.decl.ref<"q">
  // expected-error@+1 {{FR0607: `hw.param.value`: parameter `p` is of type `i8`, but its value of type `i9`}}
  %1 = hw.param.value i9 = #hw.param.decl.ref<"p">
}

// -----

hw.module @arrays(in %a : !hw.array<4xi8>, in %i : i3, in %j : i2, in %v : i8) {
  // expected-error@+1 {{FR0608: `hw.array_get`: the index of 4 elements has 2 bits, but is given with 3 bits}}
  %0 = hw.array_get %a[%i] : !hw.array<4xi8>, i3
  // expected-error@+1 {{FR0608: `hw.array_inject`: the index of 4 elements has 2 bits, but is given with 3 bits}}
  %1 = hw.array_inject %a[%i], %v : !hw.array<4xi8>, i3
  // expected-error@+1 {{FR0609: `hw.array_slice`: 5 elements are sliced out of 4}}
  %2 = hw.array_slice %a[%j] : (!hw.array<4xi8>) -> !hw.array<5xi8>
  // expected-error@+1 {{FR0203: `hw.array_slice`: the array has elements of type `i8`, but the slice of `i9`}}
  %3 = hw.array_slice %a[%j] : (!hw.array<4xi8>) -> !hw.array<2xi9>
  // expected-error@+1 {{FR0609: `hw.array_create`: 1 operand for an array of 2}}
  %5 = "hw.array_create"(%v) : (i8) -> !hw.array<2xi8>
  // expected-error@+1 {{FR0609: `hw.array_concat`: the operands have 8 elements, but the result has 9}}
  %6 = "hw.array_concat"(%a, %a) : (!hw.array<4xi8>, !hw.array<4xi8>) -> !hw.array<9xi8>
}

// -----

// expected-error@+1 {{FR0609: an array has at least one element}}
hw.module @no_elements(in %a : !hw.array<0xi8>) {
}

// -----

// expected-error@+1 {{FR0610: the struct has two fields `x`}}
hw.module @two_fields(in %s : !hw.struct<x: i8, x: i3>) {
}

// -----

hw.module @structs(in %s : !hw.struct<xyz: i8, y: i3>, in %v : i8) {
  // expected-error@+1 {{FR0610: `hw.struct_extract`: there is no field #2 in a struct of 2 fields}}
  %1 = "hw.struct_extract"(%s) <{fieldIndex = 2 : i32}> : (!hw.struct<xyz: i8, y: i3>) -> i8
  // expected-error@+1 {{FR0610: `hw.struct_extract`: field `y` is of type `i3`, not `i8`}}
  %2 = "hw.struct_extract"(%s) <{fieldIndex = 1 : i32}> : (!hw.struct<xyz: i8, y: i3>) -> i8
  // expected-error@+1 {{FR0610: `hw.struct_create`: the operands have types (i8), but the fields of the struct have (i8, i3)}}
  %3 = "hw.struct_create"(%v) : (i8) -> !hw.struct<xyz: i8, y: i3>
  // expected-error@+1 {{FR0610: `hw.struct_explode`: the results have types (i8), but the fields of the struct have (i8, i3)}}
  %4 = "hw.struct_explode"(%s) : (!hw.struct<xyz: i8, y: i3>) -> i8
  // expected-error@+1 {{FR0612: `hw.bitcast`: the operand has 11 bits, but the result has 12 bits}}
  %5 = hw.bitcast %s : (!hw.struct<xyz: i8, y: i3>) -> i12
}

// -----

hw.module @constants() {
  // expected-error@+1 {{FR0611: `hw.aggregate_constant`: 2 parts for a `!hw.array<3xi8>`}}
  %0 = hw.aggregate_constant [1 : i8, 2 : i8] : !hw.array<3xi8>
  // expected-error@+1 {{FR0611: `hw.aggregate_constant`: a part must be a number of type `i8`}}
  %1 = hw.aggregate_constant [1 : i8, 2 : i7] : !hw.array<2xi8>
  // expected-error@+1 {{FR0611: `hw.aggregate_constant`: a part must be a list for a `!hw.array<2xi3>`}}
  %2 = hw.aggregate_constant [1 : i3, 2 : i3] : !hw.array<2xarray<2xi3>>
  // expected-error@+1 {{FR0611: `hw.aggregate_constant`: 1 part for a `!hw.struct<a: i8, b: i3>`}}
  %3 = hw.aggregate_constant [1 : i8] : !hw.struct<a: i8, b: i3>
}

// -----

hw.module @text(in %s : !hw.struct<xyz: i8, y: i3>, in %v : i8) {
  // expected-error@+1 {{FR0609: an array has at least one element}}
  %4 = hw.array_create : i8
  // expected-error@+1 {{FR0610: the struct has no field `xy`}}
  %0 = hw.struct_extract %s["xy"] : !hw.struct<xyz: i8, y: i3>
  // expected-error@+1 {{FR0115: `i8` is no `!hw.struct`}}
  hw.struct_explode %v : i8
  // expected-error@+1 {{FR0115: `i8` is no `!hw.array`}}
  %1 = hw.array_slice %v[%v] : (i8) -> i8
}

// -----

// expected-error@+1 {{expected `in`, `out` or `inout`, found `%a`}}
hw.module @no_direction(%a : i8) {
}

// -----

// expected-error@+1 {{attribute `sym_name` is said by the signature and not given again}}
hw.module @said_twice(in %a : i8) attributes {sym_name = "x"} {
}
