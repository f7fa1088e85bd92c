//! FR106x: patterns that are run.

super::rows! {
    1060 NO_MATCHER {
        title: "there is no matcher",
        explanation: "Patterns on the level of `pdl_interp` are a module with a function `@matcher`, which takes the operation to be looked at, and \
            a module `@rewriters` of what is done with matches.",
        example: "pdl_interp.func @match(%root: !pdl.operation) {\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Name the function that matches `@matcher`, and let it take one `!pdl.operation`.",
    }
    1061 UNKNOWN_NATIVE {
        title: "a function of the host is not there",
        explanation: "A pattern calls a function of the host by name, as a constraint or in a rewrite. The host knows those that were registered with it, and \
            constraints and rewrites are registered apart. The command line has the constraints that `docs/matching.md` lists, and no rewrites.",
        example: "pdl_interp.func @matcher(%root: !pdl.operation) {\n  pdl_interp.apply_constraint \"is_wide\"(%root : !pdl.operation) -> ^bb1, ^bb1\n^bb1:\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Call one that is there, register the function under this name if you use the library, or say in the pattern what it asks.",
    }
    1062 UNKNOWN_REWRITER {
        title: "a rewriter is not there or takes something else",
        explanation: "A `pdl_interp.record_match` names the function that gets the match. That is a `pdl_interp.func` whose arguments have the types of the inputs.",
        example: "pdl_interp.func @matcher(%root: !pdl.operation) {\n  pdl_interp.record_match @rewriters::@reduce : benefit(1), loc([%root]) -> ^bb1\n^bb1:\n  pdl_interp.finalize\n}\nmodule @rewriters {\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Name a function of the module `@rewriters`, and give it what it takes.",
    }
    1063 MATCHER_OPERATION {
        title: "a matcher holds an operation that is not run there",
        explanation: "The function `@matcher` consists of operations of `pdl_interp` that fetch, compare and record. Those that make and replace stand in rewriters. Their blocks have no arguments, but for the first of a function and of a loop.",
        example: "pdl_interp.func @matcher(%root: !pdl.operation) {\n  pdl_interp.erase %root\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Move the operation to a rewriter, or take it away; use a value where it is made, which other blocks may do, too.",
    }
    1064 MATCHER_CIRCLE {
        title: "a matcher goes in a circle",
        explanation: "A function of `pdl_interp` changes nothing that it asks for, so once its blocks lead back to where they have been, it does not end. What is done for each of \
            a range is a `pdl_interp.foreach`.",
        example: "pdl_interp.func @matcher(%root: !pdl.operation) {\n  pdl_interp.branch ^bb1\n^bb1:\n  pdl_interp.is_not_null %root : !pdl.operation -> ^bb1, ^bb2\n^bb2:\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Let every block lead to later ones only.",
    }
    1065 REWRITE_IMPOSSIBLE {
        title: "a rewrite cannot be carried out",
        explanation: "A rewrite takes away what nobody uses any more, replaces results by as many values, and makes operations of values that are there, with result types that are given or follow, of which there are no more than 65,536, as of operands. \
            A function of the host may fail only before anything is changed.",
        example: "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\npdl.pattern : benefit(1) {\n  %a = operand\n  %b = operand\n  %type = type\n  %root = operation \"arith.addi\"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Replace an operation whose results are in use, instead of erasing it, and make what is new before that.",
    }
    1066 REWRITE_INVALID {
        title: "a rewrite leaves IR that is not valid",
        explanation: "What a rewrite makes, and what uses it, is verified before anything else looks at it, and the whole module once more in the end. The diagnostics beside this one say what is wrong.",
        example: "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\npdl.pattern : benefit(1) {\n  %a = operand\n  %b = operand\n  %type = type\n  %root = operation \"arith.addi\"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)\n  rewrite %root {\n    %new = operation \"arith.muli\"(%a : !pdl.value) -> (%type : !pdl.type)\n    replace %root with %new\n  }\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Let the rewrite make operations as they are defined, with values of the types that their users want.",
    }
    1067 REWRITE_LIMIT {
        title: "patterns are applied too often",
        explanation: "Patterns are applied until none of them matches. Where one makes what it matches itself, or two undo each other, that is never. So the tool gives up after a number of rewrites, or of operations that they make, that grows with the program. \
            Patterns that do come to an end may need more, as those that sort a long row by exchanging neighbours.",
        example: "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\npdl.pattern : benefit(1) {\n  %a = operand\n  %b = operand\n  %type = type\n  %root = operation \"arith.addi\"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)\n  rewrite %root {\n    %new = operation \"arith.addi\"(%b, %a : !pdl.value, !pdl.value) -> (%type : !pdl.type)\n    replace %root with %new\n  }\n}\n",
        example_command: "flowright opt example.mlir --pdl example.mlir",
        remedy: "Let every rewrite make something simpler: fewer operations, or other ones than those that are matched. Where the patterns do come to an end, let one rewrite do what many did.",
    }
    1068 MATCH_STEPS {
        title: "matching at an operation takes too long",
        explanation: "Where a pattern has several operations that nothing in it uses, the others are looked for among the users of what they have in common: loops that stand in each other, \
            which take as many steps as the product of the numbers of users. A matcher or a rewriter may take 4,194,304 steps in loops at a root, to which each element of a range that it makes is added; users that have not the name that is asked for next are none.",
        example: "func.func @f(%0: i32) {\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  \"example.a\"(%0) : (i32) -> ()\n  return\n}\n\
            pdl.pattern : benefit(1) {\n  %0 = operand\n  %1 = operation \"example.a\"(%0 : !pdl.value)\n  %2 = operation \"example.a\"(%0 : !pdl.value)\n  %3 = operation \"example.a\"(%0 : !pdl.value)\n  %4 = operation \"example.a\"(%0 : !pdl.value)\n  %5 = operation \"example.a\"(%0 : !pdl.value)\n  %6 = operation \"example.a\"(%0 : !pdl.value)\n  %7 = operation \"example.a\"(%0 : !pdl.value)\n  %8 = operation \"example.a\"(%0 : !pdl.value)\n  rewrite %1 with \"example.f\"(%2, %3, %4, %5, %6, %7, %8 : !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation)\n}\n",
        example_command: "flowright match example.mlir --patterns example.mlir --engine interp",
        remedy: "Match the operations with patterns of their own, or let them have a value in common that few operations use.",
    }
    1069 NATIVE_CALL {
        title: "a constraint is called with something else than it takes",
        explanation: "The constraints that the command line has are asked about one attribute and give nothing but yes or no. Called with more or with something else, or asked for a result, \
            none of them could answer; so all engines refuse the pattern.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %root = operation \"rv32i.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
            apply_native_constraint \"is_zero\"(%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Call it with one `!pdl.attribute` and take no result. `docs/matching.md` has a list of the constraints.",
    }
}
