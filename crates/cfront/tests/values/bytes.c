/* `memset` and `memcpy`: bytes counted in types of several widths and through converted pointers. */
#include <string.h>

static int next(int value) { return value; }

int main(void) {
  int b[70], c[70], m[2][3];
  int n = 65;
  for (int i = 0; i < 70; i++) {
    b[i] = 1;
    c[i] = i;
  }
  memset(b, 0, (unsigned char)(n * 4));
  int sum = b[0] * 2 + b[1];
  unsigned many = n * 4;
  memset(b + 2, -1, many);
  sum = sum * 3 + b[66] + b[67];
  void *v = m;
  memset(v, 1, sizeof m);
  memset((char *)m, 0, sizeof m[0]);
  sum = sum * 3 + m[0][2] + m[1][0];
  memset((char *)m[1], 0, (unsigned)n / 13 * 2 + 2 - 4);
  sum = sum * 3 + m[1][2] + m[1][1];
  char text[4] = "abc";
  memset(text + next(1), next(7), next(2));
  sum += text[0] + text[1] + text[2];
  memcpy(b + next(3), c + next(4), next(5) * sizeof(int));
  for (int i = 0; i < 70; i++) {
    sum = sum * 7 % 1000003 + b[i];
  }
  return sum;
}
