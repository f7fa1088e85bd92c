// Sorting: by a binary heap in the array; a helper sifts down and returns from the middle of its loop. Sorts records, of which it moves whole structures.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 45

typedef struct {
  int key;
  char name;
  float weight;
} record;

static void sift(record heap[], int root, int count) {
  record moving = heap[root];
  for (;;) {
    int child = 2 * root + 1;
    if (child >= count)
      break;
    if (child + 1 < count && heap[child + 1].key > heap[child].key)
      child++;
    if (heap[child].key <= moving.key)
      break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = moving;
}

void heap_sort(record a[N]) {
  for (int i = N / 2 - 1; i >= 0; i--)
    sift(a, i, N);
  for (int end = N - 1; end > 0; end--) {
    record largest = a[0];
    a[0] = a[end];
    a[end] = largest;
    sift(a, 0, end);
  }
}

int main(void) {
  record a[N];
  srand(17);
  for (int i = 0; i < N; i++) {
    // Keys that differ, so that their order is one.
    a[i].key = (rand() % 100) * 64 + i;
    a[i].name = (char)('A' + i % 26);
    a[i].weight = a[i].key / 64.0f;
  }
  CALL_KERNEL(heap_sort, a);
  for (int i = 0; i < N; i++)
    printf("%5d %c %.3f\n", a[i].key, a[i].name, a[i].weight);
  return 0;
}
