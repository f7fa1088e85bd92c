// Registers, memories and queues that cannot be.
// RUN: not flowright opt %s --allow-unregistered-dialect

hw.module @m(in %clk : !seq.clock, in %c : i1, in %a : i8, in %i : i4, in %k : i2) {
  // expected-error@+1 {{FR0623: `seq.firreg`: there is no reset that could be asynchronous}}
  %0 = "seq.firreg"(%a, %clk) <{isAsync}> : (i8, !seq.clock) -> i8
  // expected-error@+1 {{FR0624: `seq.firreg`: a register of `i8` cannot start at a number of 4 bits}}
  %1 = "seq.firreg"(%a, %clk) <{preset = 3 : i4}> : (i8, !seq.clock) -> i8
  %2 = seq.initial() {
    // expected-error@+1 {{FR0624: `test.now`: it cannot be evaluated before the first cycle}}
    %now = "test.now"() : () -> i8
    seq.yield %now : i8
  } : () -> !seq.immutable<i8>
  // expected-error@+1 {{FR0625: `seq.firmem`: 8 bits cannot be masked in 3 equal parts}}
  %3 = seq.firmem 0, 1, undefined, undefined : <12 x 8, mask 3>
  // expected-error@+1 {{FR0625: `seq.firmem`: `!seq.firmem<0 x 8>` has no bits}}
  %4 = seq.firmem 0, 1, undefined, undefined : <0 x 8>
  %5 = seq.firmem 0, 1, undefined, undefined : <5 x 8>
  // expected-error@+1 {{FR0626: `seq.firmem.read_port`: the address of a port of `!seq.firmem<5 x 8>` must be `i3`, but is `i4`}}
  %6 = "seq.firmem.read_port"(%5, %i, %clk) : (!seq.firmem<5 x 8>, i4, !seq.clock) -> i8
  %7 = seq.firmem 0, 1, undefined, undefined : <12 x 8>
  // expected-error@+1 {{FR0626: `seq.firmem.write_port`: `!seq.firmem<12 x 8>` cannot be masked}}
  seq.firmem.write_port %7[%i] = %a, clock %clk mask %k : <12 x 8>, i2
  // expected-error@+1 {{FR0627: `seq.fifo`: `almostFullThreshold` is 5, but must be from 0 to the depth}}
  %8:4 = seq.fifo depth 4 almost_full 5 in %a rdEn %c wrEn %c clk %clk rst %c : i8
  // expected-error@+1 {{FR0627: `seq.fifo`: a queue of depth 0 holds nothing}}
  %9:3 = seq.fifo depth 0 in %a rdEn %c wrEn %c clk %clk rst %c : i8
}
