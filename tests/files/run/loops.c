// How many iterations every loop had, and how many cycles after one the next started in the same run: whatever kind of loop it is, however it became a
// circuit, and on both levels that have cycles. Loops of one line are told apart.
// RUN: flowright run %s --buffers on-merges | check --check-prefix=BOTH,STREAMS
// RUN: flowright run %s --buffers on-merges --sim circuit | check --check-prefix=BOTH,STREAMS
// RUN: flowright run %s --buffers on-merges --lowering blocks | check --check-prefix=BOTH,BLOCKS
// RUN: flowright run %s --buffers on-merges --lowering blocks --sim circuit | check --check-prefix=BOTH,BLOCKS
// BOTH: loop     line 31: 10 iterations, one every {{[0-9.]+}} cycles
// BOTH: loop     line 38: 4 iterations, one every 36 cycles
// STREAMS: loop     line 40:3: 10 iterations, one every 11 cycles on average, 3 to 19
// BLOCKS: loop     line 40:3: 10 iterations, one every 12 cycles on average, 4 to 20
// BOTH: loop     line 40:31: 45 iterations, one every 2 cycles
// BOTH: loop     line 41: 1 iteration in 1 run
// BOTH: circuit
// RUN: flowright run %s --buffers on-merges --json | check --check-prefix=JSON
// JSON: "loops":[{"line":31,"column":3,"ii":{{[0-9.]+}},"ii_least":{{[0-9]+}},"ii_most":{{[0-9]+}},"ii_promised":{{[^,]*}},"bound_by":{{(null|"[^"]*")}},"differs_by":{{(null|"[^"]*")}},"iterations":10,"entries":1},{"line":38,
// JSON-SAME: {"line":40,"column":3,"ii":11,"ii_least":3,"ii_most":19,"ii_promised":{{[^,]*}},"bound_by":{{(null|"[^"]*")}},"differs_by":{{(null|"[^"]*")}},"iterations":10,"entries":1},
// JSON-SAME: {"line":40,"column":31,"ii":2,"ii_least":2,"ii_most":2,"ii_promised":{{[^,]*}},"bound_by":{{(null|"[^"]*")}},"differs_by":{{(null|"[^"]*")}},"iterations":45,"entries":10},
// JSON-SAME: {"line":41,"column":3,"ii":null,"ii_least":null,"ii_most":null,"ii_promised":{{[^,]*}},"bound_by":{{(null|"[^"]*")}},"differs_by":{{(null|"[^"]*")}},"iterations":1,"entries":1}]
// RUN: flowright run %s --buffers on-merges -D LONG | check --check-prefix=LONG
// LONG: cycles   {{[0-9]{6}}}
// LONG: loop     line 27: {{[0-9]+}} iterations, one every {{[0-9]+}} cycles, in the first {{[0-9]+}} cycles
#include <stdio.h>

int kernel(int a[16], int n) {
  int i = 0, s = 0;
#ifdef LONG
  for (int k = 0; k < 100000; k++)
    s ^= a[k & 15];
  return s;
#endif
  do {
    s += a[i];
    if (s > 100)
      break;
    i = i + 1;
  } while (i < n);
  // A round is a division of 35 cycles.
  while (s > 3)
    s = s / 2;
  for (int j = 0; j < n; j++) for (int l = 0; l < j; l++) s += a[l];
  for (int j = n; j > 9; j -= 3)
    s ^= a[j];
  return s;
}

int main(void) {
  int a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i;
  printf("%d\n", kernel(a, 10));
  return 0;
}
