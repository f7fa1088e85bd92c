//! FR00xx: files and arguments, before a byte of them is understood.

super::rows! {
    1 UNREADABLE_FILE {
        title: "a file cannot be read",
        explanation: "The operating system refused to open or read an input file; the message carries its reason.",
        example: "",
        example_command: "",
        remedy: "Check the path and the permissions. `-` stands for standard input.",
    }
    2 INVALID_UTF8 {
        title: "a file is not UTF-8",
        explanation: "Source texts are UTF-8. The diagnostic names the first byte that does not belong to a valid \
            sequence, by its offset from the start of the file and by its line.",
        example: "",
        example_command: "",
        remedy: "Convert the file to UTF-8. If it is a binary file (MLIR bytecode, for instance), print it as text \
            first: `mlir-opt` does that.",
    }
    3 BAD_ARGUMENT {
        title: "an argument of the command does not make sense",
        explanation: "The command line was understood, but a value given in it is not one that the option takes, or \
            two options contradict each other.",
        example: "",
        example_command: "",
        remedy: "See `flowright COMMAND --help` for what the option takes.",
    }
    4 UNWRITABLE_FILE {
        title: "a file cannot be written",
        explanation: "The operating system refused to create or replace an output file. Output is written beside its \
            place and then renamed, so the folder must be writable, and an earlier file is left as it was.",
        example: "",
        example_command: "",
        remedy: "Check that the folder exists, is writable and has room.",
    }
    5 FILE_TOO_LARGE {
        title: "a file is larger than 4 GiB",
        explanation: "Places in a source text are 32-bit byte offsets, so one text has less than 4 GiB.",
        example: "",
        example_command: "",
        remedy: "Split the input into several files, and keep large constants in resources.",
    }
    6 BAD_STIMULUS {
        title: "a stimulus does not fit the circuit",
        explanation: "A stimulus is lines of values between commas: first the names of all inputs that are no clocks, in any \
            order, then a line for every cycle. Values are decimal, or hexadecimal after `0x`, and fit their inputs. \
            What is compared with other simulators has at least one cycle, and no more than can be held at once.",
        example: "",
        example_command: "",
        remedy: "Correct the line; `flowright sim --record` writes such a file.",
    }
    7 TOOL_FAILED {
        title: "another program cannot be run, or failed",
        explanation: "Flowright runs Verilator and Icarus Verilog to compare its simulator with theirs. The program is missing, \
            refused what it was given, or ran out of time; what it said is in the message.",
        example: "",
        example_command: "",
        remedy: "Install the program (`verilator`, `iverilog`), or choose the other one with `--engine`. If it refused what \
            Flowright wrote, please report it.",
    }
    8 NO_SUCH_PORT {
        title: "a port that the circuit does not have",
        explanation: "A command names an input to set or an output to wait for, and the module has no such port, or it is a clock, which \
            rises by itself.",
        example: "hw.module @m(in %en : i1, out done : i1) {\n  hw.output %en : i1\n}\n",
        example_command: "flowright sim example.mlir --until dnoe",
        remedy: "Correct the name; names are those of the module's text.",
    }
    9 WAVE_FORMAT {
        title: "a wave file of an unknown format",
        explanation: "The ending of the file's name says what is written: `.fst` is small and fast, `.vcd` is text that every viewer reads.",
        example: "hw.module @m(in %en : i1, out done : i1) {\n  hw.output %en : i1\n}\n",
        example_command: "flowright sim example.mlir --waves example.waves",
        remedy: "Name the file `.fst` or `.vcd`.",
    }
}
