// Finds roots of a forest, and shortens the ways to them.
#include "dynamatic/Integration.h"

int halving(int parent[32]) {
  int steps = 0;
  for (int i = 0; i < 32; i++) {
    int at = i;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
      steps++;
    }
  }
  return steps;
}

int main(void) {
  int parent[32];
  for (int i = 0; i < 32; i++)
    parent[i] = i < 3 ? i : i - (i % 3) - 1;
  CALL_KERNEL(halving, parent);
  return 0;
}
