// Follows links and changes them on the way.
#include "dynamatic/Integration.h"

int chase(int next[32]) {
  int at = 0;
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    int to = next[at];
    next[at] = (to + i) & 31;
    sum += to;
    at = to;
  }
  return sum;
}

int main(void) {
  int next[32];
  for (int i = 0; i < 32; i++)
    next[i] = (i * 13 + 5) & 31;
  CALL_KERNEL(chase, next);
  return 0;
}
