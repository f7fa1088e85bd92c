// Softmax with its maximum taken out first: exponentials of the mathematical library, printed with few digits because the last
// ones are the library's own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 24

static float largest(const float *x, int n) {
  float best = x[0];
  for (int i = 1; i < n; i++)
    best = fmaxf(best, x[i]);
  return best;
}

void softmax(const float *x, float *y, int n) {
  const float top = largest(x, n);
  float sum = 0.0f;
  for (int i = 0; i < n; i++) {
    y[i] = expf(x[i] - top);
    sum += y[i];
  }
  for (int i = 0; i < n; i++)
    y[i] /= sum;
}

int main(void) {
  float x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = (float)(rand() % 1000 - 500) / 125.0f;
  softmax(x, y, N);
  for (int i = 0; i < N; i++)
    printf("%8.3f -> %.4f\n", x[i], y[i]);
  return 0;
}
