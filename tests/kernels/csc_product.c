// Sparse matrix in compressed columns times a sparse vector: scattered accumulation, columns without weight left out.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 36
#define STORED 180

int csc_product(const unsigned short column[N + 1], const unsigned char row[STORED], const int value[STORED], const int x[N],
                int y[N]) {
  int used = 0;
  for (int i = 0; i < N; i++)
    y[i] = 0;
  for (int j = 0; j < N; j++) {
    if (x[j] == 0)
      continue;
    used++;
    for (int k = column[j]; k < column[j + 1]; k++)
      y[row[k]] += value[k] * x[j];
  }
  return used;
}

int main(void) {
  unsigned short column[N + 1];
  unsigned char row[STORED];
  int value[STORED], x[N], y[N];
  for (int j = 0; j <= N; j++)
    column[j] = (unsigned short)(j * STORED / N);
  for (int k = 0; k < STORED; k++) {
    row[k] = rand() % N;
    value[k] = rand() % 19 - 9;
  }
  for (int j = 0; j < N; j++)
    x[j] = rand() % 3 == 0 ? 0 : rand() % 100 - 50;
  int used = CALL_KERNEL(csc_product, column, row, value, x, y);
  printf("%d columns used\n", used);
  for (int i = 0; i < N; i++)
    printf("%d%s", y[i], i % 9 == 8 ? "\n" : ", ");
  return 0;
}
