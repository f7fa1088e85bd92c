// Three steps of a stencil over 100 elements, each followed by copying back: six bursts of 98. Each burst reads what the one before it wrote; Dynamatic has two
// load-store queues for that.
#include "dynamatic/Integration.h"

#define COUNT 100
#define STEPS 3

void jacobi_1d_imper(int now[COUNT], int next[COUNT]) {
  for (int step = 0; step < STEPS; step++) {
    for (int i = 1; i < COUNT - 1; i++)
      next[i] = 3 * (now[i - 1] + now[i] + now[i + 1]);
    for (int i = 1; i < COUNT - 1; i++)
      now[i] = next[i];
  }
}

int main(void) {
  int now[COUNT], next[COUNT];
  for (int i = 0; i < COUNT; i++) {
    now[i] = i * 13 % 100;
    next[i] = i * 29 % 100;
  }
  CALL_KERNEL(jacobi_1d_imper, now, next);
  return 0;
}
