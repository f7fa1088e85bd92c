// Escape times of the Mandelbrot set in single precision: a loop left by a test on floats, results as characters.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define WIDTH 40
#define HEIGHT 20
#define LIMIT 48

void mandelbrot(unsigned char count[HEIGHT][WIDTH]) {
  for (int row = 0; row < HEIGHT; row++)
    for (int column = 0; column < WIDTH; column++) {
      float cx = -2.0f + 2.75f * column / WIDTH, cy = -1.1f + 2.2f * row / HEIGHT;
      float x = 0, y = 0;
      unsigned char n = 0;
      while (n < LIMIT && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++n;
      }
      count[row][column] = n;
    }
}

int main(void) {
  unsigned char count[HEIGHT][WIDTH];
  const char shade[] = " .:-=+*#%@";
  CALL_KERNEL(mandelbrot, count);
  for (int row = 0; row < HEIGHT; row++) {
    for (int column = 0; column < WIDTH; column++)
      putchar(shade[count[row][column] * 9 / LIMIT]);
    putchar('\n');
  }
  return 0;
}
