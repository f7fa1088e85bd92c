// Solves a triangular system in place.
#include "dynamatic/Integration.h"

void triangular(int x[10], const int a[10][10]) {
  for (int i = 0; i < 10; i++)
    for (int k = i + 1; k < 10; k++)
      x[k] -= a[k][i] * x[i];
}

int main(void) {
  int x[10], a[10][10];
  for (int i = 0; i < 10; i++) {
    x[i] = i * 3 + 1;
    for (int j = 0; j < 10; j++)
      a[i][j] = (i + 2 * j) % 5;
  }
  CALL_KERNEL(triangular, x, a);
  return 0;
}
