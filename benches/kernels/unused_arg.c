// One load; two arguments that nothing needs.
#include "dynamatic/Integration.h"

int unused_arg(const int idle[1], const int read[1], int spare) { return read[0]; }

int main(void) {
  int idle[1] = {1}, read[1] = {2}, spare = 3;
  CALL_KERNEL(unused_arg, idle, read, spare);
  return 0;
}
