// 1000 weights added up by their feature. Which sum comes next the data say; Dynamatic has a load-store queue for that. `rand` gives the features of the published run,
// whose weights are floats.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 1000

void histogram(const int features[COUNT], const int weights[COUNT], int sums[COUNT], int count) {
  for (int i = 0; i < count; i++)
    sums[features[i]] += weights[i];
}

int main(void) {
  int features[COUNT], weights[COUNT], sums[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++) {
    features[i] = rand() % COUNT;
    weights[i] = rand() % 100;
    sums[i] = rand() % 100;
  }
  CALL_KERNEL(histogram, features, weights, sums, count);
  return 0;
}
