/* Structures are copied, given and returned before all of their members have a value. */
struct S {
  int x, y, z[2];
};

static struct S make(int x) {
  struct S s;
  s.x = x;
  return s;
}

static int taken(struct S s) { return s.x; }

int main(void) {
  struct S s, t, u;
  s.x = 1;
  s.z[1] = 4;
  t = s;
  u = make(5);
  struct S v = t;
  v.y = 3;
  struct S w = v;
  return t.x + 10 * u.x + 100 * taken(s) + 1000 * w.y + 10000 * w.z[1];
}
