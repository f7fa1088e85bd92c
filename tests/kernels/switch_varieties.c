// Switches of every kind: negative and 64-bit labels, ranges, no default, declarations inside, switch on characters and on
// expressions, one in a loop that goes on.
#include "dynamatic/Integration.h"
#include <stdio.h>

long switches(const long x[16], int out[16]) {
  long sum = 0;
  for (int i = 0; i < 16; i++) {
    out[i] = 0;
    switch (x[i]) {
    case -1:
      out[i] = 1;
      break;
    case 0x100000000:
      out[i] = 2;
    case 5 ... 8: {
      int inner = (int)(x[i] % 100);
      out[i] += inner;
      break;
    }
    case -9000000000:
      out[i] = -9;
    }
    switch ((unsigned char)x[i]) {
    default:
      sum += 1;
    case 255:
      sum += 10;
      break;
    case 'A':
      sum += 100;
      continue;
    case '\n':
      sum += 1000;
    }
    switch (x[i] > 5 && x[i] < 100)
    case 1:
      out[i] += 500;
    switch (i % 4) {
    case 0:
      for (int k = 0; k < 10; k++) {
        if (k > i)
          break;
        sum += k;
      }
      break;
    case 1:
      if (x[i] == 3)
        break;
      sum *= 2;
    case 3:;
    }
    switch (i) {
    }
    sum += out[i];
  }
  return sum;
}

int main(void) {
  const long x[16] = {-1, 4294967296, 5, 6, 8, 9, -9000000000, 'A', 10, 255, 3, 0, 65 + 256, 7, -1, 77};
  int out[16];
  long sum = CALL_KERNEL(switches, x, out);
  printf("%ld:", sum);
  for (int i = 0; i < 16; i++)
    printf(" %d", out[i]);
  printf("\n");
  return 0;
}
