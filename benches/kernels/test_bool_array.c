// Two truth values from memory, and whether one of them is true.
#include "dynamatic/Integration.h"

_Bool test_bool_array(const _Bool both[2]) { return both[0] || both[1]; }

int main(void) {
  _Bool both[2] = {1, 0};
  CALL_KERNEL(test_bool_array, both);
  return 0;
}
