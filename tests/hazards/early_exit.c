// Leaves a loop when an element that it updates is large.
#include "dynamatic/Integration.h"

int early_exit(int a[8], const int key[64]) {
  for (int i = 0; i < 64; i++) {
    int k = key[i];
    a[k] = a[k] * 2 + 1;
    if (a[k] > 500)
      return i;
  }
  return -1;
}

int main(void) {
  int a[8], key[64];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) % 8;
  }
  for (int i = 0; i < 8; i++)
    a[i] = i;
  CALL_KERNEL(early_exit, a, key);
  return 0;
}
