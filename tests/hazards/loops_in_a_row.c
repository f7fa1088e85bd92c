// Two loops after each other update one array, and a third reads it, all in a loop.
#include "dynamatic/Integration.h"

int loops_in_a_row(int a[16], const int p[16], const int q[16]) {
  int sum = 0;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 16; i++)
      a[p[i]] += i;
    for (int i = 0; i < 16; i++)
      a[q[i]] = a[q[i]] * 3 - t;
    for (int i = 0; i < 16; i++)
      sum += a[i];
  }
  return sum;
}

int main(void) {
  int a[16], p[16], q[16];
  unsigned seed = 7;
  for (int i = 0; i < 16; i++) {
    seed = seed * 1103515245u + 12345u;
    p[i] = (int)(seed >> 16) & 15;
  }
  for (int i = 0; i < 16; i++) {
    seed = seed * 1103515245u + 12345u;
    q[i] = (int)(seed >> 16) & 15;
  }
  for (int i = 0; i < 16; i++)
    a[i] = i;
  CALL_KERNEL(loops_in_a_row, a, p, q);
  return 0;
}
