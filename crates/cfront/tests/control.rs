//! Control flow as `cc` understands it: every way out of every construct in every other, switches, jumps, and counted loops of all types. All
//! functions go through one run of `cc`, and are executed by the interpreter as they are lowered and after `mem2reg` and `canonicalize`.

use base::{Bits, Diagnostic, Diagnostics};
use cfront::LowerOptions;
use cfront::preprocess::{Files, PreprocessOptions, preprocess};
use interp::{Interpreter, Value};
use ir::pass::PassArgs;
use ir::verify::verify;
use ir::{Ir, Op};
use std::fmt::Write;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// No header is read from the disk.
struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Lowers a file, with some of its functions as kernels, and says what is wrong.
fn try_lower(text: &str, top: &[String]) -> (Ir, Option<Op>, Diagnostics) {
    try_lower_with(text, LowerOptions { top: top.to_vec(), ..LowerOptions::default() })
}

fn try_lower_with(text: &str, options: LowerOptions) -> (Ir, Option<Op>, Diagnostics) {
    let mut ctx = ir::Context::new(dialects::all());
    let main = ctx.sources.add("test.c", text);
    let mut diagnostics = Diagnostics::new();
    let tokens =
        preprocess(&mut ctx.sources, main, &PreprocessOptions::default(), &mut NoFiles, &mut diagnostics);
    let unit = cfront::parse(&tokens, &mut diagnostics);
    let mut ir = Ir::new(ctx);
    let module = unit.and_then(|unit| cfront::lower(&mut ir, &unit, &options, &mut diagnostics));
    (ir, module, diagnostics)
}

/// As [`try_lower`] for a file that is right.
fn lower(text: &str, top: &[String]) -> (Ir, Op) {
    let (mut ir, module, mut diagnostics) = try_lower(text, top);
    let Some(module) = module else { panic!("{}", shown(&ir, &diagnostics)) };
    assert!(verify(&mut ir, module, &mut diagnostics), "{}", shown(&ir, &diagnostics));
    (ir, module)
}

fn run_passes(ir: &mut Ir, module: Op) {
    let mut diagnostics = Diagnostics::new();
    for pass in [&passes::MEM2REG, &passes::CANONICALIZE] {
        (pass.run)(ir, module, &PassArgs::defaults(pass), &mut diagnostics)
            .expect("the passes take all programs");
    }
    assert!(verify(ir, module, &mut diagnostics), "{}", shown(ir, &diagnostics));
}

fn shown_all(ir: &Ir, faults: Vec<Diagnostic>) -> String {
    let mut diagnostics = Diagnostics::new();
    faults.into_iter().for_each(|fault| diagnostics.push(fault));
    shown(ir, &diagnostics)
}

fn shown(ir: &Ir, diagnostics: &Diagnostics) -> String {
    base::render_all(diagnostics, &ir.ctx.sources, base::Style::Plain)
}

/// The numbers each function is called with.
const ARGUMENTS: Range<i64> = 0..6;

/// The names of the functions `unsigned f(int n)` of a text, in order.
fn functions(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.strip_prefix("unsigned ")?.strip_suffix("(int n) {"))
        .map(str::to_owned)
        .collect()
}

/// What the functions return when `cc` has compiled them, each for all arguments.
fn by_cc(name: &str, text: &str, functions: &[String], flags: &[&str]) -> Vec<Vec<u64>> {
    let mut program = format!("int printf(const char *, ...);\n{text}\nint main(void) {{\n");
    for function in functions {
        let Range { start, end } = ARGUMENTS;
        writeln!(
            program,
            "  for (int n = {start}; n < {end}; n++) printf(\"%u \", {function}(n));\n  printf(\"\\n\");"
        )
        .expect("a string takes all");
    }
    program.push_str("  return 0;\n}\n");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, program).expect("the folder of the test is there");
    let cc = Command::new("cc")
        .args(["-w", "-O0", "-std=gnu11"])
        .args(flags)
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .output();
    let cc = cc.expect("`cc` is part of the test set-up");
    assert!(cc.status.success(), "{}", String::from_utf8_lossy(&cc.stderr));
    let run = Command::new(&binary).output().expect("what `cc` made can run");
    assert!(run.status.success(), "the program made by `cc` fails");
    let numbers = |line: &str| line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    String::from_utf8_lossy(&run.stdout).lines().map(numbers).collect()
}

/// Checks that all functions of a text do what `cc` says.
fn check(name: &str, text: &str) {
    let functions = functions(text);
    let wanted = by_cc(name, text, &functions, &[]);
    assert_eq!(wanted.len(), functions.len(), "`cc` ran them all");
    let (mut ir, module) = lower(text, &functions);
    compare(&ir, module, &functions, &wanted, "as lowered");
    run_passes(&mut ir, module);
    compare(&ir, module, &functions, &wanted, "after mem2reg and canonicalize");
}

fn compare(ir: &Ir, module: Op, functions: &[String], wanted: &[Vec<u64>], when: &str) {
    let mut interpreter = Interpreter::new(ir, module);
    for (function, wanted) in functions.iter().zip(wanted) {
        let call = |n: i64| {
            let argument = Value::Scalar(Bits::from_i64(32, n), ir::Type::I32);
            let outcome = interpreter.call(function, vec![argument]);
            match outcome
                .unwrap_or_else(|faults| panic!("`{function}({n})` {when}: {}", shown_all(ir, faults)))
                .results[..]
            {
                [Value::Scalar(ref bits, _)] => bits.low_u64(),
                ref results => panic!("`{function}({n})` {when} gives {results:?}"),
            }
        };
        assert_eq!(ARGUMENTS.map(call).collect::<Vec<_>>(), *wanted, "`{function}` {when}");
    }
}

#[test]
fn written_by_hand() {
    check("by_hand", include_str!("control.c"));
}

/// A construct with statements in it. `{v}` is a variable of its own, `{body}` what is inside.
const CONSTRUCTS: [&str; 7] = [
    "{{body}}",
    "if ((t ^ n) % 4) {{body}} else t += 3;",
    "{v} = 0; while ({v} < n) { {v}++; {body} }",
    "{v} = 0; do { {v}++; {body} } while ({v} < n);",
    "for ({v} = 0; {v} < n; {v}++) {{body}}",
    "{v} = n; for (;;) { if ({v}-- <= 0) break; {body} }",
    "switch ((t + n) % 6) { case 4: t += 9; break; case 0: t += 8; case 1: {{body}} case 2: t += 5; break; case 5: t += 6; }",
];
/// What leaves one.
const EXITS: [&str; 7] =
    ["break;", "continue;", "return t + 1;", "goto inner;", "goto outer;", "goto end;", ";"];
/// On which condition. `{exit}` is what leaves; no text after it is without one.
const FORMS: [&str; 6] = [
    "if ((t ^ n) % 3 == 0) {exit}",
    "if ((t ^ n) % 3 == 0) { t += 2; {exit} } else t += 4;",
    "if ((t ^ n) % 3) t += 4; else { t += 2; {exit} }",
    "if ((t ^ n) % 3) { t++; if (t % 2) {exit} t += 6; }",
    "t += 3; {exit}",
    "switch ((t ^ n) % 3) { case 0: t++; case 1: if (t & 1) {exit} t += 2; break; default: t += 9; }",
];

/// One function for each pair of constructs, way to leave, and form.
fn shapes() -> String {
    let mut text = "#define T(k) t = t * 33 + k + i * 7 + j;\n".to_owned();
    let mut number = 0;
    for outer in CONSTRUCTS {
        for inner in CONSTRUCTS {
            for exit in EXITS {
                for (at, form) in FORMS.into_iter().enumerate() {
                    number += 1;
                    let is_loop = |construct: &str| construct.contains("while") || construct.contains("for");
                    let is_left = |construct: &str| is_loop(construct) || construct.starts_with("switch");
                    let in_loop = is_loop(outer) || is_loop(inner);
                    let second = ["break;", "continue;", "return t;", "goto outer;", "goto end;"][number % 5];
                    let second = match second {
                        "break;" if !is_left(outer) => "goto outer;",
                        "continue;" if !is_loop(outer) => "return t;",
                        second => second,
                    };
                    let allowed = match exit {
                        "break;" => is_left(outer) || is_left(inner) || form.starts_with("switch"),
                        "continue;" => in_loop,
                        _ => true,
                    };
                    // A third of them, in which every two parts meet: all of them take `cc` half a minute.
                    if !allowed || !(number / FORMS.len() + at).is_multiple_of(3) {
                        continue;
                    }
                    let innermost = format!("T(3) {} T(4)", form.replace("{exit}", exit));
                    let inside = inner.replace("{v}", "j").replace("{body}", &innermost);
                    let body =
                        format!("T(2) {inside} T(5) inner:; T(6) if ((t >> 2) % 5 == 0) {second} T(7)");
                    let all = outer.replace("{v}", "i").replace("{body}", &body);
                    writeln!(
                        text,
                        "unsigned f{number}(int n) {{\n  unsigned t = n; int i = 0, j = 0;\n  T(1)\n  {all}\n  T(8)\nouter:;\n  T(9)\nend:\n  return t;\n}}"
                    )
                    .expect("a string takes all");
                }
            }
        }
    }
    text
}

#[test]
fn every_exit_of_every_construct() {
    check("shapes", &shapes());
}

/// Loops that may be counted: a type, a start, a condition and a step. All of them end, and nothing overflows.
fn loops() -> String {
    const TYPES: [&str; 8] = [
        "signed char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long",
    ];
    const UP: [(&str, &str); 12] = [
        ("0", "i < n"),
        ("0", "i <= n"),
        ("0", "n > i"),
        ("0", "n + 2 >= i"),
        ("n", "i < 20"),
        ("n", "i <= 9L"),
        ("3", "i < (unsigned char)n"),
        ("0", "i < sizeof(int) * 3"),
        ("0", "i < (short)n + 1u"),
        ("n - 2", "i < (long)n"),
        ("1", "i < 100 + n && i < 12"),
        ("n & 3", "i < (n ? n : 4)"),
    ];
    const DOWN: [(&str, &str); 8] = [
        ("n", "i > 0"),
        ("n + 10", "i >= 5"),
        ("20", "i > n"),
        ("20", "i >= n + 3"),
        ("20", "n + 3 < i"),
        ("n + 7", "i >= 4u"),
        ("100", "i > (signed char)n + 80"),
        ("n * 2 + 9", "4 <= i"),
    ];
    let mut text = String::new();
    let mut number = 0;
    for ty in TYPES {
        let up = UP.iter().flat_map(|(start, condition)| {
            ["i++", "++i", "i += 1", "i += 2", "i = i + 3", "i = 1 + i"]
                .map(|step| (*start, *condition, step))
        });
        let down = DOWN.iter().flat_map(|(start, condition)| {
            ["i--", "--i", "i -= 2", "i = i - 3", "i += -1"].map(|step| (*start, *condition, step))
        });
        let same = [
            ("0", "i != 12", "i++"),
            ("0", "i != 12", "i += 3"),
            ("12", "i != 3", "i--"),
            ("2", "2 != i", "i++"),
        ];
        for (start, condition, step) in up.chain(down).chain(same) {
            number += 1;
            // Without a sign, these step over zero and go on.
            let over_zero = matches!(condition, "i > 0" | "i > n") && matches!(step, "i -= 2" | "i = i - 3");
            if over_zero && ty.starts_with("unsigned") {
                continue;
            }
            let body = match number % 3 {
                0 => "t = t * 7 + i; if (++rounds > 300) break;",
                1 => "t = t * 7 + i; if (t % 3 == 0) continue; t++;",
                _ => "t = t * 7 + i;",
            };
            let (before, after) = match number % 2 {
                0 => (format!("{ty} i; for (i = {start}; {condition}; {step})"), "t * 7 + (unsigned)i"),
                _ => (format!("for ({ty} i = {start}; {condition}; {step})"), "t"),
            };
            writeln!(
                text,
                "unsigned f{number}(int n) {{\n  unsigned t = n, rounds = 0;\n  {before} {{ {body} }}\n  return {after};\n}}"
            )
            .expect("a string takes all");
        }
    }
    text
}

#[test]
fn counted_loops_of_all_types() {
    check("loops", &loops());
}

/// Numbers that overflow are in no range that their operands tell.
#[test]
fn loops_when_arithmetic_wraps() {
    let text = "\
unsigned down(int n) {
  unsigned t = 0;
  for (int i = (n & 255) + 2147483645; i >= 2147483640; i--)
    t = t * 3 + (unsigned)i;
  return t;
}
unsigned up(int n) {
  unsigned t = 0;
  for (unsigned i = 2147483640u; i < (unsigned)((n & 255) + 2147483645); i++)
    t = t * 3 + i;
  return t;
}
";
    let functions = functions(text);
    let wanted = by_cc("wraps", text, &functions, &["-fwrapv"]);
    let options = LowerOptions { top: functions.clone(), wraps: true, ..LowerOptions::default() };
    let (ir, module, diagnostics) = try_lower_with(text, options);
    let module = module.unwrap_or_else(|| panic!("{}", shown(&ir, &diagnostics)));
    compare(&ir, module, &functions, &wanted, "as lowered");
}

/// The text of kernels after `mem2reg`, `canonicalize` and `dce`.
fn clean(text: &str, top: &[&str]) -> String {
    let top: Vec<String> = top.iter().map(|name| (*name).to_owned()).collect();
    let (mut ir, module) = lower(text, &top);
    run_passes(&mut ir, module);
    let mut diagnostics = Diagnostics::new();
    (passes::DCE.run)(&mut ir, module, &PassArgs::defaults(&passes::DCE), &mut diagnostics)
        .expect("it takes all programs");
    ir::text::print(&ir, module, ir::text::PrintOptions::default())
}

/// Kernels of the usual kinds, and what becomes of them: how many counted loops, how many others, and no memory and no flag for their control.
#[test]
fn usual_kernels_need_no_flags() {
    for (text, counted, others) in [
        (
            "int f(int di[10], int idx[10]) { int i, t = 0; for (i = 0; i < 10; i++) t += idx[i] * di[9 - i]; return t; }",
            1,
            0,
        ),
        (
            "void f(float a[4][5], float b[5][6], float c[4][6]) {
               for (unsigned i = 0; i < 4; i++) for (unsigned j = 0; j < 6; j++) {
                 float s = 0; for (unsigned k = 0; k < 5; k++) s += a[i][k] * b[k][j]; c[i][j] = s; } }",
            3,
            0,
        ),
        ("int f(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }", 0, 1),
        (
            "void f(int n, int row[11], int col[50], int val[50], int vec[10], int out[10]) {
               for (int i = 0; i < n; i++) { int t = 0;
                 for (int j = row[i]; j < row[i + 1]; j++) t += val[j] * vec[col[j]]; out[i] = t; } }",
            2,
            0,
        ),
        (
            "void f(int a[9], int n) { for (int i = n - 1; i >= 0; i--) { if (a[i] < 0) continue; a[i] = i; } }",
            1,
            0,
        ),
        (
            "int f(int n) { if (n < 0) return 1; if (n > 9) { n -= 3; return n * 2; } int s = 0;
               for (short i = 3; i <= 12; ++i) { if (i == n) continue; s += i; } return s; }",
            1,
            0,
        ),
        (
            "int f(int n) { switch (n) { case 0: n = 6; break; case 1: n += 5; break; case 7: if (n & 4) break; n = 2; break; default: n++; } return n; }",
            0,
            0,
        ),
        ("int f(int n) { int i = 0, s = 0; while (i < n) { s += i * i; i++; } return s; }", 1, 0),
    ] {
        let shown = clean(text, &["f"]);
        let count = |what: &str| shown.matches(what).count();
        assert_eq!((count("scf.for"), count("scf.while")), (counted, others), "{text}\n{shown}");
        for no in ["memref.alloca", "false", "i64"] {
            assert_eq!(count(no), 0, "`{no}` in:\n{text}\n{shown}");
        }
    }
}

#[test]
fn pragmas_are_attributes() {
    let text = "void f(int a[8], int n) {
        #pragma HLS pipeline II=2
        #pragma unroll 4
        for (int i = 0; i < 8; i++) a[i] = 0;
        #pragma HLS unroll
        while (a[n] > 0) a[n] -= n;
    }";
    let shown = clean(text, &["f"]);
    assert!(shown.contains("{pipeline = 2 : i32, unroll = 4 : i32}"), "{shown}");
    assert!(shown.contains("attributes {unroll = 0 : i32}"), "{shown}");
}

/// What is wrong with a text: each line of a message, and a part of it.
fn check_errors(text: &str, wanted: &[(u32, &str)]) {
    let (ir, module, diagnostics) = try_lower(text, &["f".to_owned()]);
    assert!(module.is_none(), "it is lowered: {text}");
    let all = shown(&ir, &diagnostics);
    let mut found = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    for (line, part) in wanted {
        let diagnostic = found.next().unwrap_or_else(|| panic!("no error says `{part}`:\n{all}"));
        let at = diagnostic.span.map(|span| ir.ctx.sources.locate(span).line);
        assert!(
            at == Some(*line) && diagnostic.message.contains(part),
            "not `{part}` in line {line}:\n{all}"
        );
    }
    assert_eq!(found.count(), 0, "more is wrong:\n{all}");
}

#[test]
fn jumps_that_are_refused() {
    check_errors(
        "int f(int n) {\nagain:\nn--;\nif (n > 0)\ngoto again;\nreturn n; }",
        &[(5, "goes backwards")],
    );
    check_errors(
        "int f(int n) {\nif (n == 1)\ngoto inside;\nwhile (n > 3) {\nn--;\ninside:\nn--;\n}\nreturn n; }",
        &[(3, "does not go to a later place")],
    );
    check_errors(
        "int f(int n) {\nswitch (n) {\ncase 0:\nwhile (n < 9) {\nn++;\ncase 1:\nn++;\n}\n}\nreturn n; }",
        &[(6, "a `case` inside of a statement")],
    );
    // One error does not hide another.
    check_errors(
        "int f(int n) {\na:\nn--;\nif (n)\ngoto a;\nwhile (n) {\nb:\nn--;\nif (n == 2)\ngoto b;\n}\nreturn n; }",
        &[(5, "goes backwards"), (10, "goes backwards")],
    );
}

#[test]
fn depth_is_bounded() {
    let chain = |count: usize| {
        let arms: String = (0..count).map(|i| format!("if (n == {i}) t = {i} * 3; else ")).collect();
        format!("int f(int n) {{ int t; {arms} t = 1; return t; }}")
    };
    let text = chain(100);
    let (ir, module) = lower(&text, &["f".to_owned()]);
    compare(&ir, module, &["f".to_owned()], &[vec![0, 3, 6, 9, 12, 15]], "as lowered");
    check_errors(&chain(190), &[(1, "nest more than"), (1, "nest more than")]);
    // Many loops one after the other, each with a way out of the function.
    let loops: String =
        (0..300).map(|i| format!("while (n > {i}) {{ if (n == 3) return {i}; n -= 2; }}\n")).collect();
    check("many_exits", &format!("unsigned f(int n) {{\n{loops}return n;\n}}"));
}

/// Programs that programs write: what takes the square of their size, or a power of two, does not end here.
#[test]
fn size_is_no_matter() {
    let each = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    let chain = format!(
        "int {} *p;\nint f(void) {{ {} p20000 = 0; return 0; }}",
        each(20_001, &|i| format!("*p{i},")),
        each(20_000, &|i| format!("p{i} = p{};\n", i + 1)),
    );
    let layers = format!(
        "int {} *p;\nint f(void) {{ {} return 0; }}",
        each(61, &|i| format!("*p{i}, *q{i},")),
        each(60, &|i| {
            let next = i + 1;
            format!("p{i} = p{next}; p{i} = q{next}; q{i} = p{next}; q{i} = q{next};\n")
        }),
    );
    let cases = each(5_000, &|i| format!("case {i}: n++;\n"));
    let cases = format!("int f(int n) {{ switch (n) {{ {cases} }} return n; }}");
    let labels = each(20_000, &|i| format!("l{i}: n++;\n"));
    let labels = format!("int f(int n) {{ {labels} return n; }}");
    for text in [chain, layers, cases, labels] {
        lower(&text, &["f".to_owned()]);
    }
}
