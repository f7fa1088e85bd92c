// What does not follow from the name of an operation is refused at its place in the definition.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --dialect %s --patterns ../../../examples/matching/rv32i.mlir
// RUN: flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --dialect %s --patterns ../../../examples/matching/rv32i.mlir -o %t

irdl.dialect @d {
  irdl.operation @region {
    // expected-error@below {{FR0980: `d.region` has a region}}
    %0 = irdl.region
    irdl.regions(%0)
  }
  irdl.operation @two_results {
    %0 = irdl.is i32
    // expected-error@below {{FR0982: `d.two_results` has 2 results, and not one at most}}
    irdl.results(%0, %0)
  }
  irdl.operation @variadic {
    %0 = irdl.is i32
    // expected-error@below {{FR0983: `d.variadic` has a variable number of operands: #1 is optional or variadic}}
    irdl.operands(%0, variadic %0)
  }
  irdl.operation @any_type {
    // expected-error@below {{FR0984: `d.any_type` has no fixed type for operand #0}}
    %0 = irdl.any
    irdl.operands(%0)
  }
  irdl.operation @no_type {
    %0 = irdl.is i32
    %1 = irdl.is i64
    // expected-error@below {{FR0985: `d.no_type` can never be: no type fits result #0}}
    %2 = irdl.all_of(%0, %1)
    irdl.results(%2)
  }
}
