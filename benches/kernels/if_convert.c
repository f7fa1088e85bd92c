// Steps through an array by one or two, which a product with the present place decides: 187 iterations, as `rand` gives them in the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 200

void if_convert(const int numbers[COUNT], int seen[COUNT]) {
  int i = 1;
  do {
    int number = numbers[i];
    if (i * number < 10000)
      i++;
    i++;
    seen[i] = 1;
  } while (i < COUNT - 1);
}

int main(void) {
  int numbers[COUNT], seen[COUNT];
  srand(13);
  for (int i = 0; i < COUNT; i++) {
    numbers[i] = rand() % 5000;
    seen[i] = 0;
  }
  CALL_KERNEL(if_convert, numbers, seen);
  return 0;
}
