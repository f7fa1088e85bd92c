// Writes what is read 3 rounds later no more: every read comes 3 rounds before the write of its element.
#include "dynamatic/Integration.h"

void war_3(int a[48]) {
  for (int i = 0; i < 32; i++)
    a[i] = a[i + 3] + i;
}

int main(void) {
  int a[48];
  for (int i = 0; i < 48; i++)
    a[i] = i * 5 % 13;
  CALL_KERNEL(war_3, a);
  return 0;
}
