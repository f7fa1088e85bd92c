// A name stands in a dictionary once, in every form of an operation and inside of attributes.
// RUN: flowright opt %s --allow-unregistered-dialect --split-input-file
"test.op"() {a = 1, a = 2} : () -> ()  // expected-error {{FR0116: attribute `a` is given twice}}
// -----
"test.op"() {a, "a"} : () -> ()  // expected-error {{FR0116: attribute `a` is given twice}}
// -----
"test.op"() <{a = 1, b = 1, a = 2}> : () -> ()  // expected-error {{FR0116: attribute `a` is given twice}}
// -----
"test.op"() {b = {a = 1, a = 2}} : () -> ()  // expected-error {{FR0116: attribute `a` is given twice}}
// -----
func.func @f(%x: i32 {t.d = 1, t.d = 2}) -> i32 {  // expected-error {{FR0116: attribute `t.d` is given twice}}
  return %x : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x {d = 1, d = 2} : i32  // expected-error {{FR0116: attribute `d` is given twice}}
  return %0 : i32
}
