// Functions inside of others, with parameters that are assigned, early returns and arrays of their own.
static int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
static int clamp(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }
static int histogram(const unsigned char *p, int n) {
  int bins[4] = {0};
  for (int i = 0; i < n; i++) bins[p[i] % 4]++;
  int r = 0;
  for (int i = 0; i < 4; i++) r = r * 10 + bins[i];
  return r;
}
static void nothing(void) {}
static int twice(int x) { return clamp(x * 2, 0, 50) + clamp(-x, -5, 5); }
static float average(float x, float y) { return (x + y) / 2; }
static int first(int a[], int n) { for (;;) { if (n == 0) return -1; if (a[--n] > 3) return n; } }
static const int *later(const int *p, int n) { return p + n; }
int main(void) {
  unsigned char data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 250};
  int a[5] = {1, 5, 2, 3, 1};
  nothing();
  int r = gcd(gcd(48, 36), 18) + twice(10) + twice(100) + histogram(data, 10) + histogram(data + 2, 5);
  r += (int)average(3, 4.5f) + first(a, 5) + *later(a, 1) + later(a, 2)[1];
  return r;
}
