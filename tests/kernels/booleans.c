// Truth values: _Bool holds 0 or 1 whatever is assigned, arithmetic on it promotes, and it makes flags in arrays and masks.
#include "dynamatic/Integration.h"
#include <stdbool.h>
#include <stdio.h>

#define N 40

typedef bool Sieve[N];

int booleans(const int a[N], Sieve composite, bool flag[N], unsigned *mask) {
  int count = 0;
  bool any = false, all = true, odd = 0;
  for (int i = 0; i < N; i++)
    composite[i] = i < 2;
  for (int p = 2; p * p < N; p++)
    if (!composite[p])
      for (int m = p * p; m < N; m += p)
        composite[m] = true;
  for (int i = 0; i < N; i++) {
    flag[i] = a[i];
    flag[i] &= a[i] & 2;
    flag[i] |= a[i] == 256;
    bool b = a[i] / 64.0;
    b = b ^ !composite[i];
    any |= b;
    all &= b || flag[i];
    odd ^= flag[i];
    count += b + flag[i] + (_Bool)(a[i] >> 4) + !!a[i];
    count += -b;
    if (b > flag[i])
      *mask |= 1u << i % 32;
    *mask ^= (unsigned)flag[i] << 31;
    odd = odd + 1;
    odd++;
  }
  bool truth = 0.5, nothing = 0.0f, big = 256, character = '\0';
  return count * 256 + (any << 0 | all << 1 | odd << 2 | truth << 3 | nothing << 4 | big << 5 | character << 6) +
         (int)sizeof(bool) * 100000;
}

int main(void) {
  int a[N];
  Sieve composite;
  bool flag[N];
  unsigned mask[1] = {0};
  for (int i = 0; i < N; i++)
    a[i] = i % 4 == 3 ? 0 : i % 5 == 0 ? 256 : i * 13 % 70;
  printf("%d\n", CALL_KERNEL(booleans, a, composite, flag, mask));
  for (int i = 0; i < N; i++)
    printf("%d%d ", composite[i], flag[i]);
  printf("%08x\n", mask[0]);
  return 0;
}
