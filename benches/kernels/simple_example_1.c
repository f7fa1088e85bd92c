// A loop that counts to 100, which any compiler sees.
#include "dynamatic/Integration.h"

#define COUNT 100

void simple_example_1(int numbers[COUNT]) {
  int counted = 0;
  for (unsigned i = 0; i < COUNT; i++)
    counted++;
  numbers[0] = counted;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = COUNT - i;
  CALL_KERNEL(simple_example_1, numbers);
  return 0;
}
