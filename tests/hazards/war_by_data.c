// Reads what is written over from 0 to 5 rounds later, which the data say.
#include "dynamatic/Integration.h"

int war_by_data(const int from[24], const int to[24], int a[32]) {
  int sum = 0;
  for (int i = 0; i < 24; i++) {
    sum = 7 - sum + a[from[i]];
    a[to[i]] = 3 * i + 1;
  }
  return sum;
}

int main(void) {
  int from[24], to[24], a[32];
  for (int apart = 0; apart < 6; apart++) {
    for (int i = 0; i < 24; i++) {
      from[i] = i + apart;
      to[i] = i;
    }
    for (int i = 0; i < 32; i++)
      a[i] = i * 7 % 11;
    CALL_KERNEL(war_by_data, from, to, a);
  }
  return 0;
}
