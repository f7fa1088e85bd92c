// Three loops one after the other with none, one and two iterations, whose results go to an array that the next one reads; Dynamatic has a load-store queue for
// that.
#include "dynamatic/Integration.h"

#define COUNT 8

void ii_edge_cases(int none, int one, int two, int numbers[COUNT]) {
  int sum = 0;
  for (int i = 0; i < none; i++)
    sum += numbers[i];
  numbers[0] = sum;
  sum = 0;
  for (int i = 0; i < one; i++)
    sum += numbers[i] * numbers[i];
  numbers[1] = sum;
  sum = 0;
  for (int i = 0; i < two; i++)
    sum += numbers[i] * sum + 1;
  numbers[2] = sum;
}

int main(void) {
  int numbers[COUNT], none = 0, one = 1, two = 2;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = 3 * i + 2;
  CALL_KERNEL(ii_edge_cases, none, one, two, numbers);
  return 0;
}
