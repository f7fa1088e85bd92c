// Jumps forward out of nested loops, to a common end and over a block: the uses of goto that stay structured.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 10

int find_pair(const int a[N][N], int sum, int where[4]) {
  int found = 0;
  int i, j, k, l;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = i + 1; k < N; k++)
        for (l = 0; l < N; l++) {
          if (a[i][j] < 0)
            goto next_row;
          if (a[i][j] + a[k][l] == sum)
            goto out;
          if (i > 6)
            goto give_up;
        next_row:;
        }
  goto give_up;
out:
  found = 1;
  where[0] = i;
  where[1] = j;
  where[2] = k;
  where[3] = l;
  goto end;
give_up:
  for (int n = 0; n < 4; n++)
    where[n] = -1;
end:
  return found;
}

int checks(int a, int b, int c) {
  int failed = 0;
  if (a < 0)
    goto first;
  if (b < 0)
    goto second;
  if (c < 0)
    goto third;
  return a + b + c;
first:
  failed += 100;
second:
  failed += 10;
third:
  failed += 1;
  return -failed;
}

int main(void) {
  int a[N][N], where[4];
  srand(31);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = rand() % 400 - 100;
  for (int sum = 100; sum <= 700; sum += 100) {
    printf("%d: %d at", sum, CALL_KERNEL(find_pair, a, sum, where));
    printf(" %d %d %d %d\n", where[0], where[1], where[2], where[3]);
  }
  for (int bits = 0; bits < 8; bits++)
    printf("%d ", CALL_KERNEL(checks, bits & 1 ? -1 : 1, bits & 2 ? -2 : 2, bits & 4 ? -3 : 3));
  printf("\n");
  return 0;
}
