// Reads by a subscript that takes a division, and writes to one that is there at once.
#include "dynamatic/Integration.h"

int slow_read(int a[24], const int j[24], const int k[24]) {
  int sum = 0;
  for (int i = 0; i < 24; i++) {
    sum += a[j[i] / k[i]];
    a[i] = 5 * i - 3;
  }
  return sum;
}

int main(void) {
  int a[24], j[24], k[24];
  for (int i = 0; i < 24; i++) {
    a[i] = i * i;
    k[i] = i % 3 + 1;
    // The element of this round, of one before and of one behind.
    j[i] = (i + (i * 5 % 7 - 3) + 24) % 24 * k[i];
  }
  CALL_KERNEL(slow_read, a, j, k);
  return 0;
}
