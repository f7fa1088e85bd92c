// Topological order of a graph in a bit matrix, smallest ready node first; a cycle is told by an early return.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 30

int topological(const uint32_t after[N], int order[N]) {
  uint8_t waiting[N];
  for (int i = 0; i < N; i++) {
    waiting[i] = 0;
    order[i] = -1;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      waiting[j] += after[i] >> j & 1;
  for (int placed = 0; placed < N; placed++) {
    int ready = 0;
    while (ready < N && waiting[ready] != 0)
      ready++;
    if (ready == N)
      return placed;
    waiting[ready] = UINT8_MAX;
    order[placed] = ready;
    for (int j = 0; j < N; j++)
      if (after[ready] & (uint32_t)1 << j)
        waiting[j]--;
  }
  return N;
}

int main(void) {
  uint32_t after[N] = {0};
  int order[N];
  srand(9);
  for (int e = 0; e < 60; e++) {
    int a = rand() % N, b = rand() % N;
    if (a * 17 % N < b * 17 % N)
      after[a] |= 1u << b;
  }
  printf("placed %d:", CALL_KERNEL(topological, after, order));
  for (int i = 0; i < N; i++)
    printf(" %d", order[i]);
  after[order[N - 1]] |= 1u << order[N / 2];
  after[order[N / 2]] |= 1u << order[N - 1];
  printf("\nplaced %d:", CALL_KERNEL(topological, after, order));
  for (int i = 0; i < N; i++)
    printf(" %d", order[i]);
  printf("\n");
  return 0;
}
