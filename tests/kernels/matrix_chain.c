// Dynamic programming: the cheapest order of a chain of products, over intervals of growing length; the order is printed with a stack.
#include <limits.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 10

unsigned matrix_chain(const unsigned sizes[N + 1], unsigned cost[N][N], unsigned char split[N][N]) {
  for (int i = 0; i < N; i++)
    cost[i][i] = 0;
  for (int length = 2; length <= N; length++)
    for (int i = 0; i + length <= N; i++) {
      int j = i + length - 1;
      cost[i][j] = UINT_MAX;
      for (int k = i; k < j; k++) {
        unsigned c = cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (c < cost[i][j]) {
          cost[i][j] = c;
          split[i][j] = (unsigned char)k;
        }
      }
    }
  return cost[0][N - 1];
}

int main(void) {
  unsigned sizes[N + 1] = {30, 35, 15, 5, 10, 20, 25, 8, 40, 12, 18};
  unsigned cost[N][N] = {{0}};
  unsigned char split[N][N] = {{0}};
  printf("cost %u\n", CALL_KERNEL(matrix_chain, sizes, cost, split));
  // Intervals to print; a negative beginning stands for a closing bracket.
  struct { int from, to; } stack[4 * N] = {{0, N - 1}};
  int top = 1;
  while (top > 0) {
    top--;
    int from = stack[top].from, to = stack[top].to;
    if (from < 0)
      printf(")");
    else if (from == to)
      printf("%c", 'A' + from);
    else {
      printf("(");
      stack[top++].from = -1;
      stack[top].from = split[from][to] + 1;
      stack[top++].to = to;
      stack[top].from = from;
      stack[top++].to = split[from][to];
    }
  }
  printf("\n");
  return 0;
}
