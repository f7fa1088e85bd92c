// Many calls that take equally long are not told as a range.
// RUN: flowright run %s | check
// CHECK: cycles   {{[0-9]+}} ({{[0-9]+}} a call)
int f(int x[1]) { return x[0] + 1; }

int main(void) {
  int x[1], sum = 0;
  for (int i = 0; i < 20; i++) {
    x[0] = i;
    sum += f(x);
  }
  return sum != 210;
}
