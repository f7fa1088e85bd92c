// Structures by value, nested, with arrays, in arrays, through pointers, as parameters and results.
struct point { int x, y; };
struct box { struct point lo, hi; char tag[3]; };
typedef struct { float re, im; } complex;
static struct point add(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
static complex mul(complex a, complex b) {
  complex r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return r;
}
static void grow(struct box *b, int n) { b->lo.x -= n; b->hi = add(b->hi, (struct point){n, n}); b->tag[1]++; }
static int area(struct box b) { return (b.hi.x - b.lo.x) * (b.hi.y - b.lo.y); }
static struct box boxes[4] = {{{1, 2}, {3, 4}, "ab"}, [2] = {.hi = {7, 8}, .tag = {'x'}}};
int main(void) {
  struct point p = {1, 2}, q, many[3] = {{5, 6}, {7, 8}};
  q = p;
  q.x = 10;
  p = add(p, q);
  many[2] = add(many[0], many[1]);
  many[0] = many[2];
  struct box b = {p, {30, 40}, {1, 2, 3}}, c;
  grow(&b, 3);
  grow(&boxes[0], 1);
  c = b;
  boxes[1] = c;
  boxes[3] = boxes[0];
  complex z = {1, 2};
  for (int i = 0; i < 3; i++) z = mul(z, (complex){0, 1});
  struct point *pp = &many[1];
  pp->x++;
  pp++;
  pp->y += pp[-1].x;
  int total = add(p, q).y;
  struct point chosen = total > 3 ? many[1] : p;
  return area(b) + area(boxes[1]) + boxes[3].tag[1] + boxes[2].hi.y + boxes[1].tag[2] + p.x + p.y + many[0].x +
         many[2].y * 100 + (int)(z.re * 10) + (int)z.im + total + chosen.x + many[1].y;
}
