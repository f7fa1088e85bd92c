// Sorting: merging from the bottom up between an array and a buffer, with runs of doubling length. The kernel is called plainly.
#include <stdio.h>
#include <stdlib.h>

#define N 100

void merge_sort(long a[N], long buffer[N]) {
  for (int width = 1; width < N; width *= 2) {
    for (int left = 0; left < N; left += 2 * width) {
      int middle = left + width < N ? left + width : N;
      int right = left + 2 * width < N ? left + 2 * width : N;
      int i = left, j = middle, k = left;
      while (i < middle && j < right)
        buffer[k++] = a[i] <= a[j] ? a[i++] : a[j++];
      while (i < middle)
        buffer[k++] = a[i++];
      while (j < right)
        buffer[k++] = a[j++];
    }
    for (int i = 0; i < N; i++)
      a[i] = buffer[i];
  }
}

int main(void) {
  long a[N], buffer[N] = {0};
  srand(21);
  for (int i = 0; i < N; i++)
    a[i] = (long)rand() * (i % 3 - 1) + i;
  merge_sort(a, buffer);
  for (int i = 0; i < N; i++)
    printf("%ld\n", a[i]);
  return 0;
}
