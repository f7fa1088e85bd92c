// Reads what was written some rounds before: near ones, far ones, and words that were written twice in between.
#include "dynamatic/Integration.h"

void read_again(const int to[60], const int from[60], int a[16], int got[60]) {
  for (int i = 0; i < 60; i++) {
    got[i] = a[from[i]];
    a[to[i]] = i + 1;
  }
}

int main(void) {
  int to[60], from[60], a[16], got[60];
  for (int i = 0; i < 60; i++) {
    to[i] = i * i % 16;
    from[i] = i < 7 ? 15 - i : to[i - 1 - i % 7];
    got[i] = 0;
  }
  for (int k = 0; k < 16; k++)
    a[k] = -k;
  CALL_KERNEL(read_again, to, from, a, got);
  return 0;
}
