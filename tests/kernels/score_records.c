// Records handed around by pointer and by value: a list of scores kept sorted by insertion, ties broken by a second member, flags in
// a mask.
#include <stdio.h>
#include <stdlib.h>

#define LIST 8
enum flag { FRESH = 1, TIED = 2, MOVED = 4 };

typedef struct record {
  int score;
  unsigned id;
  float weight;
  unsigned char flags;
} Record;

static int before(const Record *a, const Record *b) {
  if (a->score != b->score)
    return a->score > b->score;
  return a->id < b->id;
}

static Record aged(Record r) {
  r.flags &= ~FRESH;
  r.weight *= 0.5f;
  return r;
}

int insert_all(Record list[LIST], const Record incoming[], int n) {
  int dropped = 0;
  for (int k = 0; k < n; k++) {
    Record r = incoming[k];
    r.flags |= FRESH;
    int at = LIST;
    while (at > 0 && before(&r, &list[at - 1]))
      --at;
    if (at == LIST) {
      dropped++;
      continue;
    }
    for (int i = LIST - 1; i > at; i--) {
      list[i] = aged(list[i - 1]);
      list[i].flags |= MOVED;
    }
    if (at > 0 && list[at - 1].score == r.score) {
      r.flags |= TIED;
      list[at - 1].flags |= TIED;
    }
    list[at] = r;
  }
  return dropped;
}

int main(void) {
  Record list[LIST] = {{0}}, incoming[24];
  for (int k = 0; k < 24; k++)
    incoming[k] = (Record){.score = rand() % 20, .id = 100u + k, .weight = 1.0f + k};
  printf("%d dropped\n", insert_all(list, incoming, 24));
  for (Record *r = list; r < &list[LIST]; ++r)
    printf("%2d %u %.5f %x\n", r->score, r->id, r->weight, r->flags);
  return 0;
}
