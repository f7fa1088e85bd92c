// 100 iterations towards a root, each with a branch that two multiplications decide and that the next iteration needs.
#include "dynamatic/Integration.h"

int newton_raphson(int root, int low, int high, int slope) {
  for (int i = 0; i < 100; i++) {
    int value = 2 * root - 100;
    if (value < 0)
      low = root;
    else
      high = root;
    if (((root - low) * slope - value) * ((root - high) * slope - value) <= 0)
      root = low + ((high - low) >> 2);
    else
      root -= value >> 2;
  }
  return root;
}

int main(void) {
  int root = 20, low = -1000, high = 1000, slope = 2;
  CALL_KERNEL(newton_raphson, root, low, high, slope);
  return 0;
}
