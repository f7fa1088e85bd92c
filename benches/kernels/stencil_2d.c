// A filter of 3 × 3 along one line of a picture of 30 columns: 28 places, three bursts of three each.
#include "dynamatic/Integration.h"

#define PIXELS 900
#define COLUMNS 30
#define WEIGHTS 10

int stencil_2d(const int picture[PIXELS], const int weights[WEIGHTS], int filtered[PIXELS]) {
  int sum = 0;
  for (unsigned at = 0; at < COLUMNS - 2; at++) {
    sum = 0;
    for (unsigned row = 0; row < 3; row++)
      for (unsigned column = 0; column < 3; column++)
        sum += weights[row * 3 + column] * picture[row * COLUMNS + at + column];
    filtered[at] = sum;
  }
  return sum;
}

int main(void) {
  static int picture[PIXELS], filtered[PIXELS];
  int weights[WEIGHTS];
  for (int i = 0; i < PIXELS; i++)
    picture[i] = i * 17 % 100;
  for (int i = 0; i < WEIGHTS; i++)
    weights[i] = i * 23 % 100;
  CALL_KERNEL(stencil_2d, picture, weights, filtered);
  return 0;
}
