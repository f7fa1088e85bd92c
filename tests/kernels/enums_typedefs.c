// Enumerations with given values, typedefs of all kinds (arrays, structures, enumerations), constants as sizes and labels.
#include "dynamatic/Integration.h"
#include <stdio.h>

enum size { WIDTH = 6, HEIGHT = WIDTH - 2, AREA = WIDTH * HEIGHT };
enum color { RED, GREEN = 5, BLUE, LAST = BLUE, NONE = -3 };
typedef enum color Color;
typedef unsigned char Byte, Mask[HEIGHT];
typedef int Row[WIDTH];
typedef Row Table[HEIGHT];
typedef const Byte ConstByte;

enum { FIRST_BIT = 1 << 0, SECOND_BIT = 1 << 1, BOTH = FIRST_BIT | SECOND_BIT };

static Color mix(Color a, Color b) {
  if (a == b)
    return a;
  switch (a + b) {
  case RED + GREEN:
    return BLUE;
  case GREEN + LAST:
    return RED;
  case NONE + RED:
  case NONE + GREEN:
    return NONE;
  default:
    return (Color)(a ^ b);
  }
}

int paint(Table table, Mask mask, Color color) {
  int painted = 0;
  for (int y = 0; y < HEIGHT; y++) {
    ConstByte bits = mask[y];
    for (int x = 0; x < WIDTH; x++) {
      if (!(bits >> x & FIRST_BIT))
        continue;
      table[y][x] = mix(table[y][x], color);
      painted++;
    }
    mask[y] = (Byte)(bits << SECOND_BIT | (bits & BOTH));
  }
  return painted;
}

int main(void) {
  Table table;
  Mask mask = {0x2D, 0x13, 0x3F, 0xAA};
  const Color colors[] = {[2] = NONE, [0] = GREEN, BLUE, [4] = RED};
  enum { COUNT = sizeof colors / sizeof colors[0] };
  for (int i = 0; i < AREA; i++)
    table[i / WIDTH][i % WIDTH] = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
  for (int i = 0; i < COUNT; i++) {
    printf("%d painted with %d\n", CALL_KERNEL(paint, table, mask, colors[i]), colors[i]);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++)
        printf("%4d", table[y][x]);
      printf(" %02x\n", mask[y]);
    }
  }
  return 0;
}
