// A histogram in which rounds that follow each other never meet.
#include "dynamatic/Integration.h"

void histogram_different(const int key[64], int count[8]) {
  for (int i = 0; i < 64; i++)
    count[key[i]]++;
}

int main(void) {
  int key[64], count[8];
  for (int i = 0; i < 64; i++)
    key[i] = i % 8;
  for (int i = 0; i < 8; i++)
    count[i] = 0;
  CALL_KERNEL(histogram_different, key, count);
  return 0;
}
