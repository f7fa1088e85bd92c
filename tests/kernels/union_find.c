// Connected components by union and find with path halving: loops that chase indices through an array.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define PAIRS 50

static short find(short parent[N], short x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

int components(short parent[N], unsigned char size[N], const short a[PAIRS], const short b[PAIRS]) {
  int left = N;
  for (short i = 0; i < N; i++) {
    parent[i] = i;
    size[i] = 1;
  }
  for (int p = 0; p < PAIRS; p++) {
    short x = find(parent, a[p]), y = find(parent, b[p]);
    if (x == y)
      continue;
    if (size[x] < size[y]) {
      short t = x;
      x = y;
      y = t;
    }
    parent[y] = x;
    size[x] += size[y];
    left--;
  }
  return left;
}

int main(void) {
  short parent[N], a[PAIRS], b[PAIRS];
  unsigned char size[N];
  srand(21);
  for (int p = 0; p < PAIRS; p++) {
    a[p] = rand() % N;
    b[p] = (a[p] + rand() % 12) % N;
  }
  int left = CALL_KERNEL(components, parent, size, a, b);
  printf("%d components\n", left);
  for (int i = 0; i < N; i++)
    printf("%hd:%hhu%s", parent[i], size[i], (i + 1) % 8 ? " " : "\n");
  return 0;
}
