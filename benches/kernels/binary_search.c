// Looks for a number among the elements with an even index, and then among the others: two loops that may be left early. The first goes through all 51, the
// second finds it after 28.
#include "dynamatic/Integration.h"

#define COUNT 101

int binary_search(int wanted, const int numbers[COUNT]) {
  int even = -1, odd = -1;
  for (unsigned i = 0; i < COUNT; i += 2)
    if (numbers[i] == wanted) {
      even = (int)i;
      break;
    }
  for (unsigned i = 1; i < COUNT; i += 2)
    if (numbers[i] == wanted) {
      odd = (int)i;
      break;
    }
  if (even != -1)
    return even;
  return odd;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = 3 * i + 2;
  int wanted = 3 * 55 + 2;
  CALL_KERNEL(binary_search, wanted, numbers);
  return 0;
}
