// What is read besides the program is not written over.
// RUN: flowright opt %s -o %t
// RUN: not flowright opt %s --pdl %t -o %t 2>&1 | check --check-prefix=OVER
// RUN: not flowright opt %s --irdl-file %t -o %t 2>&1 | check --check-prefix=OVER
// RUN: not flowright verilog %s --irdl-file %t -o %t 2>&1 | check --check-prefix=OVER
// RUN: flowright opt %t | check

// OVER: error[FR0003]: `-o` would write over `{{.*}}`, which is read
// OVER: = help: give the result a name of its own
// CHECK: pdl.pattern @nothing
pdl.pattern @nothing : benefit(1) {
  %root = operation "example.op"
  rewrite %root {
    erase %root
  }
}
