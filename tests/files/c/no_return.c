// The value of a kernel that ends without a `return` may be missing as long as nobody uses it.
// RUN: flowright run %s --sim all | check
// CHECK: verdict  pass
int clear(int a[4], int n) {
  if (a[0])
    return n;
  a[1] = 7;
}

int main(void) {
  int a[4] = {0, 2, 3, 4};
  clear(a, 1);
  return a[1] != 7;
}
