// Sorting: insertion with a condition that reads the array only when the index is valid, and a second array that is carried along.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 64

void insertion_sort(float keys[N], unsigned char tags[N], int n) {
  for (int i = 1; i < n; i++) {
    float key = keys[i];
    unsigned char tag = tags[i];
    int j = i - 1;
    for (; j >= 0 && keys[j] > key; j--) {
      keys[j + 1] = keys[j];
      tags[j + 1] = tags[j];
    }
    keys[j + 1] = key;
    tags[j + 1] = tag;
  }
}

int main(void) {
  float keys[N];
  unsigned char tags[N];
  srand(31);
  for (int i = 0; i < N; i++) {
    keys[i] = (float)(rand() % 256) / 16.0f - 4.0f;
    tags[i] = (unsigned char)i;
  }
  CALL_KERNEL(insertion_sort, keys, tags, 40);
  for (int i = 0; i < N; i++)
    printf("%3d %g\n", tags[i], keys[i]);
  return 0;
}
