// Assignments as values, compound ones, increments, the comma, the conditional operator.
static int calls;
static int next(void) { return ++calls; }
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = 0, x, y;
  x = y = 5;
  a[i++] += 10;
  a[i++] <<= next();
  a[++i] -= x *= 2;
  unsigned char c = 250;
  c += 10;
  c++;
  short s = 32767;
  s++;
  float f = 7;
  f /= 2;
  int n = 3;
  n *= 2.5;
  int m = (next(), next());
  int k = i > 2 ? next() : next() * 100;
  int z = x > 100 && next() || next() > 100;
  _Bool b = 4;
  b ^= 1;
  b += 2;
  return a[0] * 1000000 + a[1] * 100000 + a[3] * 1000 + c + s + (int)(f * 2) + n + m + k + z + calls + b + y;
}
