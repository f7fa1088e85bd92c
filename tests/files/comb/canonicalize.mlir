// A datapath is simplified: constants meet, wires are looked through, what is known is not computed.
// RUN: flowright opt %s --passes=canonicalize | check

// CHECK-LABEL: hw.module @datapath
// CHECK-SAME: in %a : i16, in %b : i16, in %sel : i1
hw.module @datapath(in %a : i16, in %b : i16, in %sel : i1, out sum : i16, out top : i8, out same : i16, out flag : i1) {
  %c3 = hw.constant 3 : i16
  %c5 = hw.constant 5 : i16
  %true = hw.constant true

  // CHECK: [[C:%[a-z0-9_-]+]] = hw.constant 8 : i16
  // CHECK: [[SUM:%[a-z0-9]+]] = comb.add %a, %b, [[C]] : i16
  %0 = comb.add %a, %c3 : i16
  %1 = comb.add %0, %c5 : i16
  %2 = comb.add %1, %b : i16

  // CHECK: [[TOP:%[a-z0-9]+]] = comb.extract %a from 8 : (i16) -> i8
  %high = comb.extract %a from 8 : (i16) -> i8
  %low = comb.extract %a from 0 : (i16) -> i8
  %whole = comb.concat %high, %low : i8, i8
  %wide = comb.concat %whole, %b : i16, i16
  %top = comb.extract %wide from 24 : (i32) -> i8

  // CHECK: [[FLAG:%[a-z0-9]+]] = comb.icmp uge %a, %b : i16
  // CHECK-NOT: comb.
  %not = comb.xor %sel, %true : i1
  %m0 = comb.mux %not, %whole, %b : i16
  %m1 = comb.mux %sel, %m0, %b : i16
  %less = comb.icmp ult %a, %b : i16
  %flag = comb.xor %less, %true : i1

  // CHECK: hw.output [[SUM]], [[TOP]], %b, [[FLAG]]
  hw.output %2, %top, %m1, %flag : i16, i8, i16, i1
}
