/* Pointers to a whole and to its first part are equal, and so are the end of a row and the beginning of the next. */
struct S {
  int x, y[2];
};

static int digits;

static void note(int digit) { digits = digits * 2 + (digit != 0); }

int main(void) {
  struct S s = {1, {2, 3}}, t[3];
  int a[3], m[3][4];
  int one = 1;
  t[1] = s;
  note((int *)&s == &s.x);
  note((void *)a == (void *)&a);
  note((void *)&s == (void *)&s.x);
  note((void *)&s == (void *)s.y);
  note((void *)&t[one] == (void *)&t[1].x);
  note((void *)&t[one] == (void *)&t[0].x);
  note((void *)s.y == (void *)&s.y[0]);
  note((void *)s.y == (void *)&s.y[one]);
  note(&m[0][4] == &m[1][0]);
  note(&m[one][0] == &m[0][4]);
  note(&m[one][one] == &m[0][4]);
  note(&m[one][one] == &m[one][1]);
  note((void *)m == (void *)&m[0][0]);
  note((void *)m[one] == (void *)&m[1][0]);
  int rounds = 0;
  for (int *p = m[0]; p != m[1]; p++) {
    *p = rounds++;
  }
  return digits * 10 + rounds;
}
