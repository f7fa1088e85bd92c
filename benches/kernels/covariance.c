// Means of 30 columns, the columns without their means, and the products of each column with itself and those behind it: 465 bursts of 30. All three
// arrays are read or written from several places; Dynamatic has three load-store queues for that.
#include "dynamatic/Integration.h"

#define SIZE 30

void covariance(int samples[SIZE][SIZE], int products[SIZE][SIZE], int means[SIZE]) {
  int count = SIZE;
  for (int column = 0; column < SIZE; column++) {
    int sum = 0;
    for (int row = 0; row < SIZE; row++)
      sum += samples[row][column];
    means[column] = sum / count;
  }
  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++)
      samples[row][column] -= means[column];
  for (int first = 0; first < SIZE; first++)
    for (int second = first; second < SIZE; second++) {
      int sum = 0;
      for (int row = 0; row < SIZE; row++)
        sum += samples[row][first] * samples[row][second];
      products[first][second] = sum;
      products[second][first] = sum;
    }
}

int main(void) {
  int samples[SIZE][SIZE], products[SIZE][SIZE], means[SIZE];
  for (int r = 0; r < SIZE; r++)
    for (int c = 0; c < SIZE; c++)
      samples[r][c] = (r * 47 + c * 31) % 100;
  CALL_KERNEL(covariance, samples, products, means);
  return 0;
}
