// Nothing is printed when anything is wrong, not even the part before it.
// RUN: not flowright opt %s | check

// CHECK-NOT: {{.}}
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
func.func @g() -> i32 {
  return %b : i32
}
