//! FR106x: patterns that are run.

super::rows! {
    1060 NO_MATCHER {
        title: "there is no matcher",
        explanation: "Patterns on the level of `pdl_interp` are a module with a function `@matcher`, which takes the operation to be looked at, and \
            a module `@rewriters` of what is done with matches.",
        example: "",
        example_command: "",
        remedy: "Name the function that matches `@matcher`, and let it take one `!pdl.operation`.",
    }
    1061 UNKNOWN_NATIVE {
        title: "a function of the host is not there",
        explanation: "A pattern calls a function of the host by name, as a constraint or in a rewrite. The host knows those that were registered with it, and \
            constraints and rewrites are registered apart.",
        example: "",
        example_command: "",
        remedy: "Register the function under this name, or say in the pattern what it asks.",
    }
    1062 UNKNOWN_REWRITER {
        title: "a rewriter is not there or takes something else",
        explanation: "A `pdl_interp.record_match` names the function that gets the match. That is a `pdl_interp.func` whose arguments have the types of the inputs.",
        example: "",
        example_command: "",
        remedy: "Name a function of the module `@rewriters`, and give it what it takes.",
    }
    1063 MATCHER_OPERATION {
        title: "a matcher holds an operation that is not run there",
        explanation: "The function `@matcher` consists of operations of `pdl_interp` that fetch, compare and record. Those that make and replace stand in rewriters.",
        example: "",
        example_command: "",
        remedy: "Move the operation to a rewriter, or take it away.",
    }
    1064 MATCHER_CIRCLE {
        title: "a matcher goes in a circle",
        explanation: "A function of `pdl_interp` changes nothing that it asks for, so once its blocks lead back to where they have been, it does not end. What is done for each of \
            a range is a `pdl_interp.foreach`.",
        example: "",
        example_command: "",
        remedy: "Let every block lead to later ones only.",
    }
}
