// The test bench: every conversion, flag, width, precision and length of printf that prints numbers, characters and strings.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

int scale(int x, int by) { return x * by; }

int main(void) {
  int i = CALL_KERNEL(scale, -6, 7);
  printf("[%d] [%i] [%5d] [%-5d] [%05d] [%+d] [% d] [%+5d] [%-+6d|]\n", i, i, i, i, i, i, -i, -i, -i);
  printf("[%.5d] [%8.4d] [%-8.4d] [%.0d] [%+.3d]\n", i, i, -i, 0, 7);
  printf("[%u] [%x] [%X] [%o] [%#x] [%#X] [%#o] [%08x] [%-8x] [%#010x] [%.6x]\n", 48879u, 48879u, 48879u, 8u, 255u, 255u, 8u, 48879u, 48879u,
         48879u, 48879u);
  printf("[%hhd] [%hhu] [%hd] [%hu] [%ld] [%lu] [%lld] [%llu] [%lx] [%llX]\n", (signed char)-100, (unsigned char)200, (short)-30000,
         (unsigned short)60000, LONG_MIN, ULONG_MAX, LLONG_MAX, 1ull << 63, 0xdeadbeefcafeul, 0xABCDEFull);
  printf("[%hhd] [%hd]\n", 300, 70000);
  printf("[%zu] [%zd] [%td] [%jd] [%ju]\n", sizeof(int[10]), (ptrdiff_t)-5, (ptrdiff_t)12, (intmax_t)-1, (uintmax_t)1);
  printf("[%c] [%5c] [%-5c] [%c%c]\n", 'x', 'y', 'z', 65, '!');
  printf("[%s] [%10s] [%-10s] [%.3s] [%8.2s] [%s]\n", "text", "right", "left", "cut off", "both", "");
  printf("[%*d] [%-*d] [%.*f] [%*.*f] [%*d]\n", 6, 42, 6, 42, 2, 3.14159, 9, 3, 2.71828, -6, 42);
  printf("[%f] [%F] [%.0f] [%.1f] [%10.3f] [%-10.3f] [%010.3f] [%+f] [% f] [%#.0f]\n", 1.5, -0.25, 2.5, 0.05, 3.14159, 3.14159, -3.14159, 1.0,
         1.0, 3.0);
  printf("[%e] [%E] [%.2e] [%12.4e] [%-12.1E] [%.0e]\n", 12345.678, 0.00012, 9.999, -1e100, 1e-7, 5.5);
  printf("[%g] [%G] [%g] [%g] [%g] [%.3g] [%#g] [%10g] [%-10g] [%.10g]\n", 0.0001, 0.00001, 100000.0, 1000000.0, 123456789.0, 3.14159, 1.0, 2.5,
         2.5, 1.0 / 3);
  printf("[%f] [%e] [%g] [%.1f]\n", 0.0, -0.0, 0.0, -0.04);
  printf("[%f] [%g] [%.17g]\n", 1e15, 1e300, 0.1);
  float single = 0.1f;
  printf("[%f] [%.9g] [%.12f]\n", single, single, single);
  printf("100%% \t\"quoted\" \\ \x41\102 %s\n", "joined " "string");
  printf("%d%%\n", 50);
  int length = printf("twelve chars");
  printf(" %d\n", length);
  printf("%s", "no newline; ");
  puts("puts adds one");
  putchar('c');
  putchar(10);
  printf("%d %d %d %d\n", CHAR_BIT, SCHAR_MIN, INT_MIN, INT_MAX);
  printf("%d %c\n", 'A', (char)('A' + 1));
  return 0;
}
