// How many accesses a queue holds can be said, where there are queues, from what a region needs to what a queue can hold.
// RUN: flowright run %s --memory lsq --sim all | check --check-prefix=ENOUGH
// ENOUGH: verdict  pass
// RUN: flowright run %s --memory lsq --queue-depth 2,1 --sim all | check --check-prefix=LEAST
// LEAST: verdict  pass
// RUN: flowright run %s --memory lsq --queue-depth 12 -o %t/twelve | check --check-prefix=TWELVE
// TWELVE: verdict  pass
// RUN: flowright opt %t/twelve/10-stream.mlir | check --check-prefix=PLACES
// PLACES: loadDepth = 12 : ui32, storeDepth = 12 : ui32
// RUN: not flowright run %s --memory lsq --queue-depth 1 2>&1 | check --check-prefix=SMALL
// SMALL: error[FR0301]: a queue of depth 1,1 is too small for `a`, of which a region has up to 2 loads and 1 store
// SMALL: the depth of all queues has to be at least 2,1, and at most 64
// RUN: not flowright run %s --queue-depth 65 2>&1 | check --check-prefix=LARGE
// LARGE: error: invalid value '65' for '--queue-depth <LOADS,STORES>': must be `auto`, a number from 1 to 64, or two of them, `LOADS,STORES`
// RUN: not flowright run %s --memory guard --queue-depth 4 2>&1 | check --check-prefix=GUARD
// GUARD: error[FR0301]: `--queue-depth` has no place in `--memory guard`, where there are no queues
// RUN: not flowright run %s --lowering blocks --queue-depth 4 2>&1 | check --check-prefix=BLOCKS
// BLOCKS: error[FR0301]: `--queue-depth` has no place in `--lowering blocks`, where there are no queues
#include "dynamatic/Integration.h"

void move(const int from[16], const int to[16], int a[32]) {
  for (int i = 0; i < 16; i++)
    a[to[i]] = a[from[i]] - a[i];
}

int main(void) {
  int from[16], to[16], a[32];
  for (int i = 0; i < 16; i++) {
    from[i] = i * 5 % 32;
    to[i] = i * 7 % 32;
  }
  for (int i = 0; i < 32; i++)
    a[i] = i;
  CALL_KERNEL(move, from, to, a);
  return 0;
}
