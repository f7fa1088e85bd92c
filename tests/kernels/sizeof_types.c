// sizeof of types, expressions and arrays, limits of the types, and values at the limits as they pass through a kernel.
#include "dynamatic/Integration.h"
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mixed {
  char c;
  double d;
  short s;
  int i[3];
  char last;
};

#define LIMITS 12

int limits(long out[LIMITS], const signed char c[4]) {
  int k = 0;
  out[k++] = CHAR_MIN;
  out[k++] = SCHAR_MAX + UCHAR_MAX;
  out[k++] = SHRT_MIN;
  out[k++] = USHRT_MAX;
  out[k++] = INT_MIN;
  out[k++] = UINT_MAX;
  out[k++] = LONG_MIN;
  out[k++] = (long)(ULONG_MAX >> 1);
  out[k++] = INT64_MAX - (long)UINT32_MAX;
  out[k++] = (unsigned)INT_MIN + c[0];
  out[k++] = INT_MAX + 1u;
  out[k++] = sizeof(c[0] + 1) * 1000 + sizeof c[0] * 100 + sizeof(1 ? c[0] : 1l) * 10 + sizeof(char[7]);
  return k;
}

int main(void) {
  long out[LIMITS];
  const signed char c[4] = {-128, 127, 1, 0};
  int array[6][5], n = 3;
  int count = CALL_KERNEL(limits, out, c);
  for (int i = 0; i < count; i++)
    printf("%ld\n", out[i]);
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(size_t));
  printf("%zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(struct mixed), sizeof(int *));
  printf("%zu %zu %zu %zu\n", sizeof array, sizeof array[0], sizeof(array[0][0]), sizeof array / sizeof *array);
  printf("%zu %zu %zu %zu %d\n", sizeof(n++), sizeof 'a', sizeof "string", sizeof(1.0f + 1), n);
  printf("%zu %zu\n", sizeof((struct mixed *)0)->i, sizeof(int[3][4]));
  printf("%d %d %d\n", FLT_DIG, DBL_MANT_DIG, CHAR_BIT);
  printf("%e %e %e\n", FLT_MAX, FLT_EPSILON, DBL_EPSILON);
  return 0;
}
