// Operations of `arith` on 32 bits, as a dialect that a matcher chip takes: one type at every slot, and no attributes.
//
//   ./flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --irdl-file examples/dialects/const32.irdl.mlir --patterns examples/matching/arith32.mlir

irdl.dialect @arith32 {
  irdl.operation @addi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @subi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @muli {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @andi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @ori {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @xori {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @shli {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @shrsi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @shrui {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @maxsi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @minsi {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @maxui {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  irdl.operation @minui {
    %i32 = irdl.is i32
    irdl.operands(%i32, %i32)
    irdl.results(%i32)
  }
  // A comparison for each predicate, since a predicate would be an attribute.
  irdl.operation @cmp_eq {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @cmp_ne {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @cmp_slt {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @cmp_sle {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @cmp_ult {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @cmp_ule {
    %i32 = irdl.is i32
    %i1 = irdl.is i1
    irdl.operands(%i32, %i32)
    irdl.results(%i1)
  }
  irdl.operation @select {
    %i1 = irdl.is i1
    %i32 = irdl.is i32
    irdl.operands(%i1, %i32, %i32)
    irdl.results(%i32)
  }
}
