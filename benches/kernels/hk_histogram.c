// How often each of 32 numbers is among 256. Which count comes next the data say; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 256
#define BINS 32

void hk_histogram(const int numbers[COUNT], int counts[BINS]) {
  for (int i = 0; i < COUNT; i++)
    counts[numbers[i]]++;
}

int main(void) {
  int numbers[COUNT], counts[BINS];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = (i * 13 + i / 7) % BINS;
  for (int i = 0; i < BINS; i++)
    counts[i] = 0;
  CALL_KERNEL(hk_histogram, numbers, counts);
  return 0;
}
