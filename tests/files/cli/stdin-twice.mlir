// Standard input can be read once, so one of all files is `-` at the most.
// RUN: flowright opt %s | not flowright opt - --pdl - 2>&1 | check
// RUN: flowright opt %s | not flowright opt - --irdl-file - 2>&1 | check
// RUN: flowright opt %s | not flowright match - --patterns - --engine interp 2>&1 | check
// RUN: flowright opt %s | not flowright match %s --patterns - --patterns - --engine interp 2>&1 | check

// CHECK: error[FR0003]: standard input is named twice, and can be read once
// CHECK-NOT: error[
pdl.pattern @any : benefit(1) {
  %root = operation "func.return"
  rewrite %root {
    erase %root
  }
}
