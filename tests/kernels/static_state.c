// State that outlives a call: static locals and globals, of kernels and of helpers, scalars and arrays, each with its own copy.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define TAPS 4

int total;
static int history[TAPS];
static unsigned char flags = 0x81;

static int next_id(void) {
  static int id = 100;
  return id++;
}

static int other_id(void) {
  static int id;
  id -= 2;
  return id;
}

int push(int x) {
  static int at, filled = 0;
  static const int weight[TAPS] = {8, 4, 2, 1};
  history[at] = x;
  at = (at + 1) % TAPS;
  if (filled < TAPS)
    filled++;
  int sum = 0;
  for (int k = 0; k < filled; k++)
    sum += weight[k] * history[(at - 1 - k + 2 * TAPS) % TAPS];
  total += sum;
  flags = flags << 1 | flags >> 7;
  return sum + next_id() * 10000;
}

int watch(void) {
  static int seen[3] = {1, 1};
  static struct {
    int low, high;
  } range = {1000000, -1000000};
  int newest = seen[0] + seen[1] + other_id() + next_id();
  seen[2] = seen[0];
  seen[0] = seen[1];
  seen[1] = newest;
  if (total < range.low)
    range.low = total;
  if (total > range.high)
    range.high = total;
  return range.high - range.low + newest + seen[2] + flags;
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    printf("%d ", CALL_KERNEL(push, i * i - 20));
    if (i % 3 == 2)
      printf("| %d | ", CALL_KERNEL(watch));
  }
  total = 0;
  printf("%d %d %d %d %u\n", CALL_KERNEL(watch), history[0], history[3], total, flags);
  return 0;
}
