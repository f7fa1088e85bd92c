// Which of 20 numbers are even, and which are multiples of three: two remainders and four stores under conditions. Dynamatic has two load-store queues for the
// stores. `rand` gives the numbers of the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 20

void path_profiling(int halves[COUNT], int thirds[COUNT], const int numbers[COUNT]) {
  for (int i = 0; i < COUNT; i++) {
    if (numbers[i] % 2 == 0)
      halves[i] = 2;
    else
      halves[i] = 3;
    if (numbers[i] % 3 == 0)
      thirds[i] = 2;
    else
      thirds[i] = 3;
  }
}

int main(void) {
  int halves[COUNT], thirds[COUNT], numbers[COUNT];
  for (int i = 0; i < COUNT; i++) {
    halves[i] = thirds[i] = 0;
    numbers[i] = rand() % 100;
  }
  CALL_KERNEL(path_profiling, halves, thirds, numbers);
  return 0;
}
