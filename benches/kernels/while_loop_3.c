// A square root by squaring: one iteration.
#include "dynamatic/Integration.h"

#define COUNT 100

void while_loop_3(int root[COUNT], int bound) {
  int i = 0;
  while (i * i < bound)
    i++;
  root[0] = i;
}

int main(void) {
  int root[COUNT] = {0}, bound = 1;
  CALL_KERNEL(while_loop_3, root, bound);
  return 0;
}
