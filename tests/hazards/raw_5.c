// Reads what was written 5 rounds before.
#include "dynamatic/Integration.h"

void raw_5(int a[40]) {
  for (int i = 5; i < 32; i++)
    a[i] = a[i - 5] + 3 * a[i];
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_5, a);
  return 0;
}
