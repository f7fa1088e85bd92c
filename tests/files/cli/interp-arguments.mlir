// Arguments that do not fit are wrong input, not a failed run.
// RUN: flowright interp %s --top f --args '1, 2' 2>&1 | check
// EXIT: 2
// RUN: flowright interp %s --top f --args '300' 2>&1 | check
// EXIT: 2
// RUN: flowright interp %s --top f 2>&1 | check
// EXIT: 2
// RUN: flowright interp %s --top h 2>&1 | check --check-prefix=NAME
// EXIT: 2
// RUN: flowright interp %s 2>&1 | check --check-prefix=NAME
// EXIT: 2

// CHECK: error[FR0409]
// NAME: error[FR0410]
func.func @f(%a: i8) -> i8 {
  return %a : i8
}
func.func @g() {
  return
}
