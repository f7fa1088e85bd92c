// Exchanges elements that a table names.
#include "dynamatic/Integration.h"

void permute(int a[16], const int with[40]) {
  for (int i = 0; i < 40; i++) {
    int x = a[i & 15];
    int y = a[with[i]];
    a[i & 15] = y;
    a[with[i]] = x;
  }
}

int main(void) {
  int a[16], with[40];
  unsigned seed = 7;
  for (int i = 0; i < 40; i++) {
    seed = seed * 1103515245u + 12345u;
    with[i] = (int)(seed >> 16) & 15;
  }
  for (int i = 0; i < 16; i++)
    a[i] = i;
  CALL_KERNEL(permute, a, with);
  return 0;
}
