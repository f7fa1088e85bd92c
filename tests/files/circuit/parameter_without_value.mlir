// What no instance gives a parameter, its default does.
// RUN: not flowright verilog %s
// RUN: not flowright sim %s

// expected-error@below {{FR0643: `hw.module`: parameter `p` has no value, and no instance gives it one}}
hw.module @top<p: i8>(out b : i8) {
  %0 = hw.param.value i8 = #hw.param.decl.ref<"p">
  hw.output %0 : i8
}
