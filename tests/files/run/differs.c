// Arrays in the same memory are the one reason for a difference that lies in the program; the element, both values and the call are said.
// RUN: flowright run %s 2>&1 | check
// EXIT: 1
// CHECK: verdict  mismatch: the circuit gives something else than the program
// CHECK: error[FR0881]: from[1] is 1 after the program, but 2 after the circuit
// CHECK: `from` and `to` are in the same memory
// CHECK: in call 2 of the kernel `shift`
void shift(int from[3], int to[3]) {
  for (int i = 0; i < 2; i++)
    to[i + 1] = from[i];
}

int main(void) {
  int x[3] = {1, 2, 3}, y[3];
  shift(x, y);
  shift(x, x);
  return 0;
}
