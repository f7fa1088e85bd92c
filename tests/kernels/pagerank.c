// Rank of linked pages by iteration in single precision: the gather form over incoming links, until the change is small.
#include "dynamatic/Integration.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32
#define LINKS 128
#define DAMPING 0.85f

int pagerank(const int first[N + 1], const int in[LINKS], const int out_degree[N], float rank[N], float next[N]) {
  int rounds = 0;
  float change;
  for (int i = 0; i < N; i++)
    rank[i] = 1.0f / N;
  do {
    float lost = 0.0f;
    for (int i = 0; i < N; i++)
      if (out_degree[i] == 0)
        lost += rank[i];
    for (int i = 0; i < N; i++) {
      float sum = 0;
      for (int e = first[i]; e < first[i + 1]; e++)
        sum += rank[in[e]] / (float)out_degree[in[e]];
      next[i] = (1.0f - DAMPING) / N + DAMPING * (sum + lost / N);
    }
    change = 0.0f;
    for (int i = 0; i < N; i++) {
      change += fabsf(next[i] - rank[i]);
      rank[i] = next[i];
    }
    rounds++;
  } while (change > 1e-5f && rounds < 60);
  return rounds;
}

int main(void) {
  int first[N + 1] = {0}, in[LINKS], out_degree[N] = {0};
  float rank[N], next[N];
  srand(7);
  for (int i = 0; i < N; i++) {
    first[i + 1] = first[i] + LINKS / N;
    for (int e = first[i]; e < first[i + 1]; e++) {
      in[e] = rand() % (N - 3) * (rand() % 3 != 0);
      out_degree[in[e]]++;
    }
  }
  int rounds = CALL_KERNEL(pagerank, first, in, out_degree, rank, next);
  printf("%d rounds\n", rounds);
  float total = 0;
  for (int i = 0; i < N; i++) {
    printf("%.6f%c", rank[i], i % 8 == 7 ? '\n' : ' ');
    total += rank[i];
  }
  printf("total %.4f\n", total);
  return 0;
}
