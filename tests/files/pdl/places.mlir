// What is wrong with patterns is said at their place in their file.
// RUN: not flowright opt %s --pdl inputs/native.mlir 2>&1 | check --check-prefix=NATIVE
// RUN: not flowright match %s --patterns inputs/native.mlir --engine interp 2>&1 | check --check-prefix=NATIVE
// RUN: not flowright opt %s --pdl inputs/late.mlir 2>&1 | check --check-prefix=INVALID
// RUN: not flowright opt %s --pdl inputs/late.mlir --pdl inputs/mul.mlir 2>&1 | check --check-prefix=SEVERAL
// RUN: not flowright opt %s --pdl inputs/endless.mlir 2>&1 | check --check-prefix=ENDLESS
// RUN: not flowright opt %s --pdl inputs/unknown.mlir --allow-unregistered-dialect 2>&1 | check --check-prefix=UNKNOWN
// RUN: not flowright opt %s --pdl inputs/foreign.mlir 2>&1 | check --check-prefix=FOREIGN
// RUN: flowright opt %s --pdl inputs/foreign.mlir --allow-unregistered-dialect | check --check-prefix=ALLOWED

// NATIVE: error[FR1061]: `pdl_interp.apply_constraint`: there is no constraint `is_wide` among the functions of the host
// NATIVE-NEXT: inputs/native.mlir:7:3

// INVALID: error[FR1066]: the pattern leaves an invalid module
// INVALID-NEXT: inputs/late.mlir:2:1
// INVALID: error[FR0200]: `arith.addi`: operand #0 is defined only later
// INVALID-NEXT: places.mlir:36

// SEVERAL: error[FR1066]: `builtin.module`: the patterns leave it invalid
// SEVERAL: pdl.pattern @late
// SEVERAL-NEXT: was applied
// SEVERAL: pdl_interp.record_match @rewriters::@square
// SEVERAL-NEXT: was applied
// SEVERAL: error[FR0200]: `arith.addi`: operand #0 is defined only later

// ENDLESS: error[FR1067]: given up after {{[0-9]+}} rewrites without an end; this pattern was applied most, {{[0-9]+}} times
// ENDLESS-NEXT: inputs/endless.mlir:10:1

// UNKNOWN: error[FR1066]: `pdl_interp.create_operation`: makes `arith.divides`, an operation that is not known
// UNKNOWN-NEXT: inputs/unknown.mlir:8:12

// FOREIGN: error[FR1066]: `pdl_interp.create_operation`: makes `other.divides`, an operation that is not known
// ALLOWED: "other.divides"
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.remsi %a, %b : i32
  %3 = arith.muli %1, %1 : i32
  %4 = arith.remsi %3, %3 : i32
  %5 = arith.addi %4, %2 : i32
  return %5 : i32
}
