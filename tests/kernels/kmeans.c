// Clustering of points in the plane by the nearest of k means, in single precision, until no point changes its cluster.
#include "dynamatic/Integration.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define POINTS 60
#define K 4

int kmeans(const float x[POINTS], const float y[POINTS], float mean[K][2], int cluster[POINTS]) {
  int round = 0, moved;
  for (int p = 0; p < POINTS; p++)
    cluster[p] = -1;
  do {
    moved = 0;
    for (int p = 0; p < POINTS; p++) {
      float nearest = FLT_MAX;
      int best = 0;
      for (int k = 0; k < K; k++) {
        float dx = x[p] - mean[k][0], dy = y[p] - mean[k][1];
        float square = dx * dx + dy * dy;
        if (square < nearest)
          nearest = square, best = k;
      }
      if (cluster[p] != best)
        cluster[p] = best, moved++;
    }
    float sum[K][2] = {{0}};
    int size[K] = {0};
    for (int p = 0; p < POINTS; p++) {
      sum[cluster[p]][0] += x[p];
      sum[cluster[p]][1] += y[p];
      size[cluster[p]]++;
    }
    for (int k = 0; k < K; k++)
      if (size[k]) {
        mean[k][0] = sum[k][0] / size[k];
        mean[k][1] = sum[k][1] / size[k];
      }
  } while (moved > 0 && ++round < 20);
  return round;
}

int main(void) {
  float x[POINTS], y[POINTS], mean[K][2];
  int cluster[POINTS];
  srand(17);
  for (int p = 0; p < POINTS; p++) {
    x[p] = (float)(p % K * 10) + (float)(rand() % 800) / 100.0f;
    y[p] = (float)(p % K * p % 3 * 8) + (float)(rand() % 900) / 100.0f;
  }
  for (int k = 0; k < K; k++) {
    mean[k][0] = x[k * 11];
    mean[k][1] = y[k * 11];
  }
  int rounds = CALL_KERNEL(kmeans, x, y, mean, cluster);
  printf("%d rounds\n", rounds);
  for (int k = 0; k < K; k++)
    printf("%.5f %.5f\n", mean[k][0], mean[k][1]);
  for (int p = 0; p < POINTS; p++)
    printf("%d", cluster[p]);
  printf("\n");
  return 0;
}
