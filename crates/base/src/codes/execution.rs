//! FR04xx: what can happen when a program is executed; and FR05xx: faults of our own.

super::rows! {
    400 UB_SHIFT {
        title: "undefined: shift by the width or more",
        explanation: "Shifting an N-bit integer by N or more has no defined result: `arith` calls it poison, and hardware \
            and C give different answers.",
        example: "func.func @main() -> i32 {\n  %a = arith.constant 1 : i32\n  %n = arith.constant 32 : i32\n  \
            %0 = arith.shli %a, %n : i32\n  return %0 : i32\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Mask the amount, or test it before the shift.",
    }
    401 UB_DIVISION {
        title: "undefined: division by zero or overflowing division",
        explanation: "Integer division and remainder are undefined for a divisor of zero, and signed ones also for the \
            smallest value divided by -1, whose quotient does not fit.",
        example: "func.func @main() -> i32 {\n  %a = arith.constant 1 : i32\n  %z = arith.constant 0 : i32\n  \
            %0 = arith.divsi %a, %z : i32\n  return %0 : i32\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Test the divisor before dividing.",
    }
    402 UB_OUT_OF_BOUNDS {
        title: "undefined: access outside of an array",
        explanation: "Every index of a load or store must be at least zero and less than the size of its dimension. The \
            message gives the indices and the shape.",
        example: "func.func @main() -> i32 {\n  %m = memref.alloc() : memref<4xi32>\n  %i = arith.constant 4 : index\n  \
            %0 = memref.load %m[%i] : memref<4xi32>\n  return %0 : i32\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Correct the loop bounds or the index arithmetic, or enlarge the array.",
    }
    403 UB_POISON {
        title: "undefined: a decision depends on poison",
        explanation: "Poison is the result of an operation whose promise was broken, such as an addition marked \
            `overflow<nsw>` that overflowed. It may be passed on, but not branched on, used as an address, stored as a \
            result or returned.",
        example: "func.func @main() -> i8 {\n  %a = arith.constant 127 : i8\n  \
            %0 = arith.addi %a, %a overflow<nsw> : i8\n  return %0 : i8\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Find the operation that made the poison, named in a note, and keep its promise or remove the flag.",
    }
    404 UB_UNINITIALISED {
        title: "undefined: memory is read before it is written",
        explanation: "Memory from `memref.alloc` and `memref.alloca` has no contents until they are stored.",
        example: "func.func @main() -> i32 {\n  %m = memref.alloc() : memref<4xi32>\n  %i = arith.constant 0 : index\n  \
            %0 = memref.load %m[%i] : memref<4xi32>\n  return %0 : i32\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Store to every element before loading it; a loop that clears the array is enough.",
    }
    405 UB_OTHER {
        title: "undefined behaviour of another kind",
        explanation: "The operation has no defined result for the values it was given; the message states the rule.",
        example: "",
        example_command: "",
        remedy: "Keep the program within the rule that the message states.",
    }
    406 STEP_LIMIT {
        title: "the limit of executed operations was reached",
        explanation: "Execution stops after a number of operations, so that a program that does not end still gives an \
            answer.",
        example: "func.func @main() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n",
        example_command: "flowright interp example.mlir --top main --max-steps 1000",
        remedy: "If the program is meant to run that long, raise the limit with `--max-steps`.",
    }
    407 MEMORY_LIMIT {
        title: "the limit of allocated memory was reached",
        explanation: "Execution stops when the arrays of the program together exceed a number of bytes.",
        example: "func.func @main() {\n  %m = memref.alloc() : memref<1000000x1000000xi64>\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Free arrays that are no longer used, or raise the limit with `--max-memory`.",
    }
    408 NOT_EXECUTABLE {
        title: "an operation or type that the interpreter does not run",
        explanation: "The operation is valid, but has no executable meaning here: it belongs to an unregistered dialect, is \
            only declared, or works on types without values.",
        example: "func.func private @g()\nfunc.func @main() {\n  call @g() : () -> ()\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Lower the operation to ones that can be run, or define the function.",
    }
    409 BAD_INPUT_VALUE {
        title: "an input value does not fit its parameter",
        explanation: "Values given for the parameters of a function must be of their types: integers in range, arrays of \
            the right shape, and as many values as parameters.",
        example: "func.func @main(%a: i8) -> i8 {\n  return %a : i8\n}\n",
        example_command: "flowright interp example.mlir --top main --args 1000",
        remedy: "Give one value for each parameter, of its type.",
    }
    410 NO_SUCH_FUNCTION {
        title: "there is no function of this name to run",
        explanation: "The function to run is named by `--top`; without it the module must have exactly one public function \
            with a body.",
        example: "func.func @f() {\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Name a function that the module defines; the hint lists some.",
    }
    411 ASSERTION_FAILED {
        title: "an assertion of the program failed",
        explanation: "The operand of a `cf.assert` was false; the message is the program's own.",
        example: "func.func @main() {\n  %c = arith.constant false\n  cf.assert %c, \"never\"\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Find out why the program's assumption does not hold for these inputs.",
    }
    412 CALL_DEPTH {
        title: "calls are nested too deeply",
        explanation: "The number of calls that may be open at once is limited. Endless recursion is the usual cause.",
        example: "func.func @main() {\n  call @main() : () -> ()\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Check that the recursion ends, or write it as a loop.",
    }
    413 UB_ALLOC {
        title: "undefined: use of freed memory, or a second free",
        explanation: "An array must not be accessed after `memref.dealloc`, is freed at most once, and only what came from \
            `memref.alloc` may be freed.",
        example: "func.func @main() {\n  %m = memref.alloc() : memref<4xi32>\n  memref.dealloc %m : memref<4xi32>\n  \
            memref.dealloc %m : memref<4xi32>\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Free the array once, after its last use.",
    }
    414 UB_STEP {
        title: "undefined: a loop's step is not positive",
        explanation: "The step of `scf.for` and `scf.parallel` must be greater than zero; with another step the number of \
            iterations is not defined.",
        example: "func.func @main() {\n  %a = arith.constant 0 : index\n  %b = arith.constant 4 : index\n  \
            scf.for %i = %a to %b step %a {\n  }\n  return\n}\n",
        example_command: "flowright interp example.mlir --top main",
        remedy: "Use a positive step; to count downwards, compute the index from an ascending one.",
    }
    415 PROGRAM_ABORTED {
        title: "the program gave up",
        explanation: "A C program called `abort`.",
        example: "#include <stdlib.h>\nint main(void) { abort(); }\n",
        example_command: "flowright interp example.c",
        remedy: "Find out why the program does so for these inputs.",
    }
    500 INTERNAL {
        title: "a fault of the tool itself",
        explanation: "Something happened that the tool's own rules exclude. The input may be right or wrong; the tool should \
            have said which.",
        example: "",
        example_command: "",
        remedy: "Please report it, with the input and the reproducer file that the message names.",
    }
}
