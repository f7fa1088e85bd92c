// Static objects of all kinds, and string literals.
static int counter = 5;
static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
static double weights[2][3] = {{0.5}, {1, 2, 3}};
static int zeros[100];
static const int N = 10;
static int *cursor = &zeros[3];
static char name[] = "flow";
static unsigned char bytes[300] = {[299] = 9};
static int tick(void) { static int n = 100; n += 3; return n; }
enum { A, B = 5, C };
int main(void) {
  int r = 0;
  for (int i = 0; i < N; i++) r += primes[i];
  counter++;
  zeros[counter] = 4;
  *cursor = 8; cursor += 2; *cursor = 9;
  r += tick() + tick() + (int)(weights[0][0] * 4 + weights[1][2] + weights[0][1]) + zeros[3] + zeros[5] + zeros[6];
  for (const char *p = name; *p; p++) r += *p;
  const short table[] = {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12};
  int some[20] = {1, 2, [10] = r, 5};
  for (int i = 0; i < 12; i++) r += table[i] * (i + 1);
  for (int i = 0; i < 20; i++) r = r * 3 % 10007 + some[i];
  return r + A + B + C + bytes[299] + bytes[0] + sizeof bytes;
}
