// Eliminates below the diagonal, in place.
#include "dynamatic/Integration.h"

void elimination(int a[8][8]) {
  for (int k = 0; k < 7; k++)
    for (int i = k + 1; i < 8; i++)
      for (int j = k; j < 8; j++)
        a[i][j] = a[i][j] * 2 - a[k][j] * (i + 1);
}

int main(void) {
  int a[8][8];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      a[i][j] = i * j % 7 + 1;
  CALL_KERNEL(elimination, a);
  return 0;
}
