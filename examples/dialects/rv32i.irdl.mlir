// The integer operations of RV32I as a dialect that a matcher chip takes: no attributes, one result at most, one type at every slot. An immediate is
// a value of a type of its own, made by an operation of its own, and what an operation reads or writes besides registers is not part of it.
//
//   ./flowright opt examples/dialects/rv32i.mlir --irdl-file examples/dialects/rv32i.irdl.mlir

irdl.dialect @rv32i {
  // A register's value, and immediates by their width: 12 and 20 bits, and amounts of shifts with 5.
  irdl.type @reg
  irdl.type @imm12
  irdl.type @imm20
  irdl.type @shamt

  // An immediate of 12 bits.
  irdl.operation @const_imm12 {
    %imm12 = irdl.base @rv32i::@imm12
    irdl.results(%imm12)
  }
  // An immediate of 20 bits.
  irdl.operation @const_imm20 {
    %imm20 = irdl.base @rv32i::@imm20
    irdl.results(%imm20)
  }
  // An amount to shift by.
  irdl.operation @const_shamt {
    %shamt = irdl.base @rv32i::@shamt
    irdl.results(%shamt)
  }

  // Two registers.
  irdl.operation @add {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @sub {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @sll {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @slt {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @sltu {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @xor {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @srl {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @sra {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @or {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }
  // Two registers.
  irdl.operation @and {
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%reg, %reg)
    irdl.results(%reg)
  }

  // A register and an immediate.
  irdl.operation @addi {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an immediate.
  irdl.operation @slti {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an immediate.
  irdl.operation @sltiu {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an immediate.
  irdl.operation @xori {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an immediate.
  irdl.operation @ori {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an immediate.
  irdl.operation @andi {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // A register and an amount.
  irdl.operation @slli {
    %reg = irdl.base @rv32i::@reg
    %shamt = irdl.base @rv32i::@shamt
    irdl.operands(%reg, %shamt)
    irdl.results(%reg)
  }
  // A register and an amount.
  irdl.operation @srli {
    %reg = irdl.base @rv32i::@reg
    %shamt = irdl.base @rv32i::@shamt
    irdl.operands(%reg, %shamt)
    irdl.results(%reg)
  }
  // A register and an amount.
  irdl.operation @srai {
    %reg = irdl.base @rv32i::@reg
    %shamt = irdl.base @rv32i::@shamt
    irdl.operands(%reg, %shamt)
    irdl.results(%reg)
  }

  // The upper bits.
  irdl.operation @lui {
    %imm20 = irdl.base @rv32i::@imm20
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%imm20)
    irdl.results(%reg)
  }
  // The upper bits.
  irdl.operation @auipc {
    %imm20 = irdl.base @rv32i::@imm20
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%imm20)
    irdl.results(%reg)
  }

  // Address and offset.
  irdl.operation @lb {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // Address and offset.
  irdl.operation @lh {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // Address and offset.
  irdl.operation @lw {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // Address and offset.
  irdl.operation @lbu {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // Address and offset.
  irdl.operation @lhu {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
  // Address, value, offset.
  irdl.operation @sb {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Address, value, offset.
  irdl.operation @sh {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Address, value, offset.
  irdl.operation @sw {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }

  // Two registers and an offset.
  irdl.operation @beq {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Two registers and an offset.
  irdl.operation @bne {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Two registers and an offset.
  irdl.operation @blt {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Two registers and an offset.
  irdl.operation @bge {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Two registers and an offset.
  irdl.operation @bltu {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // Two registers and an offset.
  irdl.operation @bgeu {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %reg, %imm12)
  }
  // The offset; gives the address to return to.
  irdl.operation @jal {
    %imm20 = irdl.base @rv32i::@imm20
    %reg = irdl.base @rv32i::@reg
    irdl.operands(%imm20)
    irdl.results(%reg)
  }
  // Address and offset; gives the address to return to.
  irdl.operation @jalr {
    %reg = irdl.base @rv32i::@reg
    %imm12 = irdl.base @rv32i::@imm12
    irdl.operands(%reg, %imm12)
    irdl.results(%reg)
  }
}
