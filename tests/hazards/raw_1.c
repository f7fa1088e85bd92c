// Reads what was written 1 rounds before.
#include "dynamatic/Integration.h"

void raw_1(int a[40]) {
  for (int i = 1; i < 32; i++)
    a[i] = a[i - 1] + 3 * a[i];
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_1, a);
  return 0;
}
