// Sorts in place by exchanging neighbours.
#include "dynamatic/Integration.h"

void bubble(int a[16]) {
  for (int n = 15; n > 0; n--)
    for (int i = 0; i < n; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
}

int main(void) {
  int a[16];
  unsigned seed = 7;
  for (int i = 0; i < 16; i++) {
    seed = seed * 1103515245u + 12345u;
    a[i] = (int)(seed >> 16) % 50;
  }
  CALL_KERNEL(bubble, a);
  return 0;
}
