// Looks for the first zero, which is the 168th number, and writes to the array that it read; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 1000

void while_loop_2(int numbers[COUNT]) {
  int i = 0;
  while (numbers[i] != 0)
    i++;
  numbers[0] = i;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i == 167 ? 0 : i * 17 % 99 + 1;
  CALL_KERNEL(while_loop_2, numbers);
  return 0;
}
