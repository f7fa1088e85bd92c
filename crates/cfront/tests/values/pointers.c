// Pointers into arrays: walking, differences, comparisons, pointers to scalars and to pointers, null.
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int sum(const int *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }
static int *find(int *p, int n, int x) {
  for (int i = 0; i < n; i++) if (p[i] == x) return &p[i];
  return 0;
}
static void advance(int **p) { ++*p; }
static int length(const char *s) { const char *p = s; while (*p) p++; return p - s; }
int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++) a[i] = i * i;
  swap(&a[2], &a[7]);
  int x = 3, y = 4;
  swap(&x, &y);
  int *p = a + 2, *q = &a[9];
  int r = sum(a, 10) + sum(p, 3) + (q - p) + (p < q) + (p == a + 2) * 7 + x * 100 + y;
  p += 3; r += *p; r += *--p; r += p[-1]; r += *(p + 1);
  int *best = 0;
  for (int i = 0; i < 10; i++) if (best == 0 || a[i] > *best) best = &a[i];
  r += (best - a) * 1000 + *best;
  int *hit = find(a, 10, 25), *miss = find(a, 10, 26);
  r += (hit ? *hit : -1) + (miss == 0 ? 5 : 0) + (hit != 0);
  advance(&q); q--; advance(&q); q--;
  r += *q;
  int m[3][4];
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j;
  int (*row)[4] = m + 1;
  r += row[1][2] + (*row)[3] + sum(m[2], 4) + *m[1] + **m;
  const char *s = "hello";
  r += length(s) + length("hi") + s[1] + "abc"[2];
  return r;
}
