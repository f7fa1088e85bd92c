// Writes both halves of a symmetric matrix: on its diagonal the two stores of a round meet, and no others do.
#include "dynamatic/Integration.h"

void mirrored(int a[12][12], const int x[12]) {
  for (int i = 0; i < 12; i++)
    for (int j = i; j < 12; j++) {
      a[i][j] = x[i] * x[j];
      a[j][i] = x[i] * x[j] + i;
    }
}

int main(void) {
  int a[12][12], x[12];
  for (int i = 0; i < 12; i++) {
    x[i] = i * i % 7 - 2;
    for (int j = 0; j < 12; j++)
      a[i][j] = -1;
  }
  CALL_KERNEL(mirrored, a, x);
  return 0;
}
