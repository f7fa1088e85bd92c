// Colours only when they are asked for: standard error is no terminal here.
// RUN: not flowright opt %s 2>&1 | check
// RUN: not flowright opt %s --color=always 2>&1 | check --check-prefix=ALWAYS

// CHECK: {{^}}error[FR0106]: `%x` is used but never defined
// ALWAYS: error[FR0106]{{.}}[0m
"func.return"(%x) : (i32) -> ()
