// Hierarchies multiply, so there is a limit.
// RUN: not flowright opt %s --passes=hw-flatten

hw.module private @m0(in %x : i8, out y : i8) {
  %0 = comb.add %x, %x : i8
  hw.output %0 : i8
}
hw.module private @m1(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m0(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m0(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m2(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m1(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m1(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m3(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m2(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m2(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m4(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m3(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m3(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m5(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m4(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m4(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m6(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m5(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m5(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m7(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m6(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m6(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m8(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m7(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m7(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m9(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m8(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m8(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m10(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m9(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m9(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m11(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m10(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m10(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m12(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m11(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m11(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m13(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m12(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m12(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m14(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m13(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m13(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m15(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m14(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m14(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m16(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m15(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m15(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m17(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m16(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m16(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m18(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m17(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m17(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m19(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m18(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m18(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m20(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m19(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m19(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m21(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m20(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m20(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m22(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m21(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m21(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m23(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m22(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m22(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m24(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m23(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m23(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m25(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m24(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m24(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m26(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m25(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m25(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m27(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m26(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m26(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m28(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m27(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m27(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
hw.module private @m29(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m28(x: %x: i8) -> (y: i8)
  %b.y = hw.instance "b" @m28(x: %a.y: i8) -> (y: i8)
  hw.output %b.y : i8
}
// expected-error@+1 {{FR0691: flattening makes}}
hw.module @top(in %x : i8, out y : i8) {
  %a.y = hw.instance "a" @m29(x: %x: i8) -> (y: i8)
  hw.output %a.y : i8
}
