// Searching: pairs and windows by two indices that move towards each other or after each other, and a partition in place by pointers.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 60

int pairs(const int a[N], int target) {
  int found = 0;
  for (int i = 0, j = N - 1; i < j;) {
    int s = a[i] + a[j];
    if (s == target)
      found++, i++, j--;
    else if (s < target)
      i++;
    else
      j--;
  }
  return found;
}

int shortest(const int a[N], int limit) {
  int best = N + 1, sum = 0, start = 0;
  for (int end = 0; end < N; end++) {
    sum += a[end];
    while (sum >= limit) {
      if (end - start + 1 < best)
        best = end - start + 1;
      sum -= a[start++];
    }
  }
  return best > N ? 0 : best;
}

int odd_first(int a[N]) {
  int *left = a, *right = a + N - 1;
  while (left < right) {
    if (*left % 2 != 0) {
      left++;
      continue;
    }
    if (*right % 2 == 0) {
      right--;
      continue;
    }
    int t = *left;
    *left++ = *right;
    *right-- = t;
  }
  return (int)(left - a) + (left == right && *left % 2);
}

int main(void) {
  int a[N];
  srand(6);
  a[0] = 1;
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + rand() % 5;
  for (int target = 20; target <= 200; target += 20) {
    int found = CALL_KERNEL(pairs, a, target);
    int length = CALL_KERNEL(shortest, a, target * 3);
    printf("%d: %d pairs, %d long\n", target, found, length);
  }
  printf("%d odd\n", CALL_KERNEL(odd_first, a));
  for (int i = 0; i < N; i++)
    printf("%d ", a[i]);
  printf("\n");
  return 0;
}
