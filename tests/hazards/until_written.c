// Goes on until it reads what it has written.
#include "dynamatic/Integration.h"

int until_written(int a[32]) {
  int at = 1;
  int rounds = 0;
  while (a[at] != 0 && rounds < 100) {
    int to = a[at] & 31;
    a[at] = 0;
    at = to;
    rounds++;
  }
  return rounds;
}

int main(void) {
  int a[32];
  for (int i = 0; i < 32; i++)
    a[i] = (i * 7 + 3) % 31 + 32;
  CALL_KERNEL(until_written, a);
  return 0;
}
