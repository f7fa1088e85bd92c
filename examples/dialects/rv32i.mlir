// A program of a dialect that is defined in a file: (a | b) | a, and what it is stored to.
//
//   ./flowright opt examples/dialects/rv32i.mlir --irdl-file examples/dialects/rv32i.irdl.mlir
//
// prints
//
//   module {
//     func.func @f(%a: !rv32i.reg, %b: !rv32i.reg, %to: !rv32i.reg) {
//       %0 = "rv32i.or"(%a, %b) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
//       %1 = "rv32i.or"(%0, %a) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
//       %offset = "rv32i.const_imm12"() : () -> !rv32i.imm12
//       "rv32i.sw"(%to, %1, %offset) : (!rv32i.reg, !rv32i.reg, !rv32i.imm12) -> ()
//       return
//     }
//   }

func.func @f(%a: !rv32i.reg, %b: !rv32i.reg, %to: !rv32i.reg) {
  %0 = "rv32i.or"(%a, %b) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
  %1 = "rv32i.or"(%0, %a) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
  %offset = "rv32i.const_imm12"() : () -> !rv32i.imm12
  "rv32i.sw"(%to, %1, %offset) : (!rv32i.reg, !rv32i.reg, !rv32i.imm12) -> ()
  return
}
