//! FR08xx: streams and elastic circuits, and programs that cannot become one.

super::rows! {
    830 NO_KERNEL {
        title: "it is not clear which function becomes a circuit",
        explanation: "A circuit is made of one function: the one that the option `top` names, those that are marked with the attribute `kernel`, or the only \
            one there is. A function that others call is none, because a circuit cannot be called.",
        example: "",
        example_command: "",
        remedy: "Name the function with the option `top`; inline the calls of it, or leave the callers out of the module.",
    }
    831 NO_STREAM_OPERATION {
        title: "an operation or a value that has no place in a circuit",
        explanation: "A circuit is made of arithmetic on numbers, of loads and stores, and of control flow. Calls that are left, values that are \
            no numbers, and arrays that are chosen while the program runs have no counterpart in it.",
        example: "",
        example_command: "",
        remedy: "Inline calls; write the choice between arrays as a choice between their elements.",
    }
    832 UNKNOWN_ARRAY {
        title: "an access to an array that cannot be told before the circuit runs",
        explanation: "Every load and store is wired to the memory of one array: an argument, an allocation of the function, or a global, seen directly \
            or through casts and subviews.",
        example: "",
        example_command: "",
        remedy: "Access the array itself in each of the cases.",
    }
    833 ARRAY_SHAPE {
        title: "an array whose sizes or layout a circuit cannot have",
        explanation: "The elements of an array lie in a memory row after row, so all sizes must be known, except for the first of an argument. Elements \
            are numbers.",
        example: "",
        example_command: "",
        remedy: "Give the array a fixed size.",
    }
}
