// Four elements, cleared together with another array's where those are large. Dynamatic has two load-store queues for that.
// `rand` gives the numbers of the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 4

void test_memory_13(int numbers[COUNT], int limits[COUNT]) {
  for (unsigned i = 0; i < COUNT; i++) {
    int number = numbers[i];
    if (limits[i] > 5) {
      number = 0;
      limits[i] = 0;
    }
    numbers[i] = number;
  }
}

int main(void) {
  int numbers[COUNT], limits[COUNT];
  srand(13);
  for (int i = 0; i < COUNT; i++) {
    numbers[i] = rand() % 100 - 50;
    limits[i] = rand() % 100 - 50;
  }
  CALL_KERNEL(test_memory_13, numbers, limits);
  return 0;
}
