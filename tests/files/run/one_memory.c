// A kernel does not write to memory that it reaches in two ways, be it a global or an argument.
// RUN: flowright run %s -D ARGUMENTS=g,other 2>&1 | check
// EXIT: 2
// CHECK: error[FR0732]: `k` is given `g`, which it also uses by name
// CHECK: help: give the kernel the whole array once
// RUN: flowright run %s -D ARGUMENTS=other,other 2>&1 | check --check-prefix=TWICE
// EXIT: 2
// TWICE: error[FR0732]: `k` is given `other` twice
// RUN: flowright run %s -D ARGUMENTS=other,g | check --check-prefix=READ
// READ: verdict  pass
int g[8];

void k(int a[8], int b[8]) {
  for (int i = 1; i < 8; i++)
    a[i] = g[i - 1] + b[i] + 1;
}

int main(void) {
  int other[8] = {0};
  k(ARGUMENTS);
  return 0;
}
