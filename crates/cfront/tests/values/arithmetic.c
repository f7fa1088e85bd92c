// Operators on integers and floats of all sizes, with the conversions between them.
int main(void) {
  int a = 17, b = -5;
  unsigned u = 3000000000u;
  signed char c = -100;
  unsigned char d = 200;
  short s = -3000;
  long l = 1L << 40;
  unsigned long ul = ~0ul;
  float f = 1.5f;
  double g = -2.25;
  _Bool t = a > b;
  long sum = 0;
  sum += a + b - a * b / 3 % 7;
  sum = sum * 31 + (u >> 3) + (u << 2) + (u ^ 0xff00ff) + (u % 1000);
  sum = sum * 31 + (c + d) + (signed char)(c + d) + (unsigned char)(c - d);
  sum = sum * 31 + (s >> 2) + (s << 1) + (short)(s * 100);
  sum = sum * 31 % 1000003 + (l >> 35) + (long)(ul >> 60) + (ul / 3 > 5);
  sum = sum * 31 % 1000003 + (int)(f * 10) + (int)g + (int)(g * f) + (f < g) + (g != f);
  sum = sum * 31 % 1000003 + t + !t + (~a & 0xff) + -b + +c;
  sum = sum * 31 % 1000003 + (u > -1) + (b < 5u) + (c < d) + ((unsigned)c > 5);
  sum = sum * 31 % 1000003 + (int)(unsigned char)f + (long)(double)(1L << 53) % 97;
  sum = sum * 31 % 1000003 + (int)(float)16777217 % 1000 + (int)(u * 0.5);
  return (int)sum;
}
