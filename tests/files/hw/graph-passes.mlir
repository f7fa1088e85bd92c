// `cse`, `dce` and `symbol-dce` on modules, whose operations have no order.
// RUN: flowright opt %s --passes cse --verify-each | check --check-prefix=CSE
// RUN: flowright opt %s --passes dce --verify-each | check --check-prefix=DCE
// RUN: flowright opt %s --passes symbol-dce --verify-each | check --check-prefix=SYMBOLS

// A chain that is used before it is made, twice: one is left.
// CSE-LABEL: hw.module @chains
// CSE-NEXT: [[X:%[a-z0-9]+]] = hw.bitcast
// CSE-NEXT: hw.array_concat
// CSE-NEXT: hw.array_create
// CSE-NEXT: hw.output [[X]], [[X]] : i32, i32
hw.module @chains(in %a : i8, out x : i32, out y : i32) {
  %4 = hw.bitcast %2 : (!hw.array<4xi8>) -> i32
  %5 = hw.bitcast %3 : (!hw.array<4xi8>) -> i32
  %2 = hw.array_concat %0, %0 : !hw.array<2xi8>, !hw.array<2xi8>
  %3 = hw.array_concat %1, %1 : !hw.array<2xi8>, !hw.array<2xi8>
  %1 = hw.array_create %a, %a : i8
  %0 = hw.array_create %a, %a : i8
  hw.output %4, %5 : i32, i32
}

// Instances are hardware: two that are equal are two, and one that nobody uses stays. What only feeds itself goes.
// CSE-LABEL: hw.module @instances
// CSE-COUNT-2: hw.instance
// DCE-LABEL: hw.module @instances
// DCE-NEXT: hw.instance "u"
// DCE-NEXT: hw.instance "v"
// DCE-NEXT: hw.array_create
// DCE-NEXT: hw.output
hw.module @instances(in %a : i8) {
  %u.b = hw.instance "u" @used(a: %0: !hw.array<2xi8>) -> (b: i8)
  %v.b = hw.instance "v" @used(a: %0: !hw.array<2xi8>) -> (b: i8)
  %0 = hw.array_create %a, %a : i8
  %1 = hw.array_create %u.b, %u.b : i8
  %2 = hw.bitcast %3 : (!hw.array<2xi4>) -> i8
  %3 = hw.bitcast %2 : (i8) -> !hw.array<2xi4>
}

// SYMBOLS: hw.module.extern private @used
// SYMBOLS-NOT: @unused
hw.module.extern private @used(in %a : !hw.array<2xi8>, out b : i8)
hw.module private @unused() {
  hw.instance "u" @unused_too() -> ()
}
hw.module private @unused_too() {
}
