// Writes over what was written from 0 to 5 rounds before, which the data say.
#include "dynamatic/Integration.h"

void waw_by_data(const int first[24], const int second[24], int a[32]) {
  for (int i = 0; i < 24; i++) {
    a[first[i]] = 3 * i + 1;
    a[second[i]] = 100 - i;
  }
}

int main(void) {
  int first[24], second[24], a[32];
  for (int apart = 0; apart < 6; apart++) {
    for (int i = 0; i < 24; i++) {
      first[i] = i + apart;
      second[i] = i;
    }
    for (int i = 0; i < 32; i++)
      a[i] = i * 7 % 11;
    CALL_KERNEL(waw_by_data, first, second, a);
  }
  return 0;
}
