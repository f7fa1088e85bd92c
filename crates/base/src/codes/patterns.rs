//! FR10xx: patterns. FR1000 to FR1019 are rules of `pdl`, those from FR1020 on of `pdl_interp`, those from FR1040 on of making matchers of patterns.

super::rows! {
    1000 PATTERN_END {
        title: "a pattern does not end in a rewrite",
        explanation: "The last operation of a `pdl.pattern` is its `pdl.rewrite`, which says what happens to a match.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  %1 = result 0 of %0\n  func.return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "End the pattern with `rewrite %root { … }`, or with `rewrite %root with \"function\"`.",
    }
    1001 PATTERN_FOREIGN {
        title: "a pattern holds an operation of another dialect",
        explanation: "A pattern describes operations with `pdl.operation`; it does not contain them. Everything in it, also in its \
            rewrite, is an operation of `pdl`.",
        example: "pdl.pattern : benefit(1) {\n  %0 = arith.constant 1 : i32\n  %1 = operation \"arith.ori\"\n  \
            rewrite %1 with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Describe the operation with a `pdl.operation` that has its name.",
    }
    1002 PATTERN_EMPTY {
        title: "a pattern has no operation to match",
        explanation: "A match is a match of operations, so a pattern has at least one `pdl.operation` directly in it. Those in its \
            rewrite are made and not matched.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operand\n  apply_native_constraint \"is_new\"(%0 : !pdl.value)\n  \
            rewrite with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Add a `pdl.operation`, with a name or without.",
    }
    1003 PATTERN_DISCONNECTED {
        title: "the operations of a pattern do not hang together",
        explanation: "A matcher goes from one operation to the next through values. Operations and values that the rewrite uses are reached \
            from each other that way.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  %1 = operation \"arith.andi\"\n  \
            rewrite %0 with \"reduce\"(%1 : !pdl.operation)\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Let one operation use a result of the other, or write two patterns.",
    }
    1004 PATTERN_UNBOUND {
        title: "nothing uses what is matched",
        explanation: "An operand, an operation, or a type or an attribute without a constant, that nothing in the pattern uses does not say what is \
            matched. A `pdl.result` alone is no use.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operand\n  %1 = operation \"arith.ori\"\n  rewrite %1 with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use it in a `pdl.operation`, a constraint or the rewrite, or take it away.",
    }
    1005 REWRITE_TYPES {
        title: "the result types of a new operation cannot be told",
        explanation: "An operation that a rewrite makes has result types that follow from its operands by its definition, or from the operation \
            that it replaces; or they are given, as constants, as types of what was matched, or by a function of the host.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operand\n  %1 = operation \"arith.trunci\"(%0 : !pdl.value)\n  rewrite %1 {\n    \
            %2 = operation \"arith.extsi\"(%0 : !pdl.value)\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the types with `-> (%type : !pdl.type)`, where `%type` has a constant or is the type of something in the match.",
    }
    1006 REWRITE_NAME {
        title: "a new operation has no name",
        explanation: "In a match, a `pdl.operation` without a name is any operation. One that a rewrite makes is one operation.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0 {\n    %1 = operation\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the name of the operation in quotes.",
    }
    1007 ATTRIBUTE_NAMES {
        title: "names and values of attributes differ in number",
        explanation: "The attributes of a `pdl.operation` or a `pdl_interp.create_operation` are a list of names and as many values.",
        example: "pdl.pattern : benefit(1) {\n  %0 = \"pdl.operation\"() <{attributeValueNames = [\"a\"], \
            operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pdl.operation\n  rewrite %0 with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the attributes as `{\"name\" = %value}`, which gives both.",
    }
    1008 REWRITE_ATTRIBUTE {
        title: "an attribute in a rewrite has no value",
        explanation: "In a match, a `pdl.attribute` may be any attribute. In a rewrite it is a constant.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0 {\n    %1 = attribute\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give its value, as in `attribute = 1 : i32`, or get it with `apply_native_rewrite`.",
    }
    1009 ATTRIBUTE_TYPE_AND_VALUE {
        title: "an attribute has both a type and a value",
        explanation: "The value of a `pdl.attribute` has a type of its own.",
        example: "pdl.pattern : benefit(1) {\n  %0 = type : i32\n  %1 = attribute : %0 = 1 : i32\n  \
            %2 = operation \"arith.constant\" {\"value\" = %1}\n  rewrite %2 with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out one of them.",
    }
    1010 NATIVE_ARGUMENTS {
        title: "a function of the host is called with nothing",
        explanation: "A constraint is about its arguments, so it has at least one. A function in a rewrite has arguments or results.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0 {\n    apply_native_rewrite \"reduce\"\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Hand it what it is about.",
    }
    1011 NATIVE_RESULT {
        title: "a constraint gives an operation",
        explanation: "A function that is asked about a match may give attributes, types and values, but no operation: a match has the \
            operations that the pattern names.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  \
            %1 = apply_native_constraint \"find\"(%0 : !pdl.operation) : !pdl.operation\n  rewrite %0 with \"reduce\"\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Match the operation with a `pdl.operation`, or find it in the rewrite.",
    }
    1012 RANGE_ELEMENTS {
        title: "a range is made of different things",
        explanation: "A range holds values or types, and what it is made of is one of these or a range of them.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operand\n  %1 = type\n  \
            %2 = operation \"arith.ori\"(%0 : !pdl.value) -> (%1 : !pdl.type)\n  rewrite %2 {\n    \
            %3 = range %0, %1 : !pdl.value, !pdl.type\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Make a range of the values and a range of the types.",
    }
    1013 REPLACEMENT {
        title: "an operation is replaced twice over",
        explanation: "The replacement is another operation, whose results are taken, or it is a list of values.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operand\n  %1 = operation \"arith.ori\"(%0 : !pdl.value)\n  rewrite %1 {\n    \
            %2 = operation \"arith.andi\"(%0 : !pdl.value)\n    replace %1 with (%0 : !pdl.value) %2\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out the operation or the values.",
    }
    1014 RESULTS_TYPE {
        title: "all results of an operation are no single value",
        explanation: "Without a number `pdl.results` gives all results, which are a range.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  \
            %1 = \"pdl.results\"(%0) : (!pdl.operation) -> !pdl.value\n  rewrite %0 with \"reduce\"(%1 : !pdl.value)\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use `result 0 of %operation`, or the number of a group.",
    }
    1015 REWRITE_REGION {
        title: "a rewrite by a function has operations, too",
        explanation: "A rewrite is done by a function of the host, or by the operations in its region.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0 with \"reduce\" {\n    erase %0\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out the name, and call the function with `apply_native_rewrite` in the region.",
    }
    1016 REWRITE_MISSING {
        title: "a rewrite does not say what to do",
        explanation: "A rewrite has the name of a function of the host, or a region with operations.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write what to do in `{ … }`, or name a function with `with \"function\"`.",
    }
    1017 REWRITE_ARGUMENTS {
        title: "a rewrite has arguments but no function",
        explanation: "The arguments of a rewrite are those of the function that does it. The operations in its region use the values of the \
            match as they are.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  \
            \"pdl.rewrite\"(%0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> ({\n    \
            \"pdl.erase\"(%0) : (!pdl.operation) -> ()\n  }) : (!pdl.operation, !pdl.operation) -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out the arguments.",
    }
    1018 REWRITE_BLOCK {
        title: "the block of a rewrite has arguments",
        explanation: "Nothing gives values to the block of a rewrite: its operations use those of the match.",
        example: "pdl.pattern : benefit(1) {\n  %0 = operation \"arith.ori\"\n  rewrite %0 {\n  ^bb0(%1: !pdl.value):\n    erase %0\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out the arguments.",
    }
    1019 PDL_RANGE_TYPE {
        title: "there is no such range",
        explanation: "A range holds attributes, operations, types or values: `!pdl.range<value>`. It holds no ranges and no types of other \
            dialects, and the name of what it holds has no `!pdl.` before it.",
        example: "pdl_interp.func @f(%0: !pdl.range<range<value>>) {\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write one of `attribute`, `operation`, `type` and `value`.",
    }
    1020 SWITCH_CASES {
        title: "values and blocks of a switch differ in number",
        explanation: "Each value of a switch of `pdl_interp` has a block, besides the default block.",
        example: "pdl_interp.func @f(%0: !pdl.type) {\n  pdl_interp.switch_type %0 to [i32, i64](^bb1) -> ^bb1\n^bb1:\n  \
            pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give as many blocks as values.",
    }
    1021 INFERRED_AND_GIVEN {
        title: "result types are both inferred and given",
        explanation: "A `pdl_interp.create_operation` has its result types as operands, or it has them inferred.",
        example: "pdl_interp.func @f(%0: !pdl.type) {\n  %1 = \"pdl_interp.create_operation\"(%0) <{name = \"arith.constant\", \
            inputAttributeNames = [], inferredResultTypes, operandSegmentSizes = array<i32: 0, 0, 1>}> : \
            (!pdl.type) -> !pdl.operation\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave out the types or `inferredResultTypes`.",
    }
    1022 NOT_INFERABLE {
        title: "result types cannot be inferred",
        explanation: "With `<inferred>` the result types follow from operands and attributes by the definition of the operation. That of the \
            named operation does not say so, or its dialect has no such operation.",
        example: "pdl_interp.func @f(%0: !pdl.value) {\n  \
            %1 = pdl_interp.create_operation \"arith.extsi\"(%0 : !pdl.value) -> <inferred>\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the result types, `-> (%type : !pdl.type)`.",
    }
    1023 FOREACH_ARGUMENT {
        title: "a loop over a range has no variable",
        explanation: "The region of a `pdl_interp.foreach` has one argument: the one of the range that a round is about.",
        example: "pdl_interp.func @f(%0: !pdl.range<operation>) {\n  \"pdl_interp.foreach\"(%0)[^bb1] ({\n    \
            pdl_interp.continue\n  }) : (!pdl.range<operation>) -> ()\n^bb1:\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write `pdl_interp.foreach %variable : !pdl.operation in %range { … }`.",
    }
    1024 FOREACH_TYPE {
        title: "a loop's variable is not what its range holds",
        explanation: "The argument of the region of a `pdl_interp.foreach` has the type of the elements of the range.",
        example: "pdl_interp.func @f(%0: !pdl.range<operation>) {\n  \"pdl_interp.foreach\"(%0)[^bb1] ({\n  ^bb0(%1: !pdl.value):\n    \
            pdl_interp.continue\n  }) : (!pdl.range<operation>) -> ()\n^bb1:\n  pdl_interp.finalize\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the variable the type of the elements.",
    }
    1040 PATTERN_UNREACHED {
        title: "no way leads a matcher to a part of a pattern",
        explanation: "A matcher begins at the root of a pattern and gets to everything else through operands, results and users of values. To this \
            part it finds no way: it belongs to no operation of the pattern (as a result with an index below 0 does), or to one that shares no value with the root.",
        example: "pdl.pattern : benefit(1) {\n  %a = attribute\n  apply_native_constraint \"is_wide\"(%a : !pdl.attribute)\n  \
            %root = operation \"example.op\"\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --passes pdl-to-pdl-interp",
        remedy: "Use it in an operation of the pattern, or give operations a value in common.",
    }
    1041 PATTERN_ROOTS {
        title: "a pattern has too many operations that nothing in it uses, or they are too far apart",
        explanation: "Each operation that no other operation of the pattern uses has to be connected with the root, and the cheapest of all ways between them is looked for. There may be 145, or 96 where the rewrite names no root, as each is tried then. A way goes up from a value to its users, and each such step is a loop in the one before: all ways together may have 144.",
        example: "",
        example_command: "",
        remedy: "Name the root in the rewrite, or make several patterns of it.",
    }
    1042 MATCHER_NAME {
        title: "a module with patterns has a symbol that its matcher would have",
        explanation: "The patterns of a module become a function `@matcher` and a module `@rewriters` beside each other.",
        example: "func.func private @matcher()\npdl.pattern : benefit(1) {\n  %root = operation \"example.op\"\n  rewrite %root {\n    \
            erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --passes pdl-to-pdl-interp",
        remedy: "Give the symbol another name, or put the patterns into a module of their own.",
    }
    1043 REWRITE_UNKNOWN {
        title: "a rewrite uses a type before anything says which it is",
        explanation: "In a rewrite, a type without a constant is the result type of an operation that is made. That operation comes before other uses, and its result types follow from its \
            operands or from what it replaces.",
        example: "pdl.pattern : benefit(1) {\n  %root = operation \"example.op\"\n  rewrite %root {\n    %t = type\n    \
            %new = operation \"example.new\" -> (%t : !pdl.type)\n    erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --passes pdl-to-pdl-interp",
        remedy: "Give the type a constant, `type : i32`, or take one of the match.",
    }
    1044 PATTERN_SIZE {
        title: "a pattern has too many operations",
        explanation: "A pattern may have 4,096 operations to match. What there is to ask, and in which order, takes time and memory that go with the square of their number. For `compiled` and chips, operations without a name count as all that they could be: 1,048,576 of all patterns together.",
        example: "",
        example_command: "",
        remedy: "Match parts of it with patterns of their own.",
    }
    1045 PATTERN_ATTRIBUTE_AGAIN {
        title: "an operation of a pattern names an attribute twice",
        explanation: "An operation has one attribute of a name, so a second value for it would be asked for, or given, in vain.",
        example: "pdl.pattern : benefit(1) {\n  %a = attribute = 1 : i32\n  %b = attribute = 2 : i32\n  \
            %root = operation \"example.op\" {\"n\" = %a, \"n\" = %b}\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --passes pdl-to-pdl-interp",
        remedy: "Take one of the two away, or write two patterns.",
    }
}
