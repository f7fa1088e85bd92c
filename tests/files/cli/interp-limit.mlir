// A program that does not end is stopped.
// RUN: flowright interp %s --max-steps 1000
// EXIT: 1
func.func @f() {
  cf.br ^again
^again:
  // expected-error@below {{FR0406}}
  cf.br ^again
}
