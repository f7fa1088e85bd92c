//! FR07xx: the C front end. FR070x is the text and the preprocessor, FR071x the language, FR073x what cannot become a circuit's program.

super::rows! {
    700 C_TEXT {
        title: "a character or a literal that C does not have",
        explanation: "The text has a character outside of strings and comments that no token begins with, a string, character or \
            comment that does not end, or a number that is none.",
        example: "int main(void) { return 0x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Correct the place that is shown.",
    }
    701 C_DIRECTIVE {
        title: "a preprocessor directive is wrong",
        explanation: "The line begins with `#`, but its word is unknown, its operands are not what it takes, its `#if` has no `#endif` (or \
            the other way round), or it is an `#error`.",
        example: "#if 1\nint main(void) { return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Correct the directive; every `#if` needs an `#endif`.",
    }
    702 C_INCLUDE {
        title: "a header is not there",
        explanation: "`#include \"x.h\"` looks beside the file that says it and in the directories of `-I`; `#include <x.h>` in those of `-I` and \
            among the headers that are built in. `flowright interp --help` lists these.",
        example: "#include \"missing.h\"\nint main(void) { return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Correct the name, or give its directory with `-I`.",
    }
    703 C_MACRO {
        title: "a macro is defined or used wrongly",
        explanation: "A macro has another number of arguments than its definition, `#` is not before a parameter, `##` does not make a token, a \
            name is defined again in another way, or replacement does not come to an end.",
        example: "#define ADD(a, b) ((a) + (b))\nint main(void) { return ADD(1); }\n",
        example_command: "flowright interp example.c",
        remedy: "Give the macro as many arguments as its definition has parameters.",
    }
    710 C_SYNTAX {
        title: "the text is not C",
        explanation: "Something else had to come at the place that is shown.",
        example: "int main(void) { return 0 }\n",
        example_command: "flowright interp example.c",
        remedy: "Correct the text at the place.",
    }
    711 C_TOO_DEEP {
        title: "the text is nested too deeply",
        explanation: "Expressions, statements, declarators, conditions and included files nest up to a fixed depth, so that no text exhausts the \
            stack.",
        example: "",
        example_command: "",
        remedy: "Split the expression or the statement.",
    }
    712 C_UNDECLARED {
        title: "a name is not declared",
        explanation: "A variable, function, type, member or label is used that no declaration in sight introduces.",
        example: "int main(void) { return x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Declare it first, or include the header that does.",
    }
    713 C_REDECLARED {
        title: "a name is declared twice",
        explanation: "Two declarations of a block give one name different meanings, or define it twice.",
        example: "int main(void) { int x = 0; float x = 1; return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Rename one of the two.",
    }
    714 C_TYPE {
        title: "the type does not fit",
        explanation: "An operator, a call, an assignment, an initialiser or a declaration has an operand whose type it does not take.",
        example: "int main(void) { int a[3]; return a * 2; }\n",
        example_command: "flowright interp example.c",
        remedy: "The message says which type is there and which would fit.",
    }
    715 C_CONSTANT {
        title: "a value has to be known when the program is compiled",
        explanation: "Sizes of arrays, values of `case` and of enumerations and initialisers of static objects are constant expressions, \
            and must be in range.",
        example: "int n = 3;\nint main(void) { static int x = n; return x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Write a constant, a macro or an enumerator.",
    }
    716 C_READ_ONLY {
        title: "something constant is assigned to",
        explanation: "The place is `const`, or no place at all.",
        example: "int main(void) { const int x = 1; x = 2; return x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Assign to something else, or remove `const`.",
    }
    717 C_CALL {
        title: "the arguments of a call are not those of the function",
        explanation: "A call has another number of arguments than the function has parameters, or calls what is no function or has no body.",
        example: "int f(int x) { return x; }\nint main(void) { return f(1, 2); }\n",
        example_command: "flowright interp example.c",
        remedy: "Give an argument for every parameter.",
    }
    718 C_JUMP {
        title: "a jump has nowhere to go",
        explanation: "`break` or `continue` stands outside of loops, `case` outside of `switch`, or a label is missing or is there twice.",
        example: "int main(void) { break; return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Move the statement into a loop or a `switch`, or add the label.",
    }
    719 C_FORMAT {
        title: "the format of `printf` does not fit its arguments",
        explanation: "The format is a string literal, and for each of its conversions there is an argument of the type that it prints.",
        example: "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1.5); return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Correct the conversion, or convert the argument.",
    }
    720 C_PRAGMA {
        title: "a pragma has no effect",
        explanation: "Pragmas that ask for unrolling or pipelining are kept on the loop behind them, but elastic circuits take no notice of them; that is said \
            once for a kernel. Other pragmas are not known.",
        example: "#pragma omp parallel\nint main(void) { return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Remove it if it was meant to have an effect.",
    }
    721 C_SUSPICIOUS {
        title: "the program is accepted, but probably not what was meant",
        explanation: "The compiler takes the text as C does; the message says what is odd about it.",
        example: "int main(void) { int x = 300000000000; return x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Write what is meant; a cast says that it is meant so.",
    }
    730 C_UNSUPPORTED {
        title: "a part of C that cannot be compiled to a circuit",
        explanation: "The construct has no meaning without a processor and its memory (function pointers, `setjmp`, inline assembly, \
            arrays of variable length), or is not supported. The message says what to write instead.",
        example: "int main(void) { int (*f)(int) = 0; return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Write what the message proposes.",
    }
    731 C_RECURSION {
        title: "a function calls itself",
        explanation: "Functions are part of those that call them, so a function that calls itself, directly or by way of others, would be a circuit \
            without end. The message names the way around.",
        example: "int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(3); }\n",
        example_command: "flowright interp example.c",
        remedy: "Write a loop, with an array as stack if one is needed.",
    }
    732 C_POINTER {
        title: "a pointer whose array is not known",
        explanation: "Every array is a memory of its own, so the array that a pointer points into must be known when the program is compiled, and be \
            one array for the whole life of the pointer. For the same reason a kernel does not write to memory that it is given twice, or is given and also \
            uses by name.",
        example: "int main(void) {\n  int a[2] = {1, 2}, b[2] = {3, 4};\n  int *p = a;\n  p = b;\n  return *p;\n}\n",
        example_command: "flowright interp example.c",
        remedy: "Use one pointer for each array, or put both arrays into one and choose by index.",
    }
    733 C_TEST_BENCH_ONLY {
        title: "a kernel calls what only a test bench can do",
        explanation: "Printing, random numbers, allocation and ending the program happen outside of a circuit, so `main` and what it \
            calls as a helper may do them, but no kernel.",
        example: "#include <stdlib.h>\n#include \"dynamatic/Integration.h\"\n\
            int f(int x) { return x + rand(); }\nint main(void) { CALL_KERNEL(f, 1); return 0; }\n",
        example_command: "flowright interp example.c",
        remedy: "Do it in `main` and give the kernel the value.",
    }
    734 C_NO_ENTRY {
        title: "there is no function to run",
        explanation: "A C file is executed by its `main`, which is the test bench; `--top` names another function to run with `--args`.",
        example: "int f(int x) { return x; }\n",
        example_command: "flowright interp example.c",
        remedy: "Add `int main(void)`, or name a function by `--top`.",
    }
}
