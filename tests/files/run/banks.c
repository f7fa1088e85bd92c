// Arrays become several memories where accesses of a round share a port, if the circuit is faster then: the report names them, and why.
// RUN: flowright run %s --banks auto --sim all | check --check-prefix=AUTO
// AUTO: kernel   pairs
// AUTO-NEXT: verdict  pass
// AUTO: banks    the first call takes {{[0-9]+}} cycles instead of {{[0-9]+}}
// AUTO-NEXT: array    `x` is 2 banks by subscript 0: 2 reads a round in the loop at line {{[0-9]+}}, at most 1 of one memory then
// AUTO-NEXT: array    `w` is 2 copies: 2 reads a round in the loop at line {{[0-9]+}}, at most 1 of one memory then
// AUTO-NEXT: port     `x_0` of `x`: the elements whose subscript 0 is 0 modulo 2
// AUTO-NEXT: port     `x_1` of `x`: the elements whose subscript 0 is 1 modulo 2
// AUTO-NEXT: port     `w_0` of `w`: copy 0 of 2
// AUTO-NEXT: port     `w_1` of `w`: copy 1 of 2
// AUTO: kernel   scatter
// AUTO-NEXT: verdict  pass
// AUTO-NOT: banks
// AUTO: array    `x` is one memory: 2 reads a round in the loop at line {{[0-9]+}}; it is written, so that it has no copies, and subscript 0 of the write at line {{[0-9]+}} is not known modulo 2
// AUTO-NOT: port
// RUN: flowright run %s --sim all | check --check-prefix=OFF
// OFF-NOT: array
// OFF-NOT: port
// RUN: not flowright run %s --banks auto --lowering blocks 2>&1 | check --check-prefix=BLOCKS
// BLOCKS: error[FR0301]: `--banks auto` has no place in `--lowering blocks`
#include "dynamatic/Integration.h"

// An array that is written and of an odd size, and one that is only read.
void pairs(int x[65], const int w[64]) {
  for (int i = 0; i < 64; i += 2) {
    int even = x[i] * w[63 - i], odd = x[i + 1] * w[i / 2];
    x[i] = even + odd;
    x[i + 1] = even - odd;
  }
}

void scatter(int x[65], const int to[64]) {
  for (int i = 0; i < 64; i += 2)
    x[to[i]] = x[i] + x[i + 1];
}

int main(void) {
  int x[65], w[64];
  for (int i = 0; i < 65; i++)
    x[i] = i * 7 % 13;
  for (int i = 0; i < 64; i++)
    w[i] = i * 5 % 61;
  CALL_KERNEL(pairs, x, w);
  CALL_KERNEL(pairs, x, w);
  CALL_KERNEL(scatter, x, w);
  return 0;
}
