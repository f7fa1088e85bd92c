// In every second round the loop inside has no rounds: its sum goes around by a way on which a slow clock asks for one register, and a token needs a second place to move on.
// RUN: flowright run %s --clock 20 | check
// CHECK: verdict pass
// CHECK: clock 20 ns asked for, met

#include "dynamatic/Integration.h"

unsigned weighted(const unsigned values[8], const unsigned weights[8]) {
  unsigned sum = 1;
  for (int i = 0; i < 6; i++)
    for (unsigned k = 0; k < weights[i]; k++)
      for (int j = 0; j < 5; j++)
        sum = sum * 3 + values[j];
  return sum;
}

int main(void) {
  unsigned values[8], weights[8];
  for (int i = 0; i < 8; i++) {
    values[i] = i * 5;
    weights[i] = i & 1;
  }
  CALL_KERNEL(weighted, values, weights);
  return 0;
}
