// Writes, by a subscript that is there at once, what it makes of an element whose subscript takes a division.
#include "dynamatic/Integration.h"

void slow_both(int a[24], const int j[24], const int k[24]) {
  for (int i = 0; i < 24; i++) {
    int v = a[j[i] / k[i]];
    if (v > 20)
      a[23 - i] = v - 9;
    a[i] = v / k[i] + i;
  }
}

int main(void) {
  int a[24], j[24], k[24];
  for (int i = 0; i < 24; i++) {
    a[i] = i * 4;
    k[i] = i % 4 + 1;
    j[i] = (23 - i + i * 3 % 5) % 24 * k[i];
  }
  CALL_KERNEL(slow_both, a, j, k);
  return 0;
}
