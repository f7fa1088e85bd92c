// An index that does not fit the circuit is refused before the program runs for long.
// RUN: flowright run %s --args '10000000000' 2>&1 | check
// EXIT: 2
// CHECK: error[FR0883]: `n` is given 10000000000, which does not fit the 32 bits that the circuit has for an index
func.func @count(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %zero) -> (index) {
    %next = arith.xori %acc, %i : index
    scf.yield %next : index
  }
  return %sum : index
}
