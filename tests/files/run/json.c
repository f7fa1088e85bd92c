// The same as one object, in which every kernel is one; the only one's fields are in the object itself, too.
// RUN: flowright run %s --json | check
// CHECK: {"verdict":"pass","cycles":{{[0-9]+}},"calls":3,"kernels":[{"kernel":"twice","flow":"elastic","lowering":"streams","memory":"ordered","accesses":[{{[^\]]*}}],"banks":{{\[\]}},"memories":{{\[\]}},"buffers":"flowright","clock_ns":5,"target":"kintex7",
// CHECK-SAME: "verdict":"pass","cycles":{{[0-9]+}},"calls":2,"loops":[{"line":17,"column":3,"ii":{{[0-9.]+}},"ii_least":{{[0-9]+}},"ii_most":{{[0-9]+}},"ii_promised":{{[0-9.]+}},"bound_by":"{{[^"]+}}","differs_by":{{(null|"[^"]*")}},"iterations":4,"entries":2}],
// CHECK-SAME: "buffer_count":{{[0-9]+}},"buffer_slots":{{[0-9]+}},"units":{{[0-9]+}},"channels":{{[0-9]+}},
// CHECK-SAME: "compile_ms":{{[0-9.]+}},"place_ms":{{[0-9.]+}},"sim_ms":{{[0-9.]+}}},{"kernel":"first"
// CHECK-SAME: "output":"12 -16 12\n","status":0}
// RUN: flowright run %s --top first --json | check --check-prefix=ONE
// ONE: {"kernel":"first",
// ONE-SAME: "verdict":"pass","cycles":{{[0-9]+}},"calls":1,"loops":[],
// ONE-SAME: "kernels":[{"kernel":"first",
// ONE-SAME: "verdict":"pass","cycles":{{[0-9]+}},"calls":1,"loops":[],
#include "dynamatic/Integration.h"
#include <stdio.h>

void twice(short x[2]) {
  for (int i = 0; i < 2; i++)
    x[i] *= 2;
}

int first(short x[2]) {
  return x[0];
}

int main(void) {
  short x[2] = {3, -4};
  CALL_KERNEL(twice, x);
  CALL_KERNEL(twice, x);
  printf("%d %d ", x[0], x[1]);
  printf("%d\n", CALL_KERNEL(first, x));
  return 0;
}
