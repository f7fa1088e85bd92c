// Dynamic programming: the longest common subsequence, found by a table and read back from its end.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 40
#define MAX(x, y) ((x) > (y) ? (x) : (y))

int lcs(const char a[N], const char b[N], short table[N + 1][N + 1], char common[N + 1]) {
  int i, j;
  for (i = 0; i <= N; i++)
    table[i][0] = table[0][i] = 0;
  for (i = 1; i <= N; i++)
    for (j = 1; j <= N; j++)
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : MAX(table[i - 1][j], table[i][j - 1]);
  int length = table[N][N], k = length;
  common[k] = '\0';
  for (i = N, j = N; k > 0;) {
    if (a[i - 1] == b[j - 1]) {
      common[--k] = a[i - 1];
      i--, j--;
    } else if (table[i - 1][j] >= table[i][j - 1])
      i--;
    else
      j--;
  }
  return length;
}

static short table[N + 1][N + 1];

int main(void) {
  char a[N], b[N], common[N + 1] = {0};
  for (int i = 0; i < N; i++) {
    a[i] = "ACGT"[(i * i + 3 * i / 2) % 4];
    b[i] = "ACGT"[(i * 7 / 3 + i % 5) & 3];
  }
  int length = CALL_KERNEL(lcs, a, b, table, common);
  printf("%.40s\n%.40s\n%d: %s\n", a, b, length, common);
  for (int i = 0; i <= N; i += 8)
    printf("%hd %hd\n", table[i][N], table[N][i]);
  return 0;
}
