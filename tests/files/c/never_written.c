// A variable that was never written is called by its name.
// RUN: not flowright interp %s 2>&1 | check
// CHECK: FR0404
// CHECK-SAME: `sum` is read, but was never written
// CHECK: sum += i
int main(void) {
  int sum;
  for (int i = 0; i < 3; i++)
    sum += i;
  return sum;
}
