// Four elements, counted up where those of another array are large, which are cleared. Dynamatic has two load-store queues for that.
// `rand` gives the numbers of the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 4

void test_memory_14(int numbers[COUNT], int limits[COUNT]) {
  for (unsigned i = 0; i < COUNT; i++) {
    int number = numbers[i];
    if (limits[i] > 5) {
      number = number + 1;
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
  CALL_KERNEL(test_memory_14, numbers, limits);
  return 0;
}
