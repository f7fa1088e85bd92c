// Of many pairs of accesses those are chosen first of which it is not known when they meet; the others are counted.
// RUN: flowright run %s --memory ordered --buffers on-merges | check
// CHECK: order    of `a`, read at line 30 and write at line 30, by tokens: a subscript is made of what is computed at line 30 in the loop at line 29
// CHECK-NOT: order
// RUN: flowright run %s --memory ordered --buffers on-merges --json | check --check-prefix=JSON
// JSON: {"array":"a","reason":"62 pairs more","relation":"left out","unknown":"0","unseen":"0"}
#include "dynamatic/Integration.h"

void many(unsigned a[64], const unsigned x[64]) {
  // 153 pairs of these, 18 with the read and 18 with the write of the loop, and one of those two.
  a[0] = 0;
  a[1] = 1;
  a[2] = 2;
  a[3] = 3;
  a[4] = 4;
  a[5] = 5;
  a[6] = 6;
  a[7] = 7;
  a[8] = 8;
  a[9] = 9;
  a[10] = 10;
  a[11] = 11;
  a[12] = 12;
  a[13] = 13;
  a[14] = 14;
  a[15] = 15;
  a[16] = 16;
  a[17] = 17;
  for (int i = 0; i < 64; i++)
    a[x[i]] += i;
}

int main(void) {
  unsigned a[64], x[64];
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    x[i] = i * 5 % 64;
  }
  CALL_KERNEL(many, a, x);
  return 0;
}
