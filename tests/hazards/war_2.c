// Writes what is read 2 rounds later no more: every read comes 2 rounds before the write of its element.
#include "dynamatic/Integration.h"

void war_2(int a[48]) {
  for (int i = 0; i < 32; i++)
    a[i] = a[i + 2] + i;
}

int main(void) {
  int a[48];
  for (int i = 0; i < 48; i++)
    a[i] = i * 5 % 13;
  CALL_KERNEL(war_2, a);
  return 0;
}
