// Lengths of Collatz sequences, the longest one and its peak: a while loop in a for loop, results through pointers to variables.
#include "dynamatic/Integration.h"
#include <stdio.h>

int collatz(int limit, unsigned short length[100], int *longest, unsigned long *peak) {
  int total = 0;
  *longest = 1;
  *peak = 1;
  for (int start = 1; start < limit; start++) {
    unsigned long n = start, top = n;
    unsigned short steps = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n / 2;
      top = n > top ? n : top;
      steps++;
    }
    length[start] = steps;
    if (steps > length[*longest]) {
      *longest = start;
      *peak = top;
    }
    total += steps;
  }
  return total;
}

int main(void) {
  unsigned short length[100] = {0};
  int longest[1];
  unsigned long peak[1];
  int total = CALL_KERNEL(collatz, 100, length, longest, peak);
  printf("total %d, longest from %d with %hu steps up to %lu\n", total, *longest, length[*longest], *peak);
  for (int i = 1; i < 100; i++)
    printf("%d%c", length[i], i % 11 ? ' ' : '\n');
  return 0;
}
