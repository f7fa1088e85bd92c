// A circuit that takes longer than it may is given up.
// RUN: flowright run %s --max-cycles 20 2>&1 | check
// EXIT: 1
// CHECK: verdict  limit: the limit was reached before the end
// CHECK: error[FR0864]
// RUN: flowright run %s --max-cycles 2000
// RUN: flowright run %s --max-cycles 0 2>&1 | check --check-prefix=NONE
// EXIT: 2
// NONE: invalid value '0' for '--max-cycles <N>'
int sum(const int x[50]) {
  int sum = 0;
  for (int i = 0; i < 50; i++)
    sum += x[i];
  return sum;
}

int main(void) {
  int x[50];
  for (int i = 0; i < 50; i++)
    x[i] = i;
  return sum(x) != 1225;
}
