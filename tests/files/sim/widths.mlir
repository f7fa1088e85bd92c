// What is wrong with the width of a port or a value is said once, where it stands.
// RUN: flowright sim %s --top m
// EXIT: 2

// expected-error@+1 {{FR0664: port `e` of type `i0` has no bits, so it cannot be simulated}}
hw.module @empty(in %a : i8, out e : i0) {
  %0 = hw.constant 0 : i0
  hw.output %0 : i0
}

hw.module @m(
  in %a : i8,
  out b : i8
) {
  %u.e = hw.instance "u" @empty(a: %a: i8) -> (e: i0)
  %v.e = hw.instance "v" @empty(a: %a: i8) -> (e: i0)
  %w.c, %w.d = hw.instance "w" @huge(a: %a: i8) -> (c: !hw.array<4294967296xi8>, d: !hw.array<1152921504606846976xi64>)
  hw.output %a : i8
}

hw.module @huge(
  in %a : i8,
  // expected-error@+1 {{FR0664: port `c` of type `!hw.array<4294967296xi8>` has more than 1048576 bits}}
  out c : !hw.array<4294967296xi8>,
  // expected-error@+1 {{FR0664: port `d` of type `!hw.array<1152921504606846976xi64>` has more than 1048576 bits}}
  out d : !hw.array<1152921504606846976xi64>
) {
  %u.c, %u.d = hw.instance "u" @more(a: %a: i8) -> (c: !hw.array<4294967296xi8>, d: !hw.array<1152921504606846976xi64>)
  hw.output %u.c, %u.d : !hw.array<4294967296xi8>, !hw.array<1152921504606846976xi64>
}

hw.module.extern @more(in %a : i8, out c : !hw.array<4294967296xi8>, out d : !hw.array<1152921504606846976xi64>)
