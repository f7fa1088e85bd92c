// Breadth-first search over an adjacency list in compressed form, with the queue in an array: the graph kernel whose loop is
// bounded by data.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define NODES 48
#define EDGES 160

int bfs(const int first[NODES + 1], const int to[EDGES], int level[NODES], int queue[NODES], int start) {
  for (int i = 0; i < NODES; i++)
    level[i] = -1;
  int head = 0, tail = 0, deepest = 0;
  level[start] = 0;
  queue[tail++] = start;
  while (head < tail) {
    int node = queue[head++];
    for (int e = first[node]; e < first[node + 1]; e++) {
      int next = to[e];
      if (level[next] < 0) {
        level[next] = level[node] + 1;
        if (level[next] > deepest)
          deepest = level[next];
        queue[tail++] = next;
      }
    }
  }
  for (int i = tail; i < NODES; i++)
    queue[i] = -1;
  return deepest;
}

int main(void) {
  int degree[NODES] = {0}, source[EDGES];
  int first[NODES + 1], to[EDGES], level[NODES], queue[NODES];
  srand(11);
  for (int e = 0; e < EDGES; e++) {
    source[e] = rand() % (NODES - 4);
    degree[source[e]]++;
  }
  first[0] = 0;
  for (int i = 0; i < NODES; i++)
    first[i + 1] = first[i] + degree[i];
  for (int e = 0; e < EDGES; e++)
    to[e] = (source[e] * 7 + rand() % 6) % (NODES - 4);
  for (int start = 0; start < NODES; start += 15) {
    int deepest = CALL_KERNEL(bfs, first, to, level, queue, start);
    printf("from %d: %d levels\n", start, deepest);
    for (int i = 0; i < NODES; i++)
      printf("%d%c", level[i], i % 16 == 15 ? '\n' : ' ');
  }
  return 0;
}
