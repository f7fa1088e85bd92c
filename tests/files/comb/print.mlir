// Everything is printed as it is written, and can be written in generic form.
// RUN: flowright opt %s | check
// RUN: flowright opt %s --generic | check --check-prefix=GENERIC

// CHECK-LABEL: hw.module @m
hw.module @m(in %a : i8, in %b : i8, in %c : i1, in %z : i0, in %w : !hw.array<2xi8>) {
  // CHECK-NEXT: %0 = comb.add bin %a, %b, %a : i8
  // GENERIC: "comb.add"(%a, %b, %a) <{twoState}> : (i8, i8, i8) -> i8
  %0 = comb.add bin %a, %b, %a : i8
  // CHECK-NEXT: %1 = comb.icmp bin weq %a, %b : i8
  // GENERIC: "comb.icmp"(%a, %b) <{predicate = 12 : i64, twoState}> : (i8, i8) -> i1
  %1 = comb.icmp bin weq %a, %b : i8
  // CHECK-NEXT: %2 = comb.concat %a, %c, %z : i8, i1, i0
  // GENERIC: "comb.concat"(%a, %c, %z) : (i8, i1, i0) -> i9
  %2 = comb.concat %a, %c, %z : i8, i1, i0
  // CHECK-NEXT: %3 = comb.extract %2 from 3 : (i9) -> i4
  // GENERIC: "comb.extract"(%2) <{lowBit = 3 : i32}> : (i9) -> i4
  %3 = comb.extract %2 from 3 : (i9) -> i4
  // CHECK-NEXT: %4 = comb.truth_table %c, %1 -> [true, false, false, true]
  // GENERIC: "comb.truth_table"(%c, %1) <{lookupTable = array<i1: true, false, false, true>}> : (i1, i1) -> i1
  %4 = comb.truth_table %c, %1 -> [true, false, false, true]
  // CHECK-NEXT: %5 = comb.mux %c, %w, %w : !hw.array<2xi8>
  %5 = comb.mux %c, %w, %w : !hw.array<2xi8>
  // CHECK-NEXT: %6 = comb.replicate %c : (i1) -> i8
  %6 = comb.replicate %c : (i1) -> i8
  // CHECK-NEXT: %7 = comb.shrs %a, %b {note = 1 : i8} : i8
  %7 = comb.shrs %a, %b {note = 1 : i8} : i8
}
