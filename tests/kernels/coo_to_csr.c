// Coordinates of a sparse matrix to compressed rows: a histogram of rows, its prefix sums and a scatter, all through memory.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 20
#define STORED 90

void coo_to_csr(const int r[STORED], const int c[STORED], const float v[STORED], int first[ROWS + 1], int column[STORED],
                float value[STORED]) {
  memset(first, 0, (ROWS + 1) * sizeof(int));
  for (int k = 0; k < STORED; k++)
    first[r[k] + 1]++;
  for (int i = 0; i < ROWS; i++)
    first[i + 1] += first[i];
  int at[ROWS];
  memcpy(at, first, sizeof at);
  for (int k = 0; k < STORED; k++) {
    int place = at[r[k]]++;
    column[place] = c[k];
    value[place] = v[k];
  }
}

int main(void) {
  int r[STORED], c[STORED], first[ROWS + 1], column[STORED];
  float v[STORED], value[STORED];
  srand(13);
  for (int k = 0; k < STORED; k++) {
    r[k] = rand() % ROWS;
    c[k] = rand() % 50;
    v[k] = (float)(rand() % 1000) * 0.125f;
  }
  CALL_KERNEL(coo_to_csr, r, c, v, first, column, value);
  for (int i = 0; i < ROWS; i++) {
    printf("%2d:", i);
    for (int k = first[i]; k < first[i + 1]; k++)
      printf(" (%d %.3f)", column[k], value[k]);
    printf("\n");
  }
  return 0;
}
