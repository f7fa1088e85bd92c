// A loop whose variable overflows is undefined, whichever way it counts; one that ends in time is not.
// RUN: flowright run %s -D WAY=0 -D LIMIT=-2147483647 2>&1 | check --check-prefix=DOWN
// EXIT: 1
// DOWN: verdict  undefined
// DOWN: error[FR0405]: the induction variable overflows before it reaches the bound
// DOWN: for (int i = -2147483640; i > limit; i -= 3)
// RUN: flowright run %s -D WAY=1 -D LIMIT=2147483647 2>&1 | check --check-prefix=UP
// EXIT: 1
// UP: verdict  undefined
// UP: error[FR0403]
// UP: for (int i = 2147483645; i <= limit; i++)
// RUN: flowright run %s -D WAY=2 -D LIMIT=4294967295 2>&1 | check --check-prefix=FAR
// EXIT: 1
// FAR: verdict  undefined
// FAR: error[FR0403]
// FAR: for (int i = 2; i < far; i += 1000000000)
// RUN: flowright run %s -D WAY=0 -D LIMIT=-2147483646 --sim all | check --check-prefix=THREE
// THREE: 2 rounds
// THREE: verdict  pass
// RUN: flowright run %s -D WAY=1 -D LIMIT=2147483646 --sim all | check --check-prefix=TWO
// TWO: 2 rounds
// TWO: verdict  pass
// RUN: flowright run %s -D WAY=2 -D LIMIT=-9000000000 --sim all | check --check-prefix=NONE
// NONE: 0 rounds
// NONE: verdict  pass
// RUN: flowright run %s -D WAY=2 -D LIMIT=2000000000 --sim all | check --check-prefix=SOME
// SOME: 2 rounds
// SOME: verdict  pass
#include <stdio.h>

int rounds(int a[4], int way, int limit, long far) {
  int n = a[0];
  if (way == 0)
    for (int i = -2147483640; i > limit; i -= 3)
      n++;
  else if (way == 1)
    for (int i = 2147483645; i <= limit; i++)
      n++;
  else
    for (int i = 2; i < far; i += 1000000000)
      n++;
  return n;
}

int main(void) {
  int a[4] = {0};
  printf("%d rounds\n", rounds(a, WAY, (int)LIMIT, LIMIT));
  return 0;
}
