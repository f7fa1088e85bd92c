// Elements that a loop can carry instead of keeping them in memory, and some that it cannot: one that another access may be of, and one that is out of bounds where the loop has no round.
#include "dynamatic/Integration.h"
#include <stdint.h>

#define COUNT 24

// Two loops that go on with one sum in memory, the first of which may have no round.
unsigned two_loops(const uint32_t left[COUNT], uint32_t sums[COUNT]) {
  for (unsigned k = 0; k < COUNT; k++) {
    sums[k] = 0;
    for (unsigned i = 1; i < k; i++)
      sums[k] += left[i] * 3;
    for (unsigned i = 0; i <= k; i++)
      sums[k] += left[k - i];
  }
  return sums[COUNT - 1];
}

// Which element is the largest, and how often there was a new one: elements that are written under a condition.
void largest(const int values[COUNT], int found[3]) {
  found[0] = -1000;
  found[2] = 0;
  for (int i = 0; i < COUNT; i++) {
    if (values[i] > found[0]) {
      found[0] = values[i];
      found[1] = i;
      found[2]++;
    }
  }
}

// The sum is one of the elements that are added up.
void own_sum(int values[COUNT], int k) {
  for (int i = 0; i < COUNT; i++)
    values[k] += values[i];
}

// Nothing is touched where there is no round.
void may_be_outside(int values[COUNT], int k, int n) {
  for (int i = 0; i < n; i++)
    values[k] += i;
}

// Rounds read what others have read, or what others have written.
void neighbours(int values[COUNT], int smooth[COUNT]) {
  for (int i = 2; i < COUNT - 2; i++)
    smooth[i] = values[i - 2] + 3 * values[i] + values[i + 2];
  for (int i = 1; i < COUNT - 1; i++)
    values[i] = values[i - 1] + values[i] + values[i + 1];
  for (int i = 0; i < COUNT - 4; i += 2)
    smooth[i] = values[i] - values[i + 1] + values[i + 2] - values[i + 4];
}

// A sum over both loops of a nest, and one that the loop ends by.
int nest(const int values[COUNT], int sums[2]) {
  sums[0] = 0;
  sums[1] = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 6; j++)
      sums[0] += values[6 * i + j];
    sums[1] ^= sums[0];
  }
  int rounds = 0;
  while (sums[1] > 3) {
    sums[1] /= 2;
    rounds++;
  }
  return rounds;
}

int main(void) {
  uint32_t left[COUNT], sums[COUNT];
  int values[COUNT], smooth[COUNT], found[3] = {0, 0, 0}, both[2];
  for (int i = 0; i < COUNT; i++) {
    left[i] = i * 7 % 10;
    values[i] = i * 29 % 17;
    smooth[i] = 0;
    sums[i] = 5;
  }
  CALL_KERNEL(two_loops, left, sums);
  CALL_KERNEL(largest, values, found);
  CALL_KERNEL(own_sum, values, 3);
  CALL_KERNEL(may_be_outside, values, 5, 4);
  CALL_KERNEL(may_be_outside, values, 100, 0);
  CALL_KERNEL(neighbours, values, smooth);
  CALL_KERNEL(nest, values, both);
  return 0;
}
