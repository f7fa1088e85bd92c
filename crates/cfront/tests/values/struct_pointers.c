// Pointers that walk over arrays of structures, and over arrays in them.
struct pair { int key; short value[3]; };
static int walk(struct pair *first, int n) {
  int sum = 0;
  for (struct pair *p = first; p < first + n; ++p)
    for (short *v = p->value; v != &p->value[3]; v++) sum = sum * 3 + *v + p->key;
  return sum & 0xFFFFFF;
}
int main(void) {
  struct pair pairs[4] = {{0}};
  int k = 0;
  for (struct pair *p = pairs; p < &pairs[4]; ++p) {
    p->key = k++;
    for (short *v = p->value; v < p->value + 3; ++v) *v = k + (v - p->value);
  }
  struct pair *last = pairs + 3, *at;
  at = last;
  while (at != pairs) (at--)->key *= 2;
  struct pair (*all)[4] = &pairs;
  return walk(pairs, 4) + walk(&pairs[1], 2) + (*all)[3].key + (int)(last - at);
}
