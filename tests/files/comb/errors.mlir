// Widths and tables that do not fit.
// RUN: not flowright opt %s

hw.module @m(in %a : i8, in %c : i1) {
  // expected-error@+1 {{FR0620: `comb.extract`: `i8` does not have 3 bits from bit 6 on}}
  %0 = comb.extract %a from 6 : (i8) -> i3
  // expected-error@+1 {{FR0621: `comb.replicate`: `i12` is no whole number of copies of `i8`}}
  %1 = comb.replicate %a : (i8) -> i12
  // expected-error@+1 {{FR0622: `comb.truth_table`: a table of 2 inputs cannot have 3 entries}}
  %2 = comb.truth_table %c, %c -> [true, false, true]
  // expected-error@+1 {{FR0206: `comb.add`: there must be one operand or more}}
  %3 = "comb.add"() : () -> i8
  // expected-error@+1 {{FR0203}}
  %4 = "comb.icmp"(%a, %c) <{predicate = 0 : i64}> : (i8, i1) -> i1
}
