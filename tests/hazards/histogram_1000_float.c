// A histogram of 1000 random weights that are floats, in the size of a published one: the data of that run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 1000

void histogram_1000_float(const int feature[COUNT], const float weight[COUNT], float sum[COUNT], int count) {
  for (int i = 0; i < count; i++)
    sum[feature[i]] += weight[i];
}

int main(void) {
  int feature[COUNT], count = COUNT;
  float weight[COUNT], sum[COUNT];
  for (int i = 0; i < COUNT; i++) {
    feature[i] = rand() % COUNT;
    weight[i] = rand() % 100;
    sum[i] = rand() % 100;
  }
  CALL_KERNEL(histogram_1000_float, feature, weight, sum, count);
  return 0;
}
