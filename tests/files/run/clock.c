// The row `clock` says whether the clock is met; if not, why. The period is a number above 0.
// RUN: flowright run %s --buffers on-merges --clock 3 | check --check-prefix=MISSED
// MISSED: clock    3 ns asked for, not met, as `on-merges` looks at no clock: {{[0-9.]+}} ns by the table of kintex7
// RUN: flowright run %s --buffers on-merges --clock 3 --json | check --check-prefix=JSON
// JSON: "clock_met":false,"clock_missed_as":"`on-merges` looks at no clock"
// RUN: flowright run %s --json | check --check-prefix=MET
// MET: "clock_met":true,"clock_missed_as":null
// RUN: flowright run %s --clock -1 2>&1 | check --check-prefix=NEGATIVE
// EXIT: 2
// NEGATIVE: error: invalid value '-1' for '--clock <NS>': it must be a number of nanoseconds above 0 and up to 1000000
int f(int x[8]) {
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += x[i];
  return s;
}

int main(void) {
  int x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  return f(x) - 36;
}
