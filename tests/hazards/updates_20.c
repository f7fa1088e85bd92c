// Twenty updates one after the other, each of which may be of what any before it has written.
#include "dynamatic/Integration.h"

void updates_20(unsigned a[16], const unsigned x[20]) {
  a[x[0] & 15]++;
  a[x[1] & 15]++;
  a[x[2] & 15]++;
  a[x[3] & 15]++;
  a[x[4] & 15]++;
  a[x[5] & 15]++;
  a[x[6] & 15]++;
  a[x[7] & 15]++;
  a[x[8] & 15]++;
  a[x[9] & 15]++;
  a[x[10] & 15]++;
  a[x[11] & 15]++;
  a[x[12] & 15]++;
  a[x[13] & 15]++;
  a[x[14] & 15]++;
  a[x[15] & 15]++;
  a[x[16] & 15]++;
  a[x[17] & 15]++;
  a[x[18] & 15]++;
  a[x[19] & 15]++;
}

int main(void) {
  unsigned a[16], x[20];
  for (int i = 0; i < 16; i++)
    a[i] = i;
  for (int i = 0; i < 20; i++)
    x[i] = i * i * 5 % 7;
  CALL_KERNEL(updates_20, a, x);
  return 0;
}
