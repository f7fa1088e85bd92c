// A loop whose body comes before its test has as many iterations as its body is done, also where nothing but memory is carried around it.
// RUN: flowright run %s --buffers on-merges | check
// RUN: flowright run %s --buffers on-merges --lowering blocks | check
// CHECK: loop     line 7: 5 iterations
// CHECK: circuit
int down(int s[4]) {
  do {
    s[0] = s[0] - 1;
  } while (s[0] > 0);
  return s[0];
}

int main(void) {
  int s[4] = {5};
  return down(s);
}
