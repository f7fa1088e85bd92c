// A file that is given for its definitions has some.
// RUN: flowright opt ../../../examples/dialects/rv32i.mlir --irdl-file ../../../examples/dialects/rv32i.irdl.mlir --irdl-file %s
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --dialect %s --patterns ../../../examples/matching/rv32i.mlir
// expected-error@below {{FR0967: `no_dialect.mlir` defines no dialect}}
pdl.pattern : benefit(1) {
  %root = operation "rv32i.or"
  rewrite %root {
    erase %root
  }
}
