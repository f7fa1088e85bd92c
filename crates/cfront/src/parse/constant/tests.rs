//! Random constant expressions, their types and values compared with those of the C compiler of this machine.

use super::super::expr::tests::expression;
use super::*;
use base::Rng;
use std::fmt::Write as _;
use std::process::Command;

const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
];

fn literal(rng: &mut Rng) -> String {
    let width = *rng.pick(&[4, 8, 16, 31, 32, 33, 62, 63]);
    let bits = rng.edgy_bits(width).low_u64();
    match rng.below(10) {
        0 => format!("0x{bits:x}{}", rng.pick(&["", "u", "l", "ul", "ll", "ULL"])),
        1 => format!("0{bits:o}{}", rng.pick(&["", "U", "L", "lu", "LL", "llu"])),
        2 => format!("'{}'", rng.pick(&["a", "\\0", "\\xff", "\\n", "\\200", "z"])),
        3 => format!("{}.{}{}", rng.below(100), rng.pick(&["0", "5", "25", "1"]), rng.pick(&["", "f"])),
        4 => rng.pick(&["1e10", "0.0", "3e38f", "1e-40f", "16777217.0f", "1e300"]).to_string(),
        5 => format!("sizeof({})", rng.pick(TYPES)),
        6 => format!("{}", rng.below(4)),
        _ => format!("{bits}{}", rng.pick(&["", "", "", "u", "l", "ul", "ll", "ull"])),
    }
}

fn random_expression(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 {
        return literal(rng);
    }
    let part = |rng: &mut Rng| random_expression(rng, depth - 1);
    match rng.below(12) {
        0 => literal(rng),
        1 => format!("({})({})", rng.pick(TYPES), part(rng)),
        2 => format!("{}({})", rng.pick(&["-", "~", "!", "+", "- -", "!!"]), part(rng)),
        3 => format!("(({}) ? ({}) : ({}))", part(rng), part(rng), part(rng)),
        4 => format!("(({}) {} {})", part(rng), rng.pick(&["<<", ">>"]), rng.below(40)),
        5 => format!("sizeof({})", part(rng)),
        // Without parentheses, so that precedence counts.
        6 | 7 => {
            let operators = ["+", "-", "*", "|", "&", "^", "<", ">=", "==", "!=", "&&", "||"];
            let mut text = literal(rng);
            for _ in 0..rng.below(5) {
                let _ = write!(text, " {} {}", rng.pick(&operators), literal(rng));
            }
            format!("({text})")
        }
        _ => {
            let operators =
                ["+", "-", "*", "/", "%", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"];
            format!("(({}) {} ({}))", part(rng), rng.pick(&operators), part(rng))
        }
    }
}

/// The type and the bits of what we make of an expression; none if it is wrong or undefined.
fn ours(text: &str) -> Option<String> {
    let (expr, name) = expression(text)?;
    let bits = match (&expr.kind, &expr.ty) {
        (ExprKind::Int(value), Type::Int(ty)) => resize(value, *ty, 64).low_u64(),
        // The sign of a NaN is not specified.
        (ExprKind::Float(value), _) if !value.is_nan() => value.to_bits(),
        _ => return None,
    };
    Some(format!("{name} {bits:x}"))
}

/// The same from the C compiler, of all expressions at once.
fn theirs(expressions: &[String]) -> Vec<String> {
    let mut program = String::from(
        "#include <stdio.h>\n#include <string.h>\n#define T(e) _Generic((e), signed char: \"char\"",
    );
    for ty in TYPES {
        let name = match *ty {
            "unsigned" => "unsigned int",
            other => other,
        };
        let _ = write!(program, ", {ty}: \"{name}\"");
    }
    program.push_str(
        ")\nstatic unsigned long long f(double d) { unsigned long long b; memcpy(&b, &d, 8); return b; }\n\
         static unsigned long long i(long long v) { return v; }\n\
         #define B(e) _Generic((e), float: f, double: f, default: i)(e)\n\
         int main(void) {\n",
    );
    for text in expressions {
        let _ = writeln!(program, "printf(\"%s %llx\\n\", T({text}), B({text}));");
    }
    program.push_str("return 0; }\n");
    let base = std::env::temp_dir().join(format!("flowright-constants-{}", std::process::id()));
    let (source, binary) = (base.with_extension("c"), base.with_extension("out"));
    std::fs::write(&source, program).expect("the program can be written");
    let compiled =
        Command::new("cc").args(["-std=gnu11", "-w", "-O0", "-o"]).arg(&binary).arg(&source).output();
    let compiled = compiled.expect("a C compiler is installed as `cc`");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().expect("the program runs");
    let _ = (std::fs::remove_file(&source), std::fs::remove_file(&binary));
    String::from_utf8_lossy(&run.stdout).lines().map(str::to_string).collect()
}

#[test]
fn constants_are_those_of_the_c_compiler() {
    let mut rng = Rng::new(20_31);
    let texts: Vec<String> = (0..4000).map(|case| random_expression(&mut rng, 1 + case % 4)).collect();
    let (mut known, mut values) = (Vec::new(), Vec::new());
    for text in texts {
        if let Some(value) = ours(&text) {
            known.push(text);
            values.push(value);
        }
    }
    assert!(known.len() > 2000, "only {} expressions are constant", known.len());
    let expected = theirs(&known);
    assert_eq!(expected.len(), known.len());
    for ((text, ours), theirs) in known.iter().zip(&values).zip(&expected) {
        assert_eq!(ours, theirs, "{text}");
    }
}

#[test]
fn undefined_constants_are_not_computed() {
    for text in [
        "2147483647 + 1",
        "-(-2147483647 - 1)",
        "1 / 0",
        "1 % 0",
        "1 << 32",
        "1 >> -1",
        "(int)1e10",
        "(-2147483647 - 1) / -1",
    ] {
        assert_eq!(ours(text), None, "{text}");
    }
    // What is not evaluated may be undefined.
    for (text, value) in [
        ("0 && 1 / 0", "int 0"),
        ("1 || 1 / 0", "int 1"),
        ("1 ? 2 : 1 / 0", "int 2"),
        ("sizeof(1 / 0)", "unsigned long 4"),
    ] {
        assert_eq!(ours(text).as_deref(), Some(value), "{text}");
    }
}

#[test]
fn bit_precise_integers_are_not_promoted() {
    let table = [
        ("3wb", "_BitInt(3) 3"),
        ("0wb", "_BitInt(2) 0"),
        ("0uwb", "unsigned _BitInt(1) 0"),
        ("(_BitInt(4))7 + (_BitInt(3))1", ""),
        ("(unsigned _BitInt(4))15 + (unsigned _BitInt(4))1", "unsigned _BitInt(4) 0"),
        ("(_BitInt(32))1 + 1", "int 2"),
        ("(_BitInt(33))1 + 1", "_BitInt(33) 2"),
        ("(unsigned _BitInt(31))1 + -2", "int ffffffffffffffff"),
        ("(_BitInt(8))1 + (_Bool)1", "int 2"),
        ("-(_BitInt(5))3", "_BitInt(5) fffffffffffffffd"),
    ];
    for (text, expected) in table {
        assert_eq!(ours(text).unwrap_or_default(), expected, "{text}");
    }
}
