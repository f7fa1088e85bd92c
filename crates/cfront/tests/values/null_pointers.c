/* Pointers that become null before it is known what they point into, by `memset`, and through pointers to them. */
#include <stdlib.h>
#include <string.h>

struct N {
  int v;
  struct N *next;
};

struct P {
  int x;
  int *p, *q[2];
};

static int g[4] = {5, 6, 7, 8};
static int *unset;

static int list(void) {
  struct N n[3] = {{1, 0}, {2, 0}, {3, 0}};
  n[0].next = &n[2];
  n[2].next = &n[1];
  int sum = 0;
  for (struct N *q = &n[0]; q; q = q->next) {
    sum = sum * 10 + q->v;
  }
  return sum;
}

static int kept(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  int *keep = 0;
  for (int i = 0; i < 4; i++) {
    int *p = a + i;
    if (keep)
      sum = sum * 10 + *keep;
    keep = p;
  }
  return sum;
}

static int through(int give) {
  int a[4] = {1, 2, 3, 4};
  int *p = a, *q = a + 1, **pp = &p;
  if (give)
    q = NULL;
  *pp = q;
  return p == NULL ? 10 : *p;
}

static int cleared(void) {
  int a[4] = {1};
  struct P s = {1, a, {a, a + 1}};
  int before = s.p != NULL && s.q[1] != NULL;
  memset(&s, 0, sizeof s);
  int *table[3] = {a, a, a};
  memset(table, 0, 2 * sizeof table[0]);
  return before + 2 * s.x + 4 * (s.p == NULL) + 8 * (s.q[1] == NULL) + 16 * (table[1] == NULL) + 32 * (table[2] == NULL);
}

static int begins_null(int set) {
  int *copy = unset;
  int was = copy == NULL;
  if (set)
    unset = g + 1;
  int *now = unset;
  return was * 2 + (now != NULL);
}

int main(void) {
  int sum = list();
  sum = sum * 3 + kept();
  sum = sum * 3 + through(1);
  sum = sum * 3 + through(0);
  sum = sum * 3 + cleared();
  sum = sum * 3 + begins_null(1);
  return sum;
}
