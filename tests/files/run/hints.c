// What pragmas ask of loops has no effect on an elastic circuit, and that is said once.
// RUN: flowright run %s 2>&1 | check
// CHECK: verdict  pass
// CHECK: warning[FR0720]: `unroll` is asked of this loop, but has no effect on an elastic circuit
// CHECK: 12:3
// CHECK: the same holds for 1 other loop
// CHECK-NOT: warning[
// RUN: flowright run --reference %s 2>&1 | check --check-prefix=PROGRAM
// PROGRAM-NOT: warning
void kernel(int a[16]) {
#pragma HLS unroll factor=4
  for (int i = 0; i < 16; i++)
    a[i] *= i;
#pragma HLS pipeline II=1
  for (int i = 1; i < 16; i++)
    a[i] += a[i - 1];
}

int main(void) {
  int a[16] = {1, 2, 3};
  kernel(a);
  return 0;
}
