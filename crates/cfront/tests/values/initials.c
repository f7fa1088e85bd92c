// What objects begin with.

static int large_and_zero(int n) {
  char bytes[4200000] = {0};
  bytes[n] = 3;
  return bytes[n] + bytes[n + 1] + bytes[4199999];
}

int main(void) {
  int t = large_and_zero(7);
  return t;
}
