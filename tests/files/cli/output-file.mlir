// The result goes to a file when one is named, and can be read back; `-` is standard input and output.
// RUN: flowright opt %s -o %t
// RUN: flowright opt %t -o - | check
// RUN: flowright opt - < %t | check
// EXIT: 0

// CHECK: module {
// CHECK-NEXT: func.func @f(%a: i32) -> i32 {
// CHECK-NEXT: return %a : i32
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
