//! FR095x to FR098x: dialects that are defined in files. FR095x and FR096x are rules of `irdl` and of loading, FR097x what a loaded definition demands of
//! its instances, FR098x what a matcher chip does not take.

super::rows! {
    950 IRDL_DIALECT_NAME {
        title: "a dialect cannot have this name",
        explanation: "The name of a dialect stands before the dot of every operation. It is made of letters, digits, `_` and `$`, and does not begin with a digit or `$`.",
        example: "irdl.dialect @\"my dialect\" {\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Choose another name.",
    }
    951 IRDL_REPEATED {
        title: "a definition has two lists of one kind",
        explanation: "A definition lists its parameters, operands, results, attributes and regions at most once each.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    irdl.operands()\n    irdl.operands()\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Put everything into one list.",
    }
    952 IRDL_BODY_ARGUMENTS {
        title: "the body of a definition has arguments",
        explanation: "What is in the body of an `irdl.type`, `irdl.attribute` or `irdl.operation` is constraints and lists; nobody gives it values.",
        example: "irdl.dialect @d {\n  \"irdl.type\"() <{sym_name = \"t\"}> ({\n  ^bb0(%a: i32):\n  }) : () -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the definition in custom form, which has no arguments.",
    }
    953 IRDL_VARIADICITY {
        title: "a list has another number of variadicities than of slots",
        explanation: "Every operand and every result of a definition is `single`, `optional` or `variadic`; in generic form the attribute `variadicity` has an entry for each.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    \"irdl.operands\"(%0) <{variadicity = #irdl<variadicity_array[]>}> : (!irdl.attribute) -> ()\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the list in custom form, or correct the attribute.",
    }
    954 IRDL_ATTRIBUTE_NAMES {
        title: "a list has another number of names than of constraints",
        explanation: "Every constraint of `irdl.attributes` has a name; in generic form the attribute `attributeValueNames` has an entry for each.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    \"irdl.attributes\"(%0) <{attributeValueNames = []}> : (!irdl.attribute) -> ()\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the list in custom form, or correct the attribute.",
    }
    955 IRDL_REGION_SIZE {
        title: "a region of no blocks",
        explanation: "A region that says how many blocks it has, has at least one.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.region with size 0\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the number, or leave it out.",
    }
    956 IRDL_BASE {
        title: "a base is given twice or not at all",
        explanation: "`irdl.base` names a definition, `@dialect::@name`, or something that is registered, `\"!dialect.name\"`; one of both.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = \"irdl.base\"() : () -> !irdl.attribute\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give a reference or a name.",
    }
    957 IRDL_BASE_NAME {
        title: "the name of a base says neither type nor attribute",
        explanation: "The name of a base begins with `!` if it is a type and with `#` if it is an attribute.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.base \"builtin.integer\"\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Put `!` or `#` before the name.",
    }
    958 IRDL_SYMBOL {
        title: "a reference to a definition that is not there",
        explanation: "References are looked up where the dialect stands, so they begin with the name of a dialect: `@dialect::@name`. Later versions of MLIR look in the dialect itself. \
            They do not lead to other files: a type that an earlier file defines is `irdl.base \"!dialect.name\"`, or `irdl.is !dialect.name` if it has no parameters; attributes have `#`.",
        example: "irdl.dialect @d {\n  irdl.type @t\n  irdl.operation @o {\n    %0 = irdl.base @t\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the dialect before the name, or add the definition; name that of another file as a program does.",
    }
    959 IRDL_NOT_A_DEFINITION {
        title: "a reference to something that is no type and no attribute",
        explanation: "`irdl.base` and `irdl.parametric` refer to an `irdl.type` or an `irdl.attribute`.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.base @d::@o\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Refer to a type or an attribute.",
    }
    960 IRDL_EMPTY_CHOICE {
        title: "nothing to choose from",
        explanation: "`irdl.any_of` and `irdl.all_of` combine at least one constraint.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any_of()\n  }\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give it a constraint; what accepts everything is `irdl.any`.",
    }
    961 IRDL_ALTERNATIVES {
        title: "the order of alternatives would matter",
        explanation: "The first alternative of an `irdl.any_of` that accepts is taken. A dialect is loaded only if that cannot be another one in another order: no alternative is `irdl.any`, and no two are `irdl.parametric` of one definition. The rule is MLIR's.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    %1 = irdl.is i32\n    %2 = irdl.any_of(%0, %1)\n    irdl.operands(%2)\n  }\n}\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Leave out the other alternatives beside `irdl.any`; make one of two parametric ones, with `irdl.any_of` for its parameters.",
    }
    962 IRDL_PREDICATE {
        title: "a predicate in C++ cannot be loaded",
        explanation: "`irdl.c_pred` is a piece of C++ for tools that generate C++. Nothing can be checked with it at run time.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.c_pred \"true\"\n  }\n}\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Say it with the other constraints, or use `irdl.any`.",
    }
    963 IRDL_KNOWN_DIALECT {
        title: "a dialect of this name is there already",
        explanation: "The dialects that are built in, and those of all files that are loaded, have different names.",
        example: "irdl.dialect @arith {\n}\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Choose another name for the dialect.",
    }
    964 IRDL_UNKNOWN_BASE {
        title: "a base that is not registered",
        explanation: "The name of a base is that of a type or an attribute of `builtin`, of another built-in dialect, or of a dialect from a file that was given before.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.base \"!builtin.int\"\n  }\n}\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Correct the name; a definition in the same file is referred to as `@dialect::@name`.",
    }
    965 IRDL_VALUE {
        title: "a slot is not a constraint",
        explanation: "What a definition lists is made by the constraints in its body.",
        example: "\"irdl.dialect\"() <{sym_name = \"d\"}> ({\n^bb0(%0: !irdl.attribute):\n  irdl.operation @o {\n    irdl.operands(%0)\n  }\n}) : () -> ()\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Put the constraint into the body of the definition.",
    }
    966 IRDL_LIMIT {
        title: "more than can be loaded",
        explanation: "Constraints nest at most 64 deep, and there are fewer than 65,535 dialects.",
        example: "",
        example_command: "",
        remedy: "Split the definitions.",
    }
    967 IRDL_NO_DIALECT {
        title: "a file of definitions defines no dialect",
        explanation: "What a file makes known are the `irdl.dialect` in it.",
        example: "pdl.pattern : benefit(1) {\n  %root = operation \"d.o\"\n  rewrite %root {\n    erase %root\n  }\n}\n",
        example_command: "flowright opt example.mlir --irdl-file example.mlir",
        remedy: "Put the definitions into an `irdl.dialect`, or leave the file out.",
    }
    970 LOADED_PARAMETERS {
        title: "another number of parameters than the definition has",
        explanation: "A type or an attribute of a dialect that was defined in a file has the parameters that its definition lists.",
        example: "",
        example_command: "",
        remedy: "Give it as many parameters as the place that is shown lists.",
    }
    971 LOADED_CONSTRAINT {
        title: "something that a definition does not accept",
        explanation: "The definition of an operation, a type or an attribute in a file says what each of its slots accepts. A constraint that stands at several slots accepts one and the same at all of them.",
        example: "",
        example_command: "",
        remedy: "Compare the operation with its definition.",
    }
    972 LOADED_REGION {
        title: "a region that is not as the definition says",
        explanation: "The definition of an operation in a file says how many blocks a region has and how many arguments.",
        example: "",
        example_command: "",
        remedy: "Compare the operation with its definition.",
    }
    980 CHIP_REGION {
        title: "an operation with a region cannot be matched by a chip",
        explanation: "A matcher chip sees of an operation its code and where its operands come from. Everything else must follow from the code.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.region\n    irdl.regions(%0)\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Leave the operation out of the dialect for the chip.",
    }
    981 CHIP_ATTRIBUTE {
        title: "the chip `unit` takes no attributes and no constraints",
        explanation: "The chip `unit` is for dialects whose operations bear no attributes. It sees of an operation its code and where its operands come from, so that neither the definition of an operation may demand an attribute, nor a pattern ask for one or for what \
            a function of the host says. The engine for all patterns at once and the other chips take both: what is asked is worked out when the program is read.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.attributes {\"value\" = %0}\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir --engine chip --arch unit",
        remedy: "Take `--arch tags` or `--arch taps`, or make the attribute an operand: an immediate can be a value of a type of its own.",
    }
    982 CHIP_RESULTS {
        title: "an operation with several results cannot be matched by a chip",
        explanation: "A matcher chip sees of an operation its code and where its operands come from. Everything else must follow from the code.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.results(%0, %0)\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Split the operation.",
    }
    983 CHIP_VARIADIC {
        title: "an operation with a variable number of operands or results cannot be matched by a chip",
        explanation: "A matcher chip sees of an operation its code and where its operands come from. Everything else must follow from the code.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.operands(variadic %0)\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Define an operation for each number.",
    }
    984 CHIP_OPEN_TYPE {
        title: "an operand or a result without a fixed type cannot be matched by a chip",
        explanation: "A matcher chip sees of an operation its code and where its operands come from. Everything else must follow from the code. A constraint must accept one type: `irdl.is`, `irdl.base` or `irdl.parametric` of a type whose parameters are fixed, or a combination that leaves one.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.operands(%0)\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Define an operation for each type.",
    }
    985 CHIP_NO_TYPE {
        title: "an operand or a result that no type fits",
        explanation: "The constraint of the slot accepts no type, so there can be no such operation.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    %1 = irdl.is i64\n    %2 = irdl.all_of(%0, %1)\n    irdl.operands(%2)\n  }\n}\n",
        example_command: "flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --dialect example.mlir --patterns examples/matching/rv32i.mlir",
        remedy: "Correct the constraint.",
    }
}
