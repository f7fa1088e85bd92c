// Where no guard can stand, tokens keep two accesses in order, whatever was asked for: a read behind the write of its round, two writes.
// RUN: flowright run %s --memory guard --sim all | check --check-prefix=GUARD
// GUARD: kernel   behind
// GUARD-NEXT: verdict  pass
// GUARD: order    of `a`, write at line 23 and read at line 24, by tokens: a subscript is made of what is computed at line 23 in the loop at line 22
// GUARD: kernel   twice
// GUARD-NEXT: verdict  pass
// GUARD: order    of `a`, write at line 31 and write at line 32, by tokens: a subscript is made of what is computed at line 31 in the loop at line 30
// RUN: flowright run %s --memory lsq --sim all | check --check-prefix=QUEUE
// QUEUE: kernel   behind
// QUEUE-NEXT: verdict  pass
// QUEUE: order    of `a`, write at line 23 and read at line 24, by queue:
// QUEUE: kernel   twice
// QUEUE-NEXT: verdict  pass
// QUEUE: order    of `a`, write at line 31 and write at line 32, by queue:
// RUN: flowright run %s --json | check --check-prefix=JSON
// JSON: "relation":"unknown"
#include "dynamatic/Integration.h"

int behind(const int to[16], const int from[16], int a[16]) {
  int sum = 0;
  for (int i = 0; i < 16; i++) {
    a[to[i]] = i;
    sum = 9 - sum + a[from[i]];
  }
  return sum;
}

void twice(const int first[16], const int second[16], int a[16]) {
  for (int i = 0; i < 16; i++) {
    a[first[i]] = i;
    a[second[i]] = 9 - i;
  }
}

int main(void) {
  int x[16], y[16], a[16];
  for (int i = 0; i < 16; i++) {
    x[i] = i * i % 16;
    y[i] = i * 3 % 16;
    a[i] = -i;
  }
  CALL_KERNEL(behind, x, y, a);
  CALL_KERNEL(twice, x, y, a);
  return 0;
}
