// The comma operator in loop headers, conditions, subscripts and macros; empty statements and declarations in the middle.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define N 20
#define SWAP(a, b) (temp = (a), (a) = (b), (b) = temp)

int reverse_and_sum(int a[N], int log[N]) {
  int temp, sum = 0, steps = 0;
  for (int i = 0, j = N - 1; i < j; i++, j--)
    SWAP(a[i], a[j]);
  int i = 0;
  while (temp = a[i], sum += temp, i++, sum < 900 && i < N)
    log[steps++] = (temp *= 2, temp + 1);
  if (i++, sum & 1)
    sum = -sum;
  else;
  for (; steps < N; log[(steps++, steps - 1)] = 0)
    ;
  int last = (sum ? (temp++, temp) : (temp--, temp), i);
  do
    last--, sum += last;
  while (last > 0 && (sum++, sum % 5));
  return (void)temp, sum;
}

int main(void) {
  int a[N], log[N];
  for (int i = 0, x = 3; i < N; i++, x = x * 7 % 101)
    a[i] = x;
  int sum = CALL_KERNEL(reverse_and_sum, a, log);
  printf("%d\n", sum);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", a[i], log[i]);
  return 0;
}
