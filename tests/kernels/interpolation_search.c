// Searching: the place is guessed from the values at both ends, with divisions in 64 bits; counts its guesses through a pointer.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 100

int interpolation_search(const int32_t a[N], int32_t value, int *guesses) {
  int low = 0, high = N - 1;
  *guesses = 0;
  while (low <= high && value >= a[low] && value <= a[high]) {
    ++*guesses;
    if (a[low] == a[high])
      return a[low] == value ? low : -1;
    int at = low + (int)(((int64_t)high - low) * ((int64_t)value - a[low]) / ((int64_t)a[high] - a[low]));
    if (a[at] == value)
      return at;
    if (a[at] < value)
      low = at + 1;
    else
      high = at - 1;
  }
  return -1;
}

int main(void) {
  int32_t a[N];
  int guesses;
  for (int i = 0; i < N; i++)
    a[i] = (int32_t)(-2000000000L + i * 39000000L + i % 7 * 1000);
  for (int i = 0; i < N; i += 9) {
    int at = CALL_KERNEL(interpolation_search, a, a[i] + (i % 2), &guesses);
    printf("%d %d after %d\n", i, at, guesses);
  }
  int at = interpolation_search(a, INT32_MAX, &guesses);
  printf("%d after %d\n", at, guesses);
  return 0;
}
