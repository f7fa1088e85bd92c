// Dynamic programming: the longest increasing subsequence by patience, with binary search inside, and by the quadratic table.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 80

int patience(const int a[N], int tails[N]) {
  int length = 0;
  for (int i = 0; i < N; i++) {
    int low = 0, high = length;
    while (low < high) {
      int middle = (low + high) >> 1;
      if (tails[middle] < a[i])
        low = middle + 1;
      else
        high = middle;
    }
    tails[low] = a[i];
    length += low == length;
  }
  return length;
}

int quadratic(const int a[N], int previous[N], int *last) {
  int length[N];
  *last = 0;
  for (int i = 0; i < N; i++) {
    length[i] = 1;
    previous[i] = -1;
    for (int j = 0; j < i; j++)
      if (a[j] < a[i] && length[j] + 1 > length[i]) {
        length[i] = length[j] + 1;
        previous[i] = j;
      }
    if (length[i] > length[*last])
      *last = i;
  }
  return length[*last];
}

int main(void) {
  int a[N], tails[N] = {0}, previous[N] = {0}, last;
  srand(55);
  for (int i = 0; i < N; i++)
    a[i] = rand() % 200 + i;
  int first = CALL_KERNEL(patience, a, tails);
  int second = CALL_KERNEL(quadratic, a, previous, &last);
  printf("%d %d\n", first, second);
  for (int i = last; i >= 0; i = previous[i])
    printf("%d ", a[i]);
  printf("\n");
  return first != second;
}
