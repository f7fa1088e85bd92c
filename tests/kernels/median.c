// Filters: the median of five neighbours, by a network of exchanges that are minima and maxima, next to a sort of each window.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 120
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EXCHANGE(a, b)  \
  do {                  \
    short t = MIN(a, b); \
    b = MAX(a, b);      \
    a = t;              \
  } while (0)

void median_network(const short in[N], short out[N]) {
  for (int i = 2; i < N - 2; i++) {
    short a = in[i - 2], b = in[i - 1], c = in[i], d = in[i + 1], e = in[i + 2];
    EXCHANGE(a, b);
    EXCHANGE(d, e);
    EXCHANGE(a, d);
    EXCHANGE(b, e);
    EXCHANGE(b, c);
    EXCHANGE(c, d);
    EXCHANGE(b, c);
    out[i] = c;
  }
}

void median_sorted(const short in[N], short out[N]) {
  for (int i = 2; i < N - 2; i++) {
    short window[5];
    for (int k = 0; k < 5; k++) {
      short v = in[i + k - 2];
      int at = k;
      while (at > 0 && window[at - 1] > v) {
        window[at] = window[at - 1];
        at--;
      }
      window[at] = v;
    }
    out[i] = window[2];
  }
}

int main(void) {
  short in[N], first[N] = {0}, second[N] = {0};
  srand(42);
  for (int i = 0; i < N; i++)
    in[i] = (short)(i * 10 + (rand() % 8 == 0 ? rand() % 4000 - 2000 : 0));
  CALL_KERNEL(median_network, in, first);
  CALL_KERNEL(median_sorted, in, second);
  int different = 0;
  for (int i = 0; i < N; i++) {
    different += first[i] != second[i];
    printf("%d %d\n", in[i], first[i]);
  }
  printf("different: %d\n", different);
  return 0;
}
