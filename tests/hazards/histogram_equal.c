// A histogram in which every round meets the one before.
#include "dynamatic/Integration.h"

void histogram_equal(const int key[64], int count[8]) {
  for (int i = 0; i < 64; i++)
    count[key[i]]++;
}

int main(void) {
  int key[64], count[8];
  for (int i = 0; i < 64; i++)
    key[i] = 3;
  for (int i = 0; i < 8; i++)
    count[i] = 0;
  CALL_KERNEL(histogram_equal, key, count);
  return 0;
}
