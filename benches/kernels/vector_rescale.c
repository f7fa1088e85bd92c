// 1000 numbers times a number, in place.
#include "dynamatic/Integration.h"

#define COUNT 1000

void vector_rescale(int numbers[COUNT], int factor) {
  for (unsigned i = 0; i < COUNT; i++)
    numbers[i] *= factor;
}

int main(void) {
  int numbers[COUNT], factor = 46;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 31 % 100;
  CALL_KERNEL(vector_rescale, numbers, factor);
  return 0;
}
