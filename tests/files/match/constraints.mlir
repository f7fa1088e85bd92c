// Constraints are facts for all but the chip `unit`, which takes no operations with attributes, and rewriting knows them, too.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns ../../../examples/matching/numbers.mlir --dump --engine interp | check
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns ../../../examples/matching/numbers.mlir --dump --engine compiled | check
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns ../../../examples/matching/numbers.mlir --dump --engine chip --arch tags | check
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns ../../../examples/matching/numbers.mlir --dump --engine chip --arch taps | check
// RUN: not flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns ../../../examples/matching/numbers.mlir --engine chip --arch unit 2>&1 | check --check-prefix=UNIT
// RUN: flowright opt ../../../examples/dialects/arith32.mlir --irdl-file ../../../examples/dialects/arith32.irdl.mlir --irdl-file ../../../examples/dialects/const32.irdl.mlir --pdl ../../../examples/matching/numbers.mlir | check --check-prefix=OPT

// CHECK: 15 bit_is_set
// CHECK-NEXT: 16 shift_of_mask
// UNIT: error[FR0981]: `const32.value` has attributes
// OPT: [[BIT:%.*]] = "arith32.andi"(%y, %eight)
// OPT-NOT: cmp_eq
// OPT: "arith32.cmp_ne"([[BIT]], %{{.*}})
// OPT: "arith32.shrui"([[BIT]], %b)
