// All errors of a file are reported, not only the first.
// RUN: flowright opt %s
// EXIT: 2
func.func @f(%a: i32) -> i32 {
  // expected-error@below {{FR0106}}
  %0 = arith.addi %a, %undefined : i32
  // expected-error@below {{FR0110}}
  %1 = arith.frobnicate %a : i32
  return %0 : i32
}
// expected-error@below {{FR0111}}
"nobody.knows"() : () -> ()
