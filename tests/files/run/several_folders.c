// The folder of several kernels is not that of one, which is said with the names of theirs.
// RUN: flowright compile %s -o %t
// RUN: flowright cosim %t 2>&1 | check
// EXIT: 2
// CHECK: error[FR0887]: {{.*}} is not the folder of a compiled kernel
// CHECK: help: it holds those of several: `{{.*}}f`, `{{.*}}g`
#include "dynamatic/Integration.h"

void f(int a[4]) {
  for (int i = 0; i < 4; i++)
    a[i]++;
}

void g(int a[4]) {
  for (int i = 0; i < 4; i++)
    a[i] *= 2;
}

int main(void) {
  int a[4] = {1, 2, 3, 4};
  CALL_KERNEL(f, a);
  CALL_KERNEL(g, a);
  return 0;
}
