// Dark ones of 1000 pixels become black: three arrays are read, and written under a condition that holds 84 times; Dynamatic has a load-store queue for each. `rand`
// gives the pixels of the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 1000

void threshold(int least, int red[COUNT], int green[COUNT], int blue[COUNT]) {
  for (unsigned i = 0; i < COUNT; i++)
    if (red[i] + green[i] + blue[i] <= least) {
      red[i] = 0;
      green[i] = 0;
      blue[i] = 0;
    }
}

int main(void) {
  int red[COUNT], green[COUNT], blue[COUNT];
  int least = rand() % 100;
  for (int i = 0; i < COUNT; i++) {
    red[i] = rand() % 100;
    green[i] = rand() % 100;
    blue[i] = rand() % 100;
  }
  CALL_KERNEL(threshold, least, red, green, blue);
  return 0;
}
