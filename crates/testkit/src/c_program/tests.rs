//! The generator and its minimiser, without `cc`.

use super::reduce::reduce;
use super::{generate, print};
use std::time::Duration;

#[test]
fn a_seed_is_a_program() {
    assert_eq!(print(&generate(5), ""), print(&generate(5), ""));
    assert_ne!(print(&generate(5), ""), print(&generate(6), ""));
}

#[test]
fn programs_have_everything_a_law_should_see() {
    let all: String = (0..400).map(|seed| print(&generate(seed), "")).collect();
    for part in [
        "_Bool",
        "signed char",
        "uint8_t",
        "short",
        "unsigned",
        "long long",
        "float",
        "double",
        "enum",
        "struct",
        "static",
        "const",
        "for (",
        "while (",
        "do {",
        "switch (",
        "case ",
        "default:",
        "break;",
        "continue;",
        "goto ",
        "return",
        "&&",
        "||",
        " ? ",
        "++",
        "--",
        "+=",
        "-=",
        "*=",
        "/=",
        "%=",
        "<<=",
        ">>=",
        "&=",
        "|=",
        "^=",
        "~",
        "!",
        "->",
        "memset(",
        "memcpy(",
        "memmove(",
        "malloc(",
        "calloc(",
        "free(",
        "rand()",
        "srand(",
        "CALL_KERNEL(",
        "NULL",
        "sizeof(",
        "sqrtf(",
        "__builtin_popcount(",
        "%a",
        "%*d",
    ] {
        assert!(all.contains(part), "no program has `{part}`");
    }
}

#[test]
fn programs_are_reduced_to_what_fails() {
    let fails = |program: &super::Program| print(program, "").contains("goto L");
    let seed = (0..).find(|seed| fails(&generate(*seed))).expect("there are such programs");
    let small = print(&reduce(&generate(seed), Duration::from_secs(60), &fails), "");
    // The function that keeps floats small, `main`, and the jump.
    assert!(small.lines().count() < 12, "{small}");
}
