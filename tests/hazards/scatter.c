// Writes to where an element of the same array says.
#include "dynamatic/Integration.h"

void scatter(int a[32]) {
  for (int i = 0; i < 32; i++) {
    int to = a[i] & 31;
    a[to] = a[i] * 5 + 3;
  }
}

int main(void) {
  int a[32];
  for (int i = 0; i < 32; i++)
    a[i] = i * 17 + 9;
  CALL_KERNEL(scatter, a);
  return 0;
}
