// Reads what was written 2 rounds before.
#include "dynamatic/Integration.h"

void raw_2(int a[40]) {
  for (int i = 2; i < 32; i++)
    a[i] = a[i - 2] + 3 * a[i];
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_2, a);
  return 0;
}
