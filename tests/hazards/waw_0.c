// Two stores of one element in a round, of which the second is made in some rounds only.
#include "dynamatic/Integration.h"

void waw_0(int a[48], const int x[32]) {
  for (int i = 0; i < 32; i++) {
    a[i] = x[i];
    if (x[i] & 1)
      a[i] = 100 - x[i];
  }
}

int main(void) {
  int a[48], x[32];
  for (int i = 0; i < 48; i++)
    a[i] = i * 5 % 13;
  for (int i = 0; i < 32; i++)
    x[i] = i * i % 17;
  CALL_KERNEL(waw_0, a, x);
  return 0;
}
