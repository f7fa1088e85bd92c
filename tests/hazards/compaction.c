// Elements are kept one behind the other, in place and elsewhere, where an element that is kept is changed again before the next one.
#include "dynamatic/Integration.h"

int compaction(int a[32], int kept[32]) {
  int p = 0;
  for (int i = 0; i < 32; i++) {
    kept[p] = kept[p] + a[i];
    if (a[i] & 1) {
      kept[p] = kept[p] * 3 - i;
      p++;
    }
  }
  int q = 0;
  for (int i = 0; i < 32; i++)
    if (a[i] & 1) {
      a[q] = a[q] + a[i];
      q++;
    }
  return p + q;
}

int main(void) {
  int a[32], kept[32];
  for (int i = 0; i < 32; i++) {
    a[i] = i * 7 % 13;
    kept[i] = 2 * i;
  }
  CALL_KERNEL(compaction, a, kept);
  return 0;
}
