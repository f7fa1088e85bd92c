// Every element and all others but itself: the choice says that the two are never the same in a round of the inner loop, and nothing of two rounds of the outer one.
#include "dynamatic/Integration.h"

void others(int a[8], int b[8], int m[8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      if (i != j)
        a[i] = a[j] - i;
      if (i <= j)
        b[j] = b[i] + 1;
      if (i < j)
        m[i][j] = m[j][i] * 2 - j;
    }
}

int main(void) {
  int a[8], b[8], m[8][8];
  for (int i = 0; i < 8; i++) {
    a[i] = i * 5 % 11;
    b[i] = i * 3 % 7;
    for (int j = 0; j < 8; j++)
      m[i][j] = i * 9 + j * 4 % 7;
  }
  CALL_KERNEL(others, a, b, m);
  return 0;
}
