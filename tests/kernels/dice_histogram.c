// A plain call of the kernel: the only function that is given arrays. Unsigned counters that wrap, a histogram, and a status that
// is not zero.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define THROWS 600

unsigned throw_dice(const uint16_t noise[THROWS], uint8_t counter[11], uint32_t histogram[11]) {
  unsigned doubles = 0u - 5;
  for (int i = 0; i < THROWS; i++) {
    unsigned first = noise[i] % 6u, second = noise[i] / 6u % 6u;
    counter[first + second] += 3;
    ++histogram[first + second];
    doubles += first == second;
  }
  return doubles;
}

int main(void) {
  uint16_t noise[THROWS];
  uint8_t counter[11] = {0};
  uint32_t histogram[11] = {0};
  srand(2024);
  for (int i = 0; i < THROWS; i++)
    noise[i] = (uint16_t)(rand() >> 7);
  unsigned doubles = throw_dice(noise, counter, histogram);
  for (int i = 0; i < 11; i++)
    printf("%2d: %3u %3u\n", i + 2, histogram[i], counter[i]);
  printf("%u doubles\n", doubles);
  if (doubles < 50)
    exit(1);
  return (int)(doubles & 0x7F);
}
