// Reads what was written 4 rounds before.
#include "dynamatic/Integration.h"

void raw_4(int a[40]) {
  for (int i = 4; i < 32; i++)
    a[i] = a[i - 4] + 3 * a[i];
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_4, a);
  return 0;
}
