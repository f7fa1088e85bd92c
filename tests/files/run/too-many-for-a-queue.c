// Of an array with more loads than a queue has ports for it is said that it has none, and why.
// RUN: flowright run %s --memory lsq --queue-depth 8 --buffers on-merges 2>&1 | check
// CHECK: verdict  pass
// CHECK: memory   lsq: the streams are those of `ordered`, as no queue was made
// CHECK: warning[FR0889]: `a` has no queue, since a queue has at most 64 ports of a kind, and there are 80 loads and 1 store
#define FOUR(k) s += a[k] + a[k + 1] + a[k + 2] + a[k + 3];
#define TWENTY(k) FOUR(k) FOUR(k + 4) FOUR(k + 8) FOUR(k + 12) FOUR(k + 16)

int f(int a[80], const int to[8]) {
  int s = 0;
  for (int i = 0; i < 8; i++) {
    TWENTY(0) TWENTY(20) TWENTY(40) TWENTY(60)
    a[to[i]] = s;
  }
  return s;
}

int main(void) {
  int a[80] = {0}, to[8] = {0};
  return f(a, to);
}
