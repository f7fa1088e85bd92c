// Dynamic programming: in how many ways and with how few coins a sum is paid; 64-bit counts and a marker for what cannot be paid.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define SUM 250
#define COINS 6
#define NEVER 0xFFFF

void coin_change(const int coins[COINS], uint64_t ways[SUM + 1], uint16_t fewest[SUM + 1]) {
  ways[0] = 1;
  fewest[0] = 0;
  for (int s = 1; s <= SUM; ++s)
    ways[s] = 0, fewest[s] = NEVER;
  for (int c = 0; c < COINS; ++c)
    for (int s = coins[c]; s <= SUM; ++s) {
      ways[s] += ways[s - coins[c]];
      uint16_t rest = fewest[s - coins[c]];
      if (rest != NEVER && rest + 1 < fewest[s])
        fewest[s] = rest + 1;
    }
}

int main(void) {
  const int coins[COINS] = {4, 7, 10, 25, 60, 100};
  uint64_t ways[SUM + 1] = {0};
  uint16_t fewest[SUM + 1] = {0};
  CALL_KERNEL(coin_change, coins, ways, fewest);
  for (int s = 0; s <= SUM; s += 3) {
    printf("%3d: %6lu ways", s, ways[s]);
    if (fewest[s] == NEVER)
      puts("");
    else
      printf(", %hu coins\n", fewest[s]);
  }
  return 0;
}
