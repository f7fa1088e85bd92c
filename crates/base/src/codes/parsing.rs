//! FR01xx: from bytes to operations. What the text says cannot be read, or names something that is not there.

super::rows! {
    100 UNEXPECTED_CHARACTER {
        title: "a character that starts no token",
        explanation: "Outside of strings and comments, text consists of names, numbers, punctuation and the sigils \
            `%`, `^`, `@`, `#` and `!`. This character is none of them, or a sigil without a name after it.",
        example: "module { $ }\n",
        example_command: "flowright opt example.mlir",
        remedy: "Remove the character, or put the text it belongs to in a string.",
    }
    101 UNTERMINATED_STRING {
        title: "a string without its closing quote",
        explanation: "A string ends at the next `\"` on the same line. A line break inside a string is written `\\n`.",
        example: "module attributes {a = \"text} {}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Close the string before the end of the line.",
    }
    102 BAD_ESCAPE {
        title: "an unknown escape sequence in a string",
        explanation: "A backslash in a string is followed by `n`, `t`, `\\`, `\"` or two hexadecimal digits.",
        example: "module attributes {a = \"\\q\"} {}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the byte as two hexadecimal digits (`\\1B`), and a backslash as `\\\\`.",
    }
    103 BAD_NUMBER {
        title: "a number that cannot be read or does not fit",
        explanation: "The literal is malformed, has more digits than the tool accepts, or lies outside of the range \
            of its type: an integer attribute of type `i8` is between -128 and 255.",
        example: "module attributes {a = 300 : i8} {}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write a value of the type, or give the literal a wider type.",
    }
    104 UNEXPECTED_TOKEN {
        title: "something else was expected here",
        explanation: "The text does not follow the grammar at this place. The message says what was found and what \
            could have stood there.",
        example: "func.func @f(%a: i32 {\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Compare with the syntax of the operation; the generic form `\"dialect.op\"(…) : (…) -> …` always works.",
    }
    105 NESTING_TOO_DEEP {
        title: "regions, types or attributes are nested too deeply",
        explanation: "Nesting is limited so that no input can exhaust the stack. Text that people or compilers write \
            stays far below the limit.",
        example: "",
        example_command: "",
        remedy: "Flatten the structure; outlining inner regions into functions helps.",
    }
    106 UNDEFINED_VALUE {
        title: "use of a value that is not defined",
        explanation: "A name such as `%x` must be the result of an operation or the argument of a block that is \
            visible here. Values of a function or of another region isolated from above are not visible.",
        example: "func.func @f() -> i32 {\n  return %x : i32\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Define the value, or correct the name.",
    }
    107 REDEFINED_VALUE {
        title: "a value is defined twice",
        explanation: "In static single assignment form every name is defined once in its scope.",
        example: "func.func @f() {\n  %x = arith.constant 1 : i32\n  %x = arith.constant 2 : i32\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give one of the two definitions another name.",
    }
    108 UNDEFINED_BLOCK {
        title: "a branch to a block that is not defined",
        explanation: "A successor such as `^bb1` must be a block of the same region; blocks of other regions cannot be \
            branched to.",
        example: "func.func @f() {\n  cf.br ^bb1\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Define the block in this region, or correct the name.",
    }
    109 REDEFINED_BLOCK {
        title: "a block is defined twice",
        explanation: "Every block label is defined once in its region.",
        example: "func.func @f() {\n  cf.br ^a\n^a:\n  return\n^a:\n  return\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give one of the two blocks another label.",
    }
    110 UNKNOWN_OPERATION {
        title: "a known dialect has no such operation",
        explanation: "The part before the dot names a dialect that the tool knows, and that dialect has no operation \
            of this name. An operation of an unknown dialect is FR0111.",
        example: "func.func @f(%a: i32) -> i32 {\n  %0 = arith.plus %a, %a : i32\n  return %0 : i32\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the name; the hint shows the nearest one.",
    }
    111 UNKNOWN_DIALECT {
        title: "an operation, type or attribute of an unknown dialect",
        explanation: "The tool does not know the dialect. By default that is an error, since it is most often a \
            spelling mistake.",
        example: "\"toy.print\"() : () -> ()\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the name, or pass `--allow-unregistered-dialect` to keep such operations as they are.",
    }
    112 UNDEFINED_ALIAS {
        title: "use of an alias that is not defined",
        explanation: "`#name` and `!name` without a dot stand for an attribute or a type defined by `#name = …` or \
            `!name = …` at the top level of the file, before its use. Only location aliases may be defined after it.",
        example: "func.func private @f(!t)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Define the alias above its first use, or write the attribute or type out.",
    }
    113 REDEFINED_ALIAS {
        title: "an alias is defined twice",
        explanation: "Every attribute alias and every type alias is defined once in a file.",
        example: "!t = i32\n!t = i64\n",
        example_command: "flowright opt example.mlir",
        remedy: "Remove or rename one of the two definitions.",
    }
    114 TYPE_MISMATCH {
        title: "a value is used with another type than it was defined with",
        explanation: "Types are written at uses as well as at definitions, and the two must be equal: no value is \
            converted implicitly.",
        example: "func.func @f(%a: i32) -> i64 {\n  return %a : i64\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the type at the use, or convert the value, for instance with `arith.extsi` or `arith.trunci`.",
    }
    115 BAD_TYPE {
        title: "a type that does not exist or cannot be built",
        explanation: "The text has the form of a type, but its parameters are not allowed: an integer wider than 2^24 \
            - 1 bits, a vector dimension of zero, a memref of something that cannot be stored.",
        example: "func.func private @f(vector<0xi32>)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the parameter that the message names.",
    }
    116 BAD_ATTRIBUTE {
        title: "an attribute that does not exist or cannot be built",
        explanation: "The text has the form of an attribute, but its parts do not fit together: a `dense` literal whose \
            number of elements differs from its type's, a float literal of an integer type.",
        example: "module attributes {a = dense<[1, 2, 3]> : tensor<2xi32>} {}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the part that the message names.",
    }
    117 WRONG_COUNT {
        title: "numbers of operands, results or types differ",
        explanation: "The text gives a list of names and a list of types that belong together, or binds the results \
            of an operation to names, and the numbers do not agree.",
        example: "%0:2 = \"arith.constant\"() <{value = 1 : i32}> : () -> i32\n",
        example_command: "flowright opt example.mlir",
        remedy: "Add what is missing or remove what is too much; the message gives both numbers.",
    }
    118 BAD_LOCATION {
        title: "a location that cannot be read",
        explanation: "A location is `unknown`, `\"file\":line:column`, a name with an optional location in parentheses, \
            `callsite(… at …)`, `fused[…]`, or an alias of one of them.",
        example: "module {} loc(\"a.c\":99999999999:1)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the location, or remove it: locations are optional.",
    }
    119 BAD_AFFINE {
        title: "an affine map or set that cannot be read",
        explanation: "Affine expressions are sums and products with constants of the declared dimensions and symbols, \
            with `mod`, `floordiv` and `ceildiv` by a constant or symbol. A product of two dimensions is not affine, and \
            only declared names may be used.",
        example: "module attributes {a = affine_map<(d0, d1) -> (d0 * d1)>} {}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the expression in affine form, and declare every dimension and symbol in its list.",
    }
}
