// Sums of two arrays until one is large, 167 of them: whether there is a next iteration is known when a sum is.
#include "dynamatic/Integration.h"

#define COUNT 1000

void loop_path(const int left[COUNT], const int right[COUNT], int sums[COUNT]) {
  int i = 0, goes_on;
  do {
    int sum = left[i] + right[i];
    sums[i] = sum;
    i++;
    int is_large = 1000 - sum <= 5 * sum;
    goes_on = !is_large && i < COUNT;
  } while (goes_on);
}

int main(void) {
  int left[COUNT], right[COUNT], sums[COUNT];
  for (int i = 0; i < COUNT; i++) {
    left[i] = i - 2;
    right[i] = 3;
    sums[i] = 0;
  }
  CALL_KERNEL(loop_path, left, right, sums);
  return 0;
}
