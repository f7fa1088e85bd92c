//! FR06xx: circuits, that is what the rules of `hw`, `comb` and `seq` say.

super::rows! {
    620 EXTRACT_RANGE {
        title: "bits are extracted that are not there",
        explanation: "`comb.extract` takes as many bits as its result has, from its lowest bit on; the operand must have them all.",
        example: "func.func @f(%a: i8) {\n  %0 = comb.extract %a from 6 : (i8) -> i3\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Extract fewer bits or begin further down, or widen the operand first with `comb.concat`.",
    }
    621 REPLICATE_WIDTH {
        title: "a result is no whole number of copies",
        explanation: "The width of the result of `comb.replicate` must be a multiple of the width of its operand.",
        example: "func.func @f(%a: i8) {\n  %0 = comb.replicate %a : (i8) -> i12\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the result a width that is a multiple, and extract from it what is needed.",
    }
    622 TRUTH_TABLE_SIZE {
        title: "a truth table has the wrong number of entries",
        explanation: "A table of n inputs has two to the power of n entries: one for each combination of the inputs.",
        example: "func.func @f(%a: i1) {\n  %0 = comb.truth_table %a, %a -> [true, false]\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write an entry for every combination, in the order of the numbers that the inputs make.",
    }
}
