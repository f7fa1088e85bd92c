// Places that data give, all of them with one residue modulo 4, beside places of other residues.
#include "dynamatic/Integration.h"

void banks_by_data(int x[64], const int to[16]) {
  for (int i = 0; i < 16; i++)
    x[4 * to[i] + 1] += x[4 * i] - x[4 * i + 3];
}

int main(void) {
  int x[64], to[16];
  for (int i = 0; i < 64; i++)
    x[i] = i * 11 % 17;
  for (int i = 0; i < 16; i++)
    to[i] = i * i % 7;
  CALL_KERNEL(banks_by_data, x, to);
  return 0;
}
