// Reads what the same round has just written.
#include "dynamatic/Integration.h"

void raw_0(int a[40]) {
  for (int i = 0; i < 32; i++) {
    a[i] = a[i] + i;
    a[i] = a[i] * 3;
  }
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 11;
  CALL_KERNEL(raw_0, a);
  return 0;
}
