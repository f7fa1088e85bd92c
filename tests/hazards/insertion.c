// Sorts in place by insertion.
#include "dynamatic/Integration.h"

void insertion(int a[20]) {
  for (int next = 1; next < 20; next++) {
    int moved = a[next];
    int hole = next;
    while (hole > 0 && a[hole - 1] > moved) {
      a[hole] = a[hole - 1];
      hole--;
    }
    a[hole] = moved;
  }
}

int main(void) {
  int a[20];
  unsigned seed = 7;
  for (int i = 0; i < 20; i++) {
    seed = seed * 1103515245u + 12345u;
    a[i] = (int)(seed >> 16) % 50;
  }
  CALL_KERNEL(insertion, a);
  return 0;
}
