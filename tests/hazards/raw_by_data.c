// Reads what was written from 0 to 5 rounds before, which the data say.
#include "dynamatic/Integration.h"

int raw_by_data(const int to[24], const int from[24], int a[32]) {
  int sum = 0;
  for (int i = 0; i < 24; i++) {
    a[to[i]] = 3 * i + 1;
    sum = 7 - sum + a[from[i]];
  }
  return sum;
}

int main(void) {
  int to[24], from[24], a[32];
  for (int apart = 0; apart < 6; apart++) {
    for (int i = 0; i < 24; i++) {
      to[i] = i + apart;
      from[i] = i;
    }
    for (int i = 0; i < 32; i++)
      a[i] = i * 7 % 11;
    CALL_KERNEL(raw_by_data, to, from, a);
  }
  return 0;
}
