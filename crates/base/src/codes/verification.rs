//! FR02xx: the text was read, and what it says breaks a rule of the IR or of an operation.

super::rows! {
    200 DOMINANCE {
        title: "a value is used where it may not have been computed",
        explanation: "The definition of a value must be executed before each of its uses on every path: it stands \
            earlier in the same block, or in a block through which all ways to the use lead.",
        example: "func.func @f(%c: i1) -> i32 {\n  cf.cond_br %c, ^a, ^b\n^a:\n  %x = arith.constant 1 : i32\n  \
            cf.br ^b\n^b:\n  return %x : i32\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Move the definition up, or pass the value along the branches as a block argument.",
    }
    201 OPERAND_TYPE {
        title: "an operand has a type that the operation does not take",
        explanation: "The operation's definition restricts the types of its operands, and this one is not among them.",
        example: "func.func @f(%a: f32) -> f32 {\n  %0 = \"arith.addi\"(%a, %a) : (f32, f32) -> f32\n  \
            return %0 : f32\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use the operation for that type (`arith.addf` for floats), or convert the value first.",
    }
    202 RESULT_TYPE {
        title: "a result has a type that the operation does not produce",
        explanation: "The operation's definition restricts the types of its results, or derives them from operands and \
            attributes, and this one is different.",
        example: "func.func @f(%a: i32) {\n  %0 = \"arith.cmpi\"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> i32\n  \
            return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the result type that the message names.",
    }
    203 TYPES_DIFFER {
        title: "types that must be equal differ",
        explanation: "The operation requires some of its operands and results to have one type. Nothing is extended or \
            converted implicitly.",
        example: "func.func @f(%a: i32, %b: i64) {\n  %0 = \"arith.addi\"(%a, %b) : (i32, i64) -> i32\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Convert one of the values, for instance with `arith.extsi` or `arith.trunci`.",
    }
    204 MISSING_ATTRIBUTE {
        title: "a required attribute is missing",
        explanation: "The operation has no meaning without this attribute.",
        example: "%0 = \"arith.constant\"() : () -> i32\n",
        example_command: "flowright opt example.mlir",
        remedy: "Add the attribute; in generic form it stands in `<{…}>`.",
    }
    205 ATTRIBUTE_KIND {
        title: "an attribute is of the wrong kind",
        explanation: "The operation's definition says what kind of attribute stands under this name, for instance a \
            64-bit integer or a symbol, and another kind was given.",
        example: "\"func.func\"() <{sym_name = 5 : i32, function_type = () -> ()}> ({}) : () -> ()\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give an attribute of the kind that the message names.",
    }
    206 OPERAND_COUNT {
        title: "an operation has the wrong number of operands",
        explanation: "The operation takes a fixed number of operands, or groups of them whose sizes do not add up to \
            what was given.",
        example: "func.func @f(%a: i32) {\n  %0 = \"arith.addi\"(%a) : (i32) -> i32\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the number of operands that the message names; check `operandSegmentSizes` if it has one.",
    }
    207 RESULT_COUNT {
        title: "an operation has the wrong number of results",
        explanation: "The operation produces a fixed number of results, or a number that follows from its regions or \
            attributes.",
        example: "func.func @f(%a: i32) {\n  \"arith.addi\"(%a, %a) : (i32, i32) -> ()\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the number of result types that the message names.",
    }
    208 REGION_SHAPE {
        title: "regions of the wrong number or shape",
        explanation: "The operation has a fixed number of regions, and may require each to be non-empty or to have a \
            single block.",
        example: "func.func @f(%c: i1) {\n  \"scf.if\"(%c) : (i1) -> ()\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Add or remove regions or blocks as the message says.",
    }
    209 SUCCESSOR {
        title: "successors that an operation cannot have",
        explanation: "An operation has as many successors as its kind says. Each is a block of the same region, and none is the \
            region's entry block, which is reached only from outside.",
        example: "func.func @f() {\n  cf.br ^entry\n^entry:\n  \"cf.br\"()[^entry, ^entry] : () -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Branch to blocks of the same region; put a block before the entry if a loop must come back to it.",
    }
    210 TERMINATOR {
        title: "a block does not end as it must",
        explanation: "A block of a control-flow region ends in a terminator, such as `func.return` or `cf.br`, and has \
            none before its end. Some operations also require a certain terminator.",
        example: "func.func @f() {\n  %x = arith.constant 1 : i32\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "End the block with the terminator that its region requires, and move operations after it elsewhere.",
    }
    211 DUPLICATE_SYMBOL {
        title: "two symbols of one name",
        explanation: "A symbol table, such as a module, holds every symbol name once.",
        example: "func.func private @f()\nfunc.func private @f()\n",
        example_command: "flowright opt example.mlir",
        remedy: "Rename one of them, or put it into a module of its own.",
    }
    212 UNDEFINED_SYMBOL {
        title: "a reference to a symbol that does not exist",
        explanation: "A reference such as `@f` is looked up in the symbol tables around its use, from the inside out, and \
            must find an operation of the kind that is needed there.",
        example: "func.func @f() {\n  call @g() : () -> ()\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Define the symbol, declare it (`func.func private @g()`), or correct the name.",
    }
    213 ISOLATION {
        title: "use of a value from outside an isolated region",
        explanation: "The regions of functions and modules are isolated from above: operations in them use only values \
            that are defined in them. In a text such a use is a value that is not defined (FR0106); this is about IR that \
            was built or changed by a program.",
        example: "",
        example_command: "",
        remedy: "Pass the value as an argument, or compute it inside.",
    }
    214 PARENT {
        title: "an operation stands in the wrong place",
        explanation: "The operation has a meaning only directly inside certain others: `func.return` inside a \
            `func.func`, `scf.condition` inside an `scf.while`.",
        example: "func.func @f(%c: i1) {\n  scf.if %c {\n    \"func.return\"() : () -> ()\n  }\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Move it into an operation that the message names, or use that region's own terminator.",
    }
    215 OP_INVARIANT {
        title: "a rule of this operation is broken",
        explanation: "Beyond the rules that all operations share, some have their own, and the message states the one \
            that does not hold.",
        example: "func.func @f(%a: i32) {\n  %0 = \"arith.extsi\"(%a) : (i32) -> i8\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Change the operation so that the stated rule holds; its documentation lists all of them.",
    }
    216 BLOCK_ARGUMENTS {
        title: "the arguments of a block are not what it is given",
        explanation: "The entry block of a region takes what the operation around it provides: a function's parameters, \
            a loop's induction variable and carried values. Any other block takes what each branch to it passes. Number and \
            types must agree.",
        example: "\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({\n^bb0(%a: i64):\n  \
            \"func.return\"() : () -> ()\n}) : () -> ()\n",
        example_command: "flowright opt example.mlir",
        remedy: "Make the block's arguments agree with the operation around it, or with the branches to it.",
    }
    217 CALL_SIGNATURE {
        title: "a call does not agree with the function's type",
        explanation: "A call passes exactly the arguments that the function declares and takes exactly its results; types \
            are compared for equality.",
        example: "func.func private @g(i32)\nfunc.func @f(%a: i64) {\n  call @g(%a) : (i64) -> ()\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Change the call or the function's type; convert arguments where types differ.",
    }
}
