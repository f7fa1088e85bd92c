// A file without circuits says what to do with what it has.
// RUN: flowright sim %s 2>&1 | check
// EXIT: 2
// CHECK: error[FR0690]: there is no `hw{{.}}module` to take as the top
// CHECK: help: this is a program: `flowright run` makes circuits of its kernels
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
