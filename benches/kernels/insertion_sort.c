// Sorts 30 numbers by insertion. How far each moves depends on the numbers: `rand` gives those of the published run, with 203 moves. What is read was
// written just before; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 30

void insertion_sort(int numbers[COUNT], int count) {
  for (int next = 1; next < count; next++) {
    int moved = numbers[next];
    int hole = next;
    while (hole > 0) {
      if (numbers[hole - 1] <= moved)
        break;
      numbers[hole] = numbers[hole - 1];
      hole--;
    }
    numbers[hole] = moved;
  }
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = rand() % 10;
  CALL_KERNEL(insertion_sort, numbers, count);
  return 0;
}
