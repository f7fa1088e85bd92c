// Sorting: quicksort with a stack of its own instead of recursion, falling back to Shell's sort for short ranges.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 120
#define SHORT 10

static void shell(int a[], int low, int high) {
  static const int gaps[] = {4, 1};
  for (int g = 0; g < 2; g++) {
    int gap = gaps[g];
    for (int i = low + gap; i <= high; i++) {
      int v = a[i], j = i;
      while (j - gap >= low && a[j - gap] > v) {
        a[j] = a[j - gap];
        j -= gap;
      }
      a[j] = v;
    }
  }
}

static int partition(int a[], int low, int high) {
  int pivot = a[low + (high - low) / 2];
  int i = low - 1, j = high + 1;
  while (1) {
    do
      i++;
    while (a[i] < pivot);
    do
      j--;
    while (a[j] > pivot);
    if (i >= j)
      return j;
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

int quick_sort(int a[N]) {
  int stack[64], top = 0, deepest = 0;
  stack[top++] = 0;
  stack[top++] = N - 1;
  while (top > 0) {
    int high = stack[--top], low = stack[--top];
    if (high - low < SHORT) {
      shell(a, low, high);
      continue;
    }
    int middle = partition(a, low, high);
    // The longer part waits, so that the stack stays shallow.
    if (middle - low < high - middle) {
      stack[top++] = middle + 1, stack[top++] = high;
      stack[top++] = low, stack[top++] = middle;
    } else {
      stack[top++] = low, stack[top++] = middle;
      stack[top++] = middle + 1, stack[top++] = high;
    }
    deepest = top > deepest ? top : deepest;
  }
  return deepest;
}

int main(void) {
  int a[N];
  srand(100);
  for (int i = 0; i < N; i++)
    a[i] = rand() % 300;
  printf("deepest %d\n", CALL_KERNEL(quick_sort, a));
  for (int i = 0; i < N; i++)
    printf("%4i%s", a[i], "");
  printf("\n");
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i])
      return 1;
  return 0;
}
