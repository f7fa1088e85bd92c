// Reads what was written 3 rounds before.
#include "dynamatic/Integration.h"

void raw_3(int a[40]) {
  for (int i = 3; i < 32; i++)
    a[i] = a[i - 3] + 3 * a[i];
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_3, a);
  return 0;
}
