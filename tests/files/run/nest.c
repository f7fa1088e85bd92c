// Loops are measured alike on both levels, whatever the wires of their conditions are called.
// RUN: flowright run %s --buffers on-merges | check
// RUN: flowright run %s --buffers on-merges --sim circuit | check
// RUN: flowright run %s --buffers on-merges --lowering blocks --sim circuit | check
// CHECK: loop     line 11: 5 iterations
// CHECK: loop     line 12: 10 iterations
// CHECK: circuit
int sum(const int a[8], int n) {
  int s = 0;
  // The index is one value of the stream, and others that are made of it are called almost the same.
  for (int j = 0; j < n; j++)
    for (int l = 0; l < j; l++)
      s += a[l & 7] * j;
  return s;
}

int main(void) {
  int a[8] = {4, 2, 3, 9, 5, 6, 7, 8};
  return sum(a, 5) == 0;
}
