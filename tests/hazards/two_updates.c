// Two elements are updated in a round; they may be the same.
#include "dynamatic/Integration.h"

void two_updates(const int a[48], const int b[48], int count[8]) {
  for (int i = 0; i < 48; i++) {
    count[a[i]] += 1;
    count[b[i]] += 3;
  }
}

int main(void) {
  int a[48], b[48], count[8];
  unsigned seed = 7;
  for (int i = 0; i < 48; i++) {
    seed = seed * 1103515245u + 12345u;
    a[i] = (int)(seed >> 16) % 8;
  }
  for (int i = 0; i < 48; i++) {
    seed = seed * 1103515245u + 12345u;
    b[i] = (int)(seed >> 16) % 8;
  }
  for (int i = 0; i < 8; i++)
    count[i] = i;
  CALL_KERNEL(two_updates, a, b, count);
  return 0;
}
