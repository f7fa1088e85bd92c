// Between two calls the caller writes what the first call wrote last and the second reads first.
#include "dynamatic/Integration.h"

void called_again(const int x[12], int h[4]) {
  for (int i = 0; i < 12; i++)
    h[x[i]] += x[i] + 1;
}

int main(void) {
  int x[12], h[4];
  for (int i = 0; i < 12; i++)
    x[i] = i * 7 % 5 % 4;
  for (int k = 0; k < 4; k++)
    h[k] = k;
  CALL_KERNEL(called_again, x, h);
  for (int k = 0; k < 4; k++)
    h[k] = 100 * k;
  CALL_KERNEL(called_again, x, h);
  return 0;
}
