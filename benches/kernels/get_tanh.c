// 1000 words, each replaced by a polynomial of it where it is below a bound and by the bound elsewhere. Which word comes next the data say; Dynamatic has a load-store queue
// for that. The published kernel computes with floats; as in its run every word is met once, and every hundredth is below the bound.
#include "dynamatic/Integration.h"

#define COUNT 1000
#define BOUND 1

void get_tanh(int words[COUNT], const int order[COUNT]) {
  for (int i = 0; i < COUNT; i++) {
    int place = order[i], x = words[place], y = BOUND;
    if (x < BOUND) {
      int square = x * x;
      y = ((square + 19) * square + 3) * x;
    }
    words[place] = y;
  }
}

int main(void) {
  int words[COUNT], order[COUNT];
  for (int i = 0; i < COUNT; i++) {
    words[i] = i % 100 == 0 ? 0 : i;
    order[i] = i;
  }
  CALL_KERNEL(get_tanh, words, order);
  return 0;
}
