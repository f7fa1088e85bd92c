// A histogram of weights: a sum takes several cycles.
#include "dynamatic/Integration.h"

void histogram_float(const int key[64], const float weight[64], float sum[8]) {
  for (int i = 0; i < 64; i++)
    sum[key[i]] += weight[i];
}

int main(void) {
  int key[64];
  float weight[64], sum[8];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    key[i] = (int)(seed >> 16) % 8;
  }
  for (int i = 0; i < 64; i++)
    weight[i] = i * 0.5f;
  for (int i = 0; i < 8; i++)
    sum[i] = 0.0f;
  CALL_KERNEL(histogram_float, key, weight, sum);
  return 0;
}
