// Words that a memory begins with are as many and as wide as its own.
// RUN: not flowright opt %s

hw.module @m(in %clk : !seq.clock) {
  // expected-error@+1 {{FR0625: `seq.firmem`: `flowright.words` has 3 elements of 8 bits}}
  %0 = seq.firmem 0, 1, old, port_order {flowright.words = dense<[1, 2]> : tensor<2xi8>} : <3 x 8>
  // expected-error@+1 {{FR0625: `seq.firmem`: `flowright.words` has 3 elements of 8 bits}}
  %1 = seq.firmem 0, 1, old, port_order {flowright.words = dense<[1, 2, 3]> : tensor<3xi9>} : <3 x 8>
  // expected-error@+1 {{FR0625: `seq.firmem`: `flowright.words` has 3 elements of 8 bits}}
  %2 = seq.firmem 0, 1, old, port_order {flowright.words = "1 2 3"} : <3 x 8>
  // expected-error@+1 {{FR0625: `seq.firmem`: a memory begins with `flowright.words` or with a file, not with both}}
  %3 = seq.firmem 0, 1, old, port_order {flowright.words = dense<1> : tensor<3xi8>, init = #seq.firmem.init<"words.txt", false, false>} : <3 x 8>
}
