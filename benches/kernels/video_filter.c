// Three colours of a picture of 30 × 30 moved and scaled, in place: 30 bursts of 30.
#include "dynamatic/Integration.h"

#define SIZE 30

void video_filter(int black, int gain, int red[SIZE][SIZE], int green[SIZE][SIZE], int blue[SIZE][SIZE]) {
  for (unsigned y = 0; y < SIZE; y++)
    for (unsigned x = 0; x < SIZE; x++) {
      red[y][x] = ((red[y][x] - black) * gain) >> 4;
      blue[y][x] = ((blue[y][x] - black) * gain) >> 4;
      green[y][x] = ((green[y][x] - black) * gain) >> 4;
    }
}

int main(void) {
  int red[SIZE][SIZE], green[SIZE][SIZE], blue[SIZE][SIZE];
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      red[y][x] = (y * 31 + x) * 7 % 1000;
      green[y][x] = (y * 37 + x) * 11 % 1000;
      blue[y][x] = (y * 41 + x) * 13 % 1000;
    }
  int black = 71, gain = 9;
  CALL_KERNEL(video_filter, black, gain, red, green, blue);
  return 0;
}
