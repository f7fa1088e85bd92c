// Shortest paths from one node by Dijkstra's rule without a heap: the nearest open node is searched in an array each time.
#include "dynamatic/Integration.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 24
#define FAR INT_MAX

int dijkstra(const int weight[N][N], int distance[N], int before[N], int start) {
  unsigned done = 0;
  int settled = 0;
  for (int i = 0; i < N; i++) {
    distance[i] = FAR;
    before[i] = -1;
  }
  distance[start] = 0;
  for (int round = 0; round < N; round++) {
    int best = -1;
    for (int i = 0; i < N; i++)
      if (!(done >> i & 1u) && distance[i] != FAR && (best < 0 || distance[i] < distance[best]))
        best = i;
    if (best < 0)
      break;
    done |= 1u << best;
    settled++;
    for (int i = 0; i < N; i++) {
      if (weight[best][i] == 0)
        continue;
      int through = distance[best] + weight[best][i];
      if (through < distance[i]) {
        distance[i] = through;
        before[i] = best;
      }
    }
  }
  return settled;
}

int main(void) {
  int weight[N][N], distance[N], before[N];
  srand(5);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      weight[i][j] = i != j && j % 8 != 7 && rand() % 5 == 0 ? 1 + rand() % 90 : 0;
  for (int start = 0; start < N; start += 9) {
    printf("start %d settles %d\n", start, CALL_KERNEL(dijkstra, weight, distance, before, start));
    for (int i = 0; i < N; i++)
      if (distance[i] == FAR)
        printf("  %d is out of reach\n", i);
      else
        printf("  %d: %d by %d\n", i, distance[i], before[i]);
  }
  return 0;
}
