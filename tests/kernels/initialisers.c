// Initialisers: designated, nested, with braces left out, strings, partial ones filled with zeros, static and local, compound
// literals.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <string.h>

struct point {
  int x, y;
};

struct shape {
  char name[8];
  struct point corner[3];
  double area;
  unsigned char flags[2][2];
};

static const struct shape shapes[] = {
    {"tri", {{0, 0}, {4, 0}, {0, 3}}, 6.0, {{1, 2}, {3}}},
    [2] = {.name = "corner", .corner[1] = {.y = 9}, .corner[2].x = -1, .area = 1e3, .flags = {[1][1] = 255}},
    {{'a', 'b', 0}, 1, 2, 3, 4, 5, 6, 0.5f, 7, 8, 9, 10},
};

static int sparse[30] = {[3] = 1, 2, 3, [20] = 'x', [10 ... 12] = -5, [29] = 1 << 20};
const int matrix[][4] = {{1}, {2, 3}, [3] = {[2] = 4}};
static unsigned long wide[] = {0xFFFFFFFFFF, -1, sizeof(struct shape), 7 / 2, (unsigned char)300, 3.99};

long gather(const int index[8], long out[8]) {
  int squares[8] = {0, 1, 4, [5] = 25, [4] = 16}, twos[2][3] = {{1, index[0]}, {[1] = index[1] * 2}};
  const struct point origin = {.y = index[2]}, copy = origin, *at = &copy;
  long sum = 0;
  for (int i = 0; i < 8; i++) {
    out[i] = squares[i] + sparse[index[i]] * 2 + matrix[i % 4][i / 2];
    out[i] += twos[i % 2][i % 3] * 1000;
    out[i] += shapes[i % 4].corner[i % 3].x * 100000 + shapes[i % 4].flags[i & 1][i >> 1 & 1];
    sum += out[i] ^ (long)(wide[i % 6] >> 3);
  }
  return sum + at->x + at->y + (struct point){3, index[3]}.y + ((int[]){10, 20, 30})[index[4] % 3];
}

int main(void) {
  int index[8] = {3, 4, 5, 10, 11, 20, 29};
  long out[8];
  printf("%ld\n", CALL_KERNEL(gather, index, out));
  for (int i = 0; i < 8; i++)
    printf("%ld%c", out[i], i == 7 ? '\n' : ' ');
  for (int i = 0; i < 4; i++)
    printf("<%s> %d %.2f\n", shapes[i].name, shapes[i].corner[2].x, shapes[i].area);
  char text[12] = "short", exact[3] = "abc", both[] = "one" " and " "two\n";
  printf("%s %d %c%c%c %lu %s", text, text[11], exact[0], exact[1], exact[2], sizeof both, both);
  for (int i = 0; i < 6; i++)
    printf("%lu ", wide[i]);
  printf("\n");
  return 0;
}
