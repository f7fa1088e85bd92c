//! `printf` writes every format byte for byte as the C library does.

use base::Rng;
use testkit::cc::{CcOptions, difference, ours, theirs};
use testkit::scratch::Scratch;

/// How many calls there are; one program has them all.
const CALLS: usize = 2000;

/// Values of each kind, as C text, with the ends of their ranges.
const INTS: &[&str] = &["0", "1", "-1", "42", "-12345", "2147483647", "(-2147483647 - 1)", "255", "65536"];
const LONGS: &[&str] =
    &["0L", "-1L", "9223372036854775807L", "(-9223372036854775807L - 1)", "1234567890123L"];
const FLOATS: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "0.1",
    "2.5",
    "3.5",
    "0.5",
    "123456.789",
    "1e10",
    "1e-10",
    "9.9999999e99",
    "5e-324",
    "1.7976931348623157e308",
    "0.00012345",
    "99999.95",
    "0.000099999",
    "1e15",
    "123456789.0",
    "1.0 / 3.0",
    "1.0 / 0.0",
    "-1.0 / 0.0",
    "(double)0.1f",
];

/// A call of `printf` with one conversion.
fn call(rng: &mut Rng) -> String {
    // The flags that mean something for the conversion, and whether a precision does.
    let (conversion, value, flags, precise) = match rng.below(8) {
        0..=2 => {
            let (letter, flags) = *rng.pick(&[
                ("d", "-+ 0"),
                ("i", "-+ 0"),
                ("u", "-0"),
                ("x", "-#0"),
                ("X", "-#0"),
                ("o", "-#0"),
            ]);
            let (length, values) =
                *rng.pick(&[("hh", INTS), ("h", INTS), ("l", LONGS), ("", INTS), ("", INTS)]);
            (format!("{length}{letter}"), *rng.pick(values), flags, true)
        }
        3 => ("c".to_string(), "'x'", "-", false),
        4 => ("s".to_string(), "\"text\"", "-", true),
        _ => (
            rng.pick(&["f", "F", "e", "E", "g", "G", "a", "A"]).to_string(),
            *rng.pick(FLOATS),
            "-+ #0",
            true,
        ),
    };
    let flags: String = flags.chars().filter(|_| rng.chance(1, 4)).collect();
    let width = if rng.bool() { String::new() } else { rng.between(1, 25).to_string() };
    let precision = if precise && rng.bool() { format!(".{}", rng.below(20)) } else { String::new() };
    format!("  printf(\"[%{flags}{width}{precision}{conversion}]\\n\", {value});\n")
}

#[test]
fn printf_writes_what_the_c_library_writes() {
    let mut rng = Rng::new(7);
    let calls: String = (0..CALLS).map(|_| call(&mut rng)).collect();
    let stars = "  printf(\"[%*d|%-*d|%.*f]\\n\", 7, 42, -9, 5, 3, 2.0 / 3.0);\n";
    let text = format!("#include <stdio.h>\nint main(void) {{\n{calls}{stars}  return 0;\n}}\n");
    let folder = Scratch::new();
    let path = folder.file("formats.c", &text);
    let options = CcOptions { flags: vec!["-O0".into()], ..CcOptions::default() };
    let shown = (ours(&path, &options), theirs(&path, &options));
    let (Ok(ours), Ok(theirs)) = &shown else { panic!("{shown:?}") };
    assert_eq!(ours.output.lines().count(), CALLS + 1);
    let line = ours.output.lines().zip(theirs.output.lines()).position(|(a, b)| a != b);
    let what = line.map(|line| text.lines().nth(line + 2).unwrap_or(""));
    assert_eq!(difference(ours, theirs), None, "{what:?}");
}
