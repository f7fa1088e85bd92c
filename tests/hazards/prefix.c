// Sums of beginnings, in place, with a step that doubles.
#include "dynamatic/Integration.h"

void prefix(int a[32]) {
  for (int step = 1; step < 32; step = step * 2)
    for (int i = 31; i >= step; i--)
      a[i] += a[i - step];
}

int main(void) {
  int a[32];
  for (int i = 0; i < 32; i++)
    a[i] = i * 7 % 9;
  CALL_KERNEL(prefix, a);
  return 0;
}
