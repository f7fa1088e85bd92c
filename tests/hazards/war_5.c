// Reads what a round writes over 5 rounds later, and what is written does not come of it.
#include "dynamatic/Integration.h"

int war_5(int a[48], const int x[32]) {
  int sum = 0;
  for (int i = 0; i < 32; i++) {
    sum = 5 - sum + a[i + 5];
    a[i] = x[i];
  }
  return sum;
}

int main(void) {
  int a[48], x[32];
  for (int i = 0; i < 48; i++)
    a[i] = i * 5 % 13;
  for (int i = 0; i < 32; i++)
    x[i] = i * i % 17;
  CALL_KERNEL(war_5, a, x);
  return 0;
}
