// Shifts at the edges, truth values.
int main(void) {
  int r = 0;
  unsigned char u = 0x81;
  r += (u << 3) + (u >> 3) + ((signed char)u >> 3) + (1 << 30 >> 29);
  unsigned long w = 1;
  r += (int)(w << 63 >> 60) + (int)((-1L) >> 63);
  _Bool p = 256, q = 0.25, z = 0;
  r += p + q * 2 + z * 4 + (p & q) + (p ^ q) + (p | z);
  return r + (5 && 3) + (0 || 7) + !5 + !!9;
}
