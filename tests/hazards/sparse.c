// Adds products to the elements that a table names.
#include "dynamatic/Integration.h"

void sparse(int y[10], const int col[48], const int value[48], const int x[48]) {
  for (int j = 0; j < 48; j++)
    y[col[j]] += value[j] * x[j];
}

int main(void) {
  int y[10], col[48], value[48], x[48];
  unsigned seed = 7;
  for (int i = 0; i < 48; i++) {
    seed = seed * 1103515245u + 12345u;
    col[i] = (int)(seed >> 16) % 10;
  }
  for (int i = 0; i < 48; i++) {
    value[i] = i % 5;
    x[i] = i * 3 % 7;
  }
  for (int i = 0; i < 10; i++)
    y[i] = 0;
  CALL_KERNEL(sparse, y, col, value, x);
  return 0;
}
