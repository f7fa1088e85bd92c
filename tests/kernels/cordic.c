// Sine and cosine by rotation (CORDIC) in Q16.16: shifts of signed numbers and a decision in each step.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define STEPS 16
typedef int32_t q16;

const q16 angle[STEPS] = {51472, 30386, 16055, 8150, 4091, 2047, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2};

void cordic(const q16 theta[32], q16 sine[32], q16 cosine[32]) {
  for (int i = 0; i < 32; i++) {
    q16 x = 39797, y = 0, z = theta[i];
#pragma HLS pipeline II = 1
    for (int k = 0; k < STEPS; k++) {
      q16 dx = x >> k, dy = y >> k;
      if (z >= 0) {
        x -= dy;
        y += dx;
        z -= angle[k];
      } else {
        x += dy;
        y -= dx;
        z += angle[k];
      }
    }
    sine[i] = y;
    cosine[i] = x;
  }
}

int main(void) {
  q16 theta[32], sine[32], cosine[32];
  for (int i = 0; i < 32; i++)
    theta[i] = (i - 16) * 6433;
  CALL_KERNEL(cordic, theta, sine, cosine);
  for (int i = 0; i < 32; i++)
    printf("%8d: %7d %7d\n", theta[i], sine[i], cosine[i]);
  return 0;
}
