// An update in some rounds.
#include "dynamatic/Integration.h"

void update_if(const int key[64], int count[8]) {
  for (int i = 0; i < 64; i++)
    if (key[i] & 8)
      count[key[i] & 7] += key[i];
}

int main(void) {
  int key[64], count[8];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) & 15;
  }
  for (int i = 0; i < 8; i++)
    count[i] = 0;
  CALL_KERNEL(update_if, key, count);
  return 0;
}
