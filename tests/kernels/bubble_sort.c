// Sorting: exchanges of neighbours until a pass finds none, which ends the outer loop early.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 50

int bubble_sort(int a[N]) {
  int exchanges = 0;
  for (int end = N - 1; end > 0; --end) {
    int swapped = 0;
    for (int i = 0; i < end; ++i) {
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
        swapped = 1;
        ++exchanges;
      }
    }
    if (!swapped)
      break;
  }
  return exchanges;
}

int main(void) {
  int a[N];
  srand(13);
  for (int i = 0; i < N; i++)
    a[i] = rand() % 1000 - 500;
  printf("%d exchanges\n", CALL_KERNEL(bubble_sort, a));
  printf("%d exchanges\n", CALL_KERNEL(bubble_sort, a));
  for (int i = 0; i < N; i++)
    printf("%d%c", a[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
