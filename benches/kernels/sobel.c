// Two filters of 3 × 3 over a picture of 15 × 15 places, two columns of which are left out, with both sums clipped: four loops around each other, the
// inner two under a condition. A place is read at its column alone, as in the published kernel.
#include "dynamatic/Integration.h"

#define PIXELS 256
#define EDGE 15

int sobel(const int picture[PIXELS], const int across[9], const int down[9], int edges[PIXELS]) {
  int total = 0;
  for (unsigned y = 0; y < EDGE; y++) {
    for (unsigned x = 0; x < EDGE; x++) {
      if (x != 0 && x != 5) {
        int sum_across = 0, sum_down = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            sum_across += picture[x] * across[3 * dy + dx + 4];
            sum_down += picture[x] * down[3 * dy + dx + 4];
          }
        }
        if (sum_across > 255)
          sum_across = 255;
        if (sum_across < 0)
          sum_across = 0;
        if (sum_down > 255)
          sum_down = 255;
        if (sum_down < 0)
          sum_down = 0;
        total += sum_across + sum_down;
      }
      edges[x + y] = 255 - (unsigned char)total;
    }
  }
  return total;
}

int main(void) {
  int picture[PIXELS], across[9], down[9], edges[PIXELS];
  for (int i = 0; i < PIXELS; i++) {
    picture[i] = i;
    edges[i] = 0;
  }
  for (int i = 0; i < 9; i++) {
    across[i] = i;
    down[i] = 8 - i;
  }
  CALL_KERNEL(sobel, picture, across, down, edges);
  return 0;
}
