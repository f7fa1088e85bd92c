// A matrix of 30 × 30 changed by two products of vectors, then multiplied with vectors from both sides. Matrix and one vector are written by one
// loop and read by the next; Dynamatic has two load-store queues for that.
#include "dynamatic/Integration.h"

#define SIZE 30

void gemver(int alpha, int beta, const int u[SIZE], const int v[SIZE], const int p[SIZE], const int q[SIZE],
            const int y[SIZE], const int z[SIZE], unsigned matrix[SIZE][SIZE], unsigned w[SIZE], unsigned x[SIZE]) {
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++)
      matrix[i][j] += (unsigned)(u[i] * v[j] + p[i] * q[j]);
  for (unsigned i = 0; i < SIZE; i++) {
    unsigned sum = x[i];
    for (unsigned j = 0; j < SIZE; j++)
      sum += (unsigned)beta * matrix[j][i] * (unsigned)y[j];
    x[i] = sum;
  }
  for (unsigned i = 0; i < SIZE; i++)
    x[i] += (unsigned)z[i];
  for (unsigned i = 0; i < SIZE; i++) {
    unsigned sum = w[i];
    for (unsigned j = 0; j < SIZE; j++)
      sum += (unsigned)alpha * matrix[i][j] * x[j];
    w[i] = sum;
  }
}

int main(void) {
  int u[SIZE], v[SIZE], p[SIZE], q[SIZE], y[SIZE], z[SIZE];
  unsigned matrix[SIZE][SIZE], w[SIZE], x[SIZE];
  for (int i = 0; i < SIZE; i++) {
    u[i] = i % 20;
    v[i] = i * 3 % 20;
    p[i] = i * 7 % 20;
    q[i] = i * 9 % 20;
    y[i] = i * 11 % 20;
    z[i] = i * 13 % 20;
    w[i] = x[i] = (unsigned)(i * 17 % 20);
    for (int j = 0; j < SIZE; j++)
      matrix[i][j] = (unsigned)((i * 3 + j) % 10);
  }
  int alpha = 6, beta = 15;
  CALL_KERNEL(gemver, alpha, beta, u, v, p, q, y, z, matrix, w, x);
  return 0;
}
