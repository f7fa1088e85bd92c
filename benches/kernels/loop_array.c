// Each of six elements is the one before it and a number. The one before was written just now; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 10

void loop_array(int count, int step, int numbers[COUNT]) {
  for (int i = 1; i < count; i++)
    numbers[i] = step + numbers[i - 1];
}

int main(void) {
  int numbers[COUNT] = {0}, count = 7, step = 3;
  CALL_KERNEL(loop_array, count, step, numbers);
  return 0;
}
