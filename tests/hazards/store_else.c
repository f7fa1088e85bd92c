// A write on the other side of a choice, under another choice.
#include "dynamatic/Integration.h"

void store_else(const int key[64], int seen[8], int limit) {
  for (int i = 0; i < 64; i++) {
    int k = key[i] & 7;
    int old = seen[k];
    if (old > limit) {
      limit = limit + 1;
    } else {
      if (key[i] & 16)
        seen[key[i] >> 5 & 7] = old + key[i];
    }
  }
}

int main(void) {
  int key[64], seen[8], limit = 300;
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) & 255;
  }
  for (int i = 0; i < 8; i++)
    seen[i] = 0;
  CALL_KERNEL(store_else, key, seen, limit);
  return 0;
}
