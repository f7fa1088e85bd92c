// Searching: halving an interval, as first and as last place of a value, and of a square root without an array.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 90

int lower(const int a[N], int value) {
  int low = 0, high = N;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int upper(const int a[N], int value) {
  int low = 0, count = N;
  while (count) {
    int half = count >> 1;
    if (a[low + half] <= value)
      low += half + 1, count -= half + 1;
    else
      count = half;
  }
  return low;
}

unsigned root(unsigned long long square) {
  unsigned long long low = 0, high = 1ull << 32;
  while (high - low > 1) {
    unsigned long long middle = (low + high) / 2;
    if (middle * middle <= square)
      low = middle;
    else
      high = middle;
  }
  return (unsigned)low;
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i * i / 20 - 30;
  for (int value = -40; value < 380; value += 7) {
    int first = CALL_KERNEL(lower, a, value), after = CALL_KERNEL(upper, a, value);
    printf("%d: %d to %d", value, first, after);
    if (first == after)
      printf(" (absent)");
    printf("\n");
  }
  unsigned long long squares[] = {0, 1, 2, 99, 100, 1000000, 123456789012ull, ~0ull};
  for (int i = 0; i < 8; i++)
    printf("%llu: %u\n", squares[i], CALL_KERNEL(root, squares[i]));
  return 0;
}
