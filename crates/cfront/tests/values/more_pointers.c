// Pointers in structures and arrays, lists, matrices by value, pointers to pointers, compound initialisers.
#include <string.h>
#include <stdlib.h>
struct view { const int *data; int n; };
struct node { int value; struct node *next; };
struct mat { int r, c; float v[4][4]; };
static int total(struct view v) { int s = 0; for (int i = 0; i < v.n; i++) s += v.data[i]; return s; }
static struct mat mulm(const struct mat *a, const struct mat *b) {
  struct mat r = {a->r, b->c};
  for (int i = 0; i < a->r; i++) for (int j = 0; j < b->c; j++) { r.v[i][j] = 0; for (int k = 0; k < a->c; k++) r.v[i][j] += a->v[i][k] * b->v[k][j]; }
  return r;
}
static int list(struct node *pool, int n) {
  struct node *head = 0;
  for (int i = 0; i < n; i++) { pool[i].value = i * i; pool[i].next = head; head = &pool[i]; }
  int s = 0;
  for (struct node *p = head; p; p = p->next) s = s * 2 + p->value;
  return s;
}
static void fill(int (*m)[5], int rows) { for (int i = 0; i < rows; i++) for (int j = 0; j < 5; j++) m[i][j] = i - j; }
static int diag(int m[5][5]) { int s = 0; for (int i = 0; i < 5; i++) s += m[i][i]; return s; }
static int *pick(int *a, int i) { return i & 1 ? a + i : a + i + 1; }
typedef unsigned char u8;
static int parse(const char **s) { int v = 0; while (**s >= '0' && **s <= '9') v = v * 10 + *(*s)++ - '0'; return v; }
static void bump(int *const p) { (*p)++; }
static unsigned long strlen_like(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6};
  struct view v = {a + 1, 4};
  int r = total(v);
  v.data++; v.n -= 2;
  r = r * 10 + total(v);
  struct mat x = {2, 2, {{1, 2}, {3, 4}}}, y = x, z = mulm(&x, &y);
  r += (int)(z.v[0][0] + z.v[1][1] * 10);
  struct node pool[8];
  r += list(pool, 8);
  int m[5][5];
  fill(m, 5); fill(&m[2], 2);
  r += diag(m) + m[3][1] * 3;
  r += *pick(a, 2) + *pick(a, 3);
  int *rows[3] = {m[0], m[1], m[2]};
  for (int i = 0; i < 3; i++) r += rows[i][i + 1];
  const char *text = "12x345"; int n1 = parse(&text); text++; int n2 = parse(&text);
  r += n1 + n2;
  int one = 5; bump(&one); bump(&a[1]); r += one + a[1];
  int *q = a; int *end = a + 6; int mx = 0;
  for (; q != end; ++q) if (*q > mx) mx = *q;
  do { --q; r += *q; } while (q > a);
  u8 buf[16]; memset(buf, 0xff, sizeof buf); memcpy(buf + 4, "abcd", 4); r += buf[3] + buf[5];
  struct { int k; struct { short s[2]; } in[3]; } deep = {1, {{{2, 3}}, {{4, 5}}}};
  deep.in[2] = deep.in[1]; deep.in[2].s[1]++;
  r += deep.in[2].s[1] + deep.in[0].s[0] + deep.k;
  struct mat *h = malloc(sizeof *h); *h = z; h->v[1][0] += 2; r += (int)h->v[1][0]; free(h);
  int i = 0; int arr[3] = {i++, i++, i}; r += arr[0] + arr[1] * 10 + arr[2] * 100;
  int (*pa)[6] = &a; r += (*pa)[2];
  r += sizeof(struct mat) + (int)(&a[4] - &a[1]);
  unsigned long len = strlen_like("abc");
  return r + mx + len;
}
