// What is undefined is an error at the operation, and the exit status says that the program ran.
// RUN: flowright interp %s --args '1, 0'
// EXIT: 1
func.func @f(%a: i32, %b: i32) -> i32 {
  // expected-error@below {{FR0401}}
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}
