// A read in some rounds, a write in every one.
#include "dynamatic/Integration.h"

int load_if(const int key[64], int last[8]) {
  int sum = 0;
  for (int i = 0; i < 64; i++) {
    int k = key[i] & 7;
    if (key[i] & 8)
      sum += last[key[i] >> 4 & 7];
    last[k] = key[i];
  }
  return sum;
}

int main(void) {
  int key[64], last[8];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) & 127;
  }
  for (int i = 0; i < 8; i++)
    last[i] = i;
  CALL_KERNEL(load_if, key, last);
  return 0;
}
