// A read in every round, a write in some.
#include "dynamatic/Integration.h"

void store_if(const int key[64], int best[8]) {
  for (int i = 0; i < 64; i++) {
    int k = key[i] & 7;
    if (best[k] < key[i])
      best[k] = key[i];
  }
}

int main(void) {
  int key[64], best[8];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) % 1000;
  }
  for (int i = 0; i < 8; i++)
    best[i] = 0;
  CALL_KERNEL(store_if, key, best);
  return 0;
}
