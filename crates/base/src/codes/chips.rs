//! FR107x and FR108x: what chips, and the engine for all patterns at once, do not take.

super::rows! {
    1070 MATCH_UNKNOWN {
        title: "a pattern names an operation of no dialect",
        explanation: "The engine for all patterns at once and chips know the operations of the dialects that they are given, by what IRDL fixes of \
            them. The pattern names another one.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %root = operation \"rv32i.nothing\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Give the dialect's file with `--dialect`, or match with `flowright match --engine interp`, which needs no dialects.",
    }
    1071 MATCH_USERS {
        title: "a pattern goes from values to their users",
        explanation: "Matching begins at the root and goes from operations to what makes their operands. An operation of the pattern that is not \
            below the root would have to be found among the users of a value; there may be many, and a chip that sees a program once does \
            not have them.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %root = operation \"rv32i.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %root\n  %user = operation \"rv32i.or\"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %user\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Make the operation that uses all others the root, or match with `flowright match --engine interp`.",
    }
    1072 MATCH_NATIVE {
        title: "a constraint is no question about one operation",
        explanation: "A chip sees of an operation its code, where its operands come from, and facts that were worked out before; the engine for all patterns at once sees the same. What a \
            function of the host says is such a fact, if it is asked about one operation of the pattern, its attributes, operands, results and types, and about constants, and if it gives nothing but yes or no. The constraints of the command line are; this is said of functions that a program which uses the library brings.",
        example: "",
        example_command: "",
        remedy: "Ask about each operation on its own, or match with the engine that runs PDL-Interp.",
    }
    1073 MATCH_RANGE {
        title: "a pattern has a range",
        explanation: "The engine for all patterns at once and chips take operations with a fixed number of operands, each of them a value of its \
            own.",
        example: "pdl.pattern : benefit(1) {\n  %all = operands\n  %t = type\n  %root = operation \"rv32i.or\"(%all : !pdl.range<value>) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Name the operands one by one, or match with `flowright match --engine interp`.",
    }
    1074 MATCH_OPEN_TYPE {
        title: "a pattern compares types that are not fixed",
        explanation: "A type that a pattern names at several operations must be the same at all of them. IRDL fixes the types of every operation, \
            so that this follows from their codes; but operations without a name may have several codes, and then it does not.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %any = operation(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %any\n  %root = operation(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --dialect examples/dialects/const32.irdl.mlir --patterns example.mlir",
        remedy: "Give the operations names, or the type a constant.",
    }
    1075 MATCH_ATTRIBUTE {
        title: "a pattern compares attributes of several operations",
        explanation: "What a pattern asks about the attributes of one operation is a fact about it, worked out before the engine or chip sees it. \
            That two operations have the same attribute is not one, and neither is that its type is that of another attribute.",
        example: "pdl.pattern : benefit(1) {\n  %t = type\n  %k = attribute\n  %one = operation \"const32.value\" {\"value\" = %k} -> (%t : !pdl.type)\n  %0 = result 0 of %one\n  %other = operation \"const32.value\" {\"value\" = %k} -> (%t : !pdl.type)\n  %1 = result 0 of %other\n  %root = operation \"arith32.addi\"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --dialect examples/dialects/const32.irdl.mlir --patterns example.mlir",
        remedy: "Give the attribute a constant value, or match with `flowright match --engine interp`.",
    }
    1076 MATCH_FACTS {
        title: "patterns ask too many questions about single operations",
        explanation: "A set of patterns may ask 64 different questions about attributes and by constraints; each is a bit of an operation.",
        example: "",
        example_command: "",
        remedy: "Split the set, or match with `flowright match --engine interp`.",
    }
    1077 MATCH_FOREIGN {
        title: "an operation of no dialect could be a match",
        explanation: "A pattern has an operation without a name, which may be any operation with as many operands and results. The program has one \
            of a dialect that was not given, so that nothing of it is known.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %b = operand\n  %t = type\n  %root = operation (%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/arith32.irdl.mlir --irdl-file examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Give the dialect's file with `--dialect`, give the pattern's operation a name, or match with `flowright match --engine interp`.",
    }
    1078 MATCH_NEVER {
        title: "a pattern can never match",
        explanation: "No operation of the dialects is what the pattern asks for. It is kept, so that the numbers of the others do not change, and \
            never counted.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %root = operation \"rv32i.or\"(%a, %a : !pdl.value, !pdl.value)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Look at the number of operands and results and at the types: a `pdl.operation` without `->` has no results.",
    }
    1079 MATCH_MANY {
        title: "too many operations or patterns",
        explanation: "There may be 65,533 operations, and for the engine that runs PDL-Interp 32,767 patterns in a module.",
        example: "",
        example_command: "",
        remedy: "Load fewer dialects, or split the patterns into several modules or files.",
    }
    1080 MATCH_NO_PATTERN {
        title: "a file of patterns has none",
        explanation: "A file that is given with `--patterns` or `--pdl` has at least one `pdl.pattern`, or the `pdl_interp.func @matcher` that patterns were lowered to, directly in a module. \
            The engine `compiled` and chips take `pdl.pattern`s alone: they see trees of operations, which a matcher does not show.",
        example: "func.func private @f()\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Give another file, or match with `flowright match --engine interp` what is in `pdl_interp`.",
    }
    1081 CHIP_UNITS {
        title: "a chip cannot have as many units as a pattern needs",
        explanation: "A unit takes a record as its root and then sees the records that follow. Its next root comes as many records later as there are units, and \
            all operations that the pattern can reach have to come before it: the depth of the pattern less one, times the window, and one more. Of all patterns and streams together there may be 4,096 units.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %inner = operation \"rv32i.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %inner\n  %root = operation \"rv32i.or\"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir --engine chip --arch unit --units 3",
        remedy: "Take a smaller window with `--window`; give other `--units`, or leave that away; or take another chip, `--arch tags`.",
    }
    1082 STREAM_FILE {
        title: "a file is no stream for these patterns",
        explanation: "A stream is made for a set of patterns and a chip with a window: what its numbers mean depends on all of them. The file says what it was made for, and has a check \
            that tells when it was cut or changed. Of dialects and patterns it has a number that is made of all of them, the key.",
        example: "FLWRSTRM and nothing more\n",
        example_command: "flowright match example.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Make the stream anew from its program with `flowright match --save`, with the same dialects, patterns, `--arch` and `--window`.",
    }
    1083 MATCH_RESULT_AGAIN {
        title: "a result is used again, and the second use is free",
        explanation: "A pattern that uses a value twice asks for one value in both places. Of a `pdl.operand` MLIR 19 takes it so, and of two `pdl.result`s of \
            one operation; but of one `pdl.result` that is used twice it looks at the first use alone, and any value may stand at the second. All engines do what MLIR does.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %inner = operation \"rv32i.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %inner\n  %root = operation \"rv32i.or\"(%0, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir",
        remedy: "Write a `pdl.result` for every use.",
    }
    1084 CHIP_SIZE {
        title: "a chip would be larger than any device",
        explanation: "The chip `taps` has a choice for every operation of every pattern, among the records in which it can be: as many as the window has for each level below the root. The chip `tags` keeps a word for \
            every record of the window, with a bit for each tree that stands below an operation of a pattern and the identity of each value that is compared further up. The units of `unit` have a register for each operation of their pattern, and results of small patterns wait in registers for those of larger ones. All have limits beyond which no device has room for them, nor a disk for what they are written as.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %b = operand\n  %t = type\n  %inner = operation \"rv32i.or\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %inner\n  %other = operation \"rv32i.and\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %1 = result 0 of %other\n  %root = operation \"rv32i.or\"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright chip --dialect examples/dialects/rv32i.irdl.mlir --patterns example.mlir --arch taps --window 65536 -o chip",
        remedy: "Take a smaller window with `--window`, or `--arch tags` in the place of `--arch taps`; make several chips of the patterns.",
    }
    1085 MATCH_SIZE {
        title: "a program has too many operands that patterns may look at",
        explanation: "For `compiled` and chips, a program is a table of its operations, and it has a column for each number of an operand that some pattern follows or compares, of whatever operation. \
            One wide operation in a pattern makes a wide table of the whole program.",
        example: "",
        example_command: "",
        remedy: "Match the patterns with wide operations by themselves, or with `flowright match --engine interp`.",
    }
}
