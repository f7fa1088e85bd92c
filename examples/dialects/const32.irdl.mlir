// Constants of 32 bits. The value is an attribute, which a chip does not see: what patterns ask about it is worked out before, a bit of a record for each question.
// The chip `unit` takes no operations with attributes.
//
//   ./flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --dialect examples/dialects/const32.irdl.mlir --patterns examples/matching/constants.mlir

irdl.dialect @const32 {
  irdl.operation @value {
    %any = irdl.any
    %i32 = irdl.is i32
    irdl.attributes {"value" = %any}
    irdl.results(%i32)
  }
}
