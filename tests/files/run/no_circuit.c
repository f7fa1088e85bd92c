// What was asked for could not be made, so that is no pass.
// RUN: flowright run %s -o %t 2>&1 | check
// EXIT: 2
// CHECK: verdict  no-circuit: units and channels give what the program gives, but no circuit can be made of them
// CHECK: error[FR0856]: there is no circuit for `mulf`
// RUN: flowright run %s | check --check-prefix=PASS
// PASS: verdict  pass
float f(float a[4]) { return a[0] * 2; }

int main(void) {
  float a[4] = {1, 2, 3, 4};
  return f(a) != 2;
}
