// A histogram of 256 random keys, in the size of a published one.
#include "dynamatic/Integration.h"
#include <stdlib.h>

void histogram_256(const int key[256], int count[32]) {
  for (int i = 0; i < 256; i++)
    count[key[i]]++;
}

int main(void) {
  int key[256], count[32];
  for (int i = 0; i < 256; i++)
    key[i] = rand() % 32;
  for (int i = 0; i < 32; i++)
    count[i] = 0;
  CALL_KERNEL(histogram_256, key, count);
  return 0;
}
