// An index with too few bits for an array is refused when the circuit is made, not found out by a wrong result.
// RUN: flowright compile %s --index-bits 4 -o %t 2>&1 | check
// EXIT: 2
// CHECK: error[FR0851]: an index of 4 bits does not reach all elements of the array `x`, which needs 5
// CHECK: `--index-bits 5`
// CHECK: error[FR0851]: an index of 4 bits does not reach all elements of the array
// CHECK-SAME: which needs 6
// RUN: flowright run %s --index-bits 6 --sim all | check --check-prefix=ENOUGH
// ENOUGH: verdict  pass
int sum(int x[16], int at) {
  static int table[20] = {1, 2, 3};
  return x[at & 15] + table[at % 20];
}

int main(void) {
  int x[16] = {0};
  x[15] = 7;
  return sum(x, 15) - 7;
}
