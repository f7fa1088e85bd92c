// A file without patterns says so, whoever reads it.
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 2>&1 | check
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --patterns %s --engine interp 2>&1 | check
// RUN: not flowright opt %s --pdl %s 2>&1 | check

// CHECK: error[FR1080]: `{{.*}}no_pattern.mlir` holds no pattern
module @empty {
}
