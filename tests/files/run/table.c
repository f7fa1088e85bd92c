// What the program prints comes first, then a table for the kernel, even if the last line is open.
// RUN: flowright run %s | check
// CHECK: 3 done
// CHECK-NEXT: kernel   scale
// CHECK-NEXT: verdict  pass: the circuit gives what the program gives
// CHECK-NEXT: calls    2
// CHECK-NEXT: cycles   {{[0-9]+}} ({{[0-9]+}} + {{[0-9]+}})
// CHECK-NEXT: loop     line 24: 6 iterations, one every cycle
// CHECK-NEXT: {{^ +}}1 promised, bound by nothing: more than one a cycle there cannot be
// CHECK-NEXT: circuit  elastic, {{[0-9]+}} units, {{[0-9]+}} channels
// CHECK-NEXT: buffers  {{[0-9]+}} buffers with {{[0-9]+}} slots, placed flowright
// CHECK-NEXT: clock    5 ns asked for, met: {{[0-9.]+}} ns by the table of kintex7: `{{[a-z_]+}}` at line {{[0-9]+}} {{[0-9.]+}}
// CHECK-NEXT: time     compiled in {{[0-9.]+}} ms, simulated in {{[0-9.]+}} ms
// RUN: flowright run %s --sim all --lowering blocks | check --check-prefix=ALL
// ALL: verdict  pass: the circuit gives what the program gives (stream, elastic, circuit)
// RUN: flowright run %s --sim stream | check --check-prefix=STREAM
// STREAM: calls    2
// STREAM-NEXT: circuit
#include "dynamatic/Integration.h"
#include <stdio.h>

int scale(int x[3], int by) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += x[i] *= by;
  return sum;
}

int main(void) {
  int x[3] = {1, 2, 3};
  printf("%d done", x[2]);
  CALL_KERNEL(scale, x, 2);
  CALL_KERNEL(scale, x, -1);
  return 0;
}
