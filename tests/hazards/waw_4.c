// Two stores a round, of which one writes over what the other wrote 4 rounds before.
#include "dynamatic/Integration.h"

void waw_4(int a[48], const int x[32]) {
  for (int i = 0; i < 32; i++) {
    a[i + 4] = x[i];
    a[i] = a[i] + x[i] * 2;
  }
}

int main(void) {
  int a[48], x[32];
  for (int i = 0; i < 48; i++)
    a[i] = i;
  for (int i = 0; i < 32; i++)
    x[i] = i * i % 17;
  CALL_KERNEL(waw_4, a, x);
  return 0;
}
