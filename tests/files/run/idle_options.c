// An option that would do nothing is refused.
// RUN: flowright run %s --sim stream --waves %t.vcd 2>&1 | check
// EXIT: 2
// CHECK: error[FR0003]: waves show cycles, and streams have none
// RUN: flowright compile %s -o %t
// RUN: flowright cosim %t --top f 2>&1 | check --check-prefix=FOLDER
// EXIT: 2
// FOLDER: error[FR0003]: `--top` says nothing about the folder of a kernel
// RUN: flowright cosim %t --stimulus none.csv --engine icarus 2>&1 | check --check-prefix=STIMULUS
// EXIT: 2
// STIMULUS: error[FR0003]: `--stimulus` says nothing about the folder of a kernel
// RUN: flowright cosim %s --cycles 5 2>&1 | check --check-prefix=CYCLES
// EXIT: 2
// CYCLES: error[FR0003]: `--cycles` says nothing here: a kernel is given inputs by its program
// RUN: flowright run %s --seed 7 2>&1 | check --check-prefix=SEED
// EXIT: 2
// SEED: error[FR0003]: `--seed` says nothing here: `main` calls the kernel, with arguments of its own
// RUN: flowright run %s --args 3 2>&1 | check --check-prefix=ARGS
// EXIT: 2
// ARGS: error[FR0003]: `--args` says nothing here: `main` calls the kernel, with arguments of its own
int f(int x[2]) { return x[0] + x[1]; }

int main(void) {
  int x[2] = {1, 2};
  return f(x) - 3;
}
