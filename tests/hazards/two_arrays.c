// Two arrays that are updated by each other's elements.
#include "dynamatic/Integration.h"

void two_arrays(int a[16], int b[16]) {
  for (int i = 0; i < 48; i++) {
    int x = a[b[i & 15] & 15];
    b[x & 15] = x + i;
    a[i * 3 & 15] = b[i & 15] + 1;
  }
}

int main(void) {
  int a[16], b[16];
  for (int i = 0; i < 16; i++) {
    a[i] = i * 5;
    b[i] = i * 11;
  }
  CALL_KERNEL(two_arrays, a, b);
  return 0;
}
