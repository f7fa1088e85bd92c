// A histogram of random keys.
#include "dynamatic/Integration.h"

void histogram_random(const int key[64], int count[8]) {
  for (int i = 0; i < 64; i++)
    count[key[i]]++;
}

int main(void) {
  int key[64], count[8];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) % 8;
  }
  for (int i = 0; i < 8; i++)
    count[i] = 0;
  CALL_KERNEL(histogram_random, key, count);
  return 0;
}
