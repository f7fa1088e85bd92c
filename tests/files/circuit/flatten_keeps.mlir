// Extern modules and their instances stay, as do modules that are not private; `top` keeps one module and what it needs.
// RUN: flowright opt %s --passes=hw-flatten | check --check-prefix=ALL
// RUN: flowright opt %s --passes=hw-flatten{top=top} | check --check-prefix=TOP

// ALL: hw.module.extern @used
// ALL: hw.module.extern @unused
// TOP: hw.module.extern @used
// TOP-NOT: @unused
hw.module.extern @used(in %x : i8, out y : i8)
hw.module.extern @unused(in %x : i8, out y : i8)
// ALL: hw.module @wrap
// ALL-NEXT: hw.instance "inner" @used
// TOP-NOT: @wrap
hw.module @wrap(in %x : i8, out y : i8) {
  %inner.y = hw.instance "inner" @used(x: %x: i8) -> (y: i8)
  hw.output %inner.y : i8
}
// ALL: hw.module @top
// ALL: %u0.inner.y = hw.instance "u0.inner" @used(x: %x: i8) -> (y: i8)
// ALL-NEXT: %u1.inner.y = hw.instance "u1.inner" @used(x: %u0.inner.y: i8) -> (y: i8)
// ALL-NEXT: hw.output %u1.inner.y : i8
// TOP: hw.module @top
// TOP-NEXT: %u0.inner.y = hw.instance "u0.inner" @used(x: %x: i8) -> (y: i8)
hw.module @top(in %x : i8, out y : i8) {
  %u0.y = hw.instance "u0" @wrap(x: %x: i8) -> (y: i8)
  %u1.y = hw.instance "u1" @wrap(x: %u0.y: i8) -> (y: i8)
  hw.output %u1.y : i8
}
