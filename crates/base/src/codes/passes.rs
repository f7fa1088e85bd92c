//! FR03xx: passes, their names and options, and programs that a pass cannot treat.

super::rows! {
    300 UNKNOWN_PASS {
        title: "there is no pass of this name",
        explanation: "A pipeline is a list of pass names separated by commas, each with options in braces if it has any.",
        example: "module {}\n",
        example_command: "flowright opt example.mlir --passes canonicalise-all",
        remedy: "Correct the name; `flowright opt --list-passes` shows all of them.",
    }
    301 BAD_PASS_OPTION {
        title: "an option is not there, has no place here, or not with this value",
        explanation: "Options of a pass are written `pass{option=value option=value}`. An option of a command that goes \
            to a pass, such as `--queue-depth`, is refused with this code, too: where its value does not suit the kernel, \
            or where it would do nothing with another option. The message says which options there are, or what the value must be.",
        example: "module {}\n",
        example_command: "flowright opt example.mlir --passes canonicalize{no-such-option=1}",
        remedy: "Correct the option, or leave it out; `flowright opt --list-passes` shows the options of every pass, and `--help` those of a command.",
    }
    302 IRREDUCIBLE {
        title: "control flow that cannot be turned into structured loops",
        explanation: "A loop that can be entered at more than one block (irreducible control flow) has no equivalent in \
            `scf` operations without copying code.",
        example: "func.func @f(%c: i1) {\n  cf.cond_br %c, ^a, ^b\n^a:\n  cf.cond_br %c, ^b, ^e\n^b:\n  \
            cf.cond_br %c, ^a, ^e\n^e:\n  return\n}\n",
        example_command: "flowright opt example.mlir --passes lift-cf-to-scf",
        remedy: "Rewrite the program so that every loop is entered at one block, its header.",
    }
    303 PASS_BROKE_IR {
        title: "the IR is invalid after a pass",
        explanation: "The verifier accepted the IR before the pass and refuses it afterwards. This is a fault of the \
            pass, not of the input.",
        example: "",
        example_command: "",
        remedy: "Please report it with the reproducer file; leaving out the pass may get you further meanwhile.",
    }
    304 RECURSION {
        title: "a recursive call cannot be inlined",
        explanation: "The function calls itself, directly or through others, so that inlining its calls would never end. \
            A circuit has no call stack either.",
        example: "func.func @f(%a: i32) -> i32 {\n  %0 = call @f(%a) : (i32) -> i32\n  return %0 : i32\n}\n",
        example_command: "flowright opt example.mlir --passes inline{all=true}",
        remedy: "Write the recursion as a loop.",
    }
    305 NOT_CONVERTIBLE {
        title: "an operation that a conversion cannot treat where it stands",
        explanation: "A conversion between structured control flow and branches needs room for blocks around an `scf` operation, \
            and terminators whose ways it knows. Loops nested more than 24 deep are not made structured, because each level needs \
            several levels of regions and text may nest only so deep. Nothing is changed when there is one that it cannot treat.",
        example: "module {\n  scf.execute_region {\n    scf.yield\n  }\n}\n",
        example_command: "flowright opt example.mlir --passes scf-to-cf",
        remedy: "Move the operation into a function, or convert the operation around it first; move inner loops into functions of \
            their own.",
    }
}
