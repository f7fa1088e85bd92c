// Flood fill of a map with a ring buffer in a static structure: helpers with effects in conditions, tables of directions.
#include "dynamatic/Integration.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOM 16
#define SIDE 8

static struct {
  int item[ROOM];
  unsigned head, count;
} queue;

static bool put(int x) {
  if (queue.count == ROOM)
    return false;
  queue.item[(queue.head + queue.count++) % ROOM] = x;
  return true;
}

static bool get(int *x) {
  if (!queue.count)
    return false;
  *x = queue.item[queue.head];
  queue.head = (queue.head + 1) % ROOM;
  queue.count--;
  return true;
}

int flood(unsigned char map[SIDE][SIDE], int x, int y) {
  static const signed char dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
  int filled = 0, at;
  if (map[y][x] || !put(y * SIDE + x))
    return 0;
  map[y][x] = 2;
  while (get(&at)) {
    filled++;
    x = at % SIDE, y = at / SIDE;
    for (unsigned d = 0; d < sizeof dx / sizeof dx[0]; d++) {
      int nx = x + dx[d], ny = y + dy[d];
      if (nx < 0 || nx >= SIDE || ny < 0 || ny >= SIDE || map[ny][nx])
        continue;
      map[ny][nx] = 2;
      if (!put(ny * SIDE + nx))
        return -filled;
    }
  }
  return filled;
}

int main(void) {
  unsigned char map[SIDE][SIDE];
  for (int i = 0; i < SIDE * SIDE; i++)
    map[i / SIDE][i % SIDE] = rand() % 10 < 4;
  for (int i = 0; i < SIDE; i += 3) {
    printf("%d filled\n", CALL_KERNEL(flood, map, i, i));
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++)
        putchar(" #."[map[y][x]]);
      putchar('\n');
    }
  }
  return 0;
}
