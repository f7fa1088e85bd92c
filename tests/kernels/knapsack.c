// Dynamic programming: which items fit best, with a row that is filled from the right, and bits that tell which items were taken.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define ITEMS 16
#define CAPACITY 60

struct item {
  uint8_t weight;
  uint16_t value;
};

unsigned knapsack(const struct item items[ITEMS], uint16_t *chosen) {
  uint16_t best[CAPACITY + 1] = {0};
  uint16_t taken[CAPACITY + 1] = {0};
  for (int i = 0; i < ITEMS; i++)
    for (int room = CAPACITY; room >= items[i].weight; room--) {
      uint16_t with = best[room - items[i].weight] + items[i].value;
      if (with > best[room]) {
        best[room] = with;
        taken[room] = taken[room - items[i].weight] | 1 << i;
      }
    }
  *chosen = taken[CAPACITY];
  return best[CAPACITY];
}

int main(void) {
  struct item items[ITEMS];
  for (int i = 0; i < ITEMS; i++)
    items[i] = (struct item){.weight = 3 + i * 7 % 13, .value = 10 + (i * i * 5) % 47};
  uint16_t chosen = 0;
  unsigned value = CALL_KERNEL(knapsack, items, &chosen);
  unsigned weight = 0;
  printf("value %u, items %#06hx:", value, chosen);
  for (int i = 0; i < ITEMS; i++)
    if (chosen >> i & 1) {
      weight += items[i].weight;
      printf(" %d(%d,%d)", i, items[i].weight, items[i].value);
    }
  printf(", weight %u\n", weight);
  return 0;
}
