// Shortest paths with negative edges over a list of edges, until a round changes nothing; tells of a negative cycle.
#include "dynamatic/Integration.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 20
#define EDGES 70
#define FAR 1000000L

int bellman_ford(const unsigned char from[EDGES], const unsigned char to[EDGES], const signed char cost[EDGES],
                 long distance[NODES]) {
  for (int i = 0; i < NODES; i++)
    distance[i] = FAR;
  distance[0] = 0;
  bool changed = true;
  int rounds = 0;
  while (changed && rounds < NODES) {
    changed = false;
    for (int e = 0; e < EDGES; ++e) {
      if (distance[from[e]] == FAR)
        continue;
      long through = distance[from[e]] + cost[e];
      if (through < distance[to[e]]) {
        distance[to[e]] = through;
        changed = true;
      }
    }
    rounds++;
  }
  return changed ? -rounds : rounds;
}

static unsigned char from[EDGES], to[EDGES];
static signed char cost[EDGES];

int main(void) {
  long distance[NODES];
  for (int lowest = 0; lowest >= -30; lowest -= 15) {
    srand(3);
    for (int e = 0; e < EDGES; e++) {
      from[e] = rand() % NODES;
      to[e] = rand() % NODES;
      cost[e] = lowest + rand() % 60;
    }
    int rounds = CALL_KERNEL(bellman_ford, from, to, cost, distance);
    printf("%d rounds:", rounds);
    for (int i = 0; i < NODES; i++)
      printf(" %ld", distance[i]);
    puts("");
  }
  return 0;
}
