// Every element of an array of 30 × 30 replaced by its distance from a number: 30 bursts of 30 in place.
#include "dynamatic/Integration.h"

#define SIZE 30

void image_resize(int picture[SIZE][SIZE], int from) {
  for (unsigned row = 0; row < SIZE; row++)
    for (unsigned column = 0; column < SIZE; column++)
      picture[row][column] = from - picture[row][column];
}

int main(void) {
  int picture[SIZE][SIZE];
  for (int r = 0; r < SIZE; r++)
    for (int c = 0; c < SIZE; c++)
      picture[r][c] = (r * 31 + c * 17) % 100;
  int from = 1000;
  CALL_KERNEL(image_resize, picture, from);
  return 0;
}
