// Filters: a moving average with a ring of samples and a running sum, whose state the test bench owns as a structure passed by pointer.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define WINDOW 8
#define N 64

struct ring {
  int data[WINDOW];
  int sum;
  unsigned head, filled;
};

static int push(struct ring *r, int v) {
  r->sum += v - r->data[r->head];
  r->data[r->head] = v;
  r->head = (r->head + 1) % WINDOW;
  if (r->filled < WINDOW)
    r->filled++;
  return r->sum / (int)r->filled;
}

int moving_average(const int in[N], int out[N]) {
  struct ring r = {.head = 3};
  int largest = 0;
  for (int i = 0; i < N; i++) {
    out[i] = push(&r, in[i]);
    int distance = in[i] - out[i];
    if (distance < 0)
      distance = -distance;
    if (distance > largest)
      largest = distance;
  }
  return largest;
}

int main(void) {
  int in[N], out[N] = {0};
  for (int i = 0; i < N; i++)
    in[i] = (i * i * 31 + 17 * i) % 211 - 100;
  int largest = CALL_KERNEL(moving_average, in, out);
  printf("largest distance: %d\n", largest);
  for (int i = 0; i < N; i++)
    printf("%+5d -> %+5d\n", in[i], out[i]);
  struct ring r = {{0}};
  struct ring *p = &r;
  for (int i = 1; i <= 20; i++)
    printf("%d ", push(p, i * 10));
  printf("(%u, %u, %d)\n", p->head, p->filled, (*p).sum);
  return 0;
}
