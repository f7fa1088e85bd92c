// Filters: an adaptive filter that learns an unknown response by least mean squares: filter and update in one loop over floats.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define TAPS 6
#define N 400

float lms(const float x[N], const float desired[N], float w[TAPS], float mu) {
  float delay[TAPS] = {0.0f};
  float error = 0.0f, power = 0.0f;
  for (int n = 0; n < N; n++) {
    for (int k = TAPS - 1; k > 0; k--)
      delay[k] = delay[k - 1];
    delay[0] = x[n];
    float y = 0.0f;
    for (int k = 0; k < TAPS; k++)
      y += w[k] * delay[k];
    error = desired[n] - y;
    power = 0.95f * power + 0.05f * error * error;
    for (int k = 0; k < TAPS; k++)
      w[k] += mu * error * delay[k];
  }
  return power;
}

int main(void) {
  const float unknown[TAPS] = {0.5f, -0.25f, 0.125f, 1.0f, -0.75f, 0.0625f};
  float x[N], desired[N], w[TAPS] = {0};
  srand(2);
  for (int n = 0; n < N; n++) {
    x[n] = (float)(rand() % 2001 - 1000) / 1000;
    desired[n] = 0;
    for (int k = 0; k < TAPS && k <= n; k++)
      desired[n] += unknown[k] * x[n - k];
  }
  float power = CALL_KERNEL(lms, x, desired, w, 0.1f);
  printf("remaining power: %.3e\n", power);
  for (int k = 0; k < TAPS; k++)
    printf("%.6f (%.6f)\n", w[k], unknown[k]);
  return 0;
}
