// Our simulator takes wider values than tools for SystemVerilog do.
// RUN: flowright sim %s --set a=1 --cycles 1 | check
// RUN: not flowright cosim %s 2>&1 | check --check-prefix=COSIM
// RUN: not flowright verilog %s 2>&1 | check --check-prefix=COSIM

// CHECK: b = 0x1 : i70000
// COSIM: FR0641{{.*}}port "a" has 70000 bits, and a vector may have 65536

hw.module @m(in %a : i70000, out b : i70000) {
  hw.output %a : i70000
}
