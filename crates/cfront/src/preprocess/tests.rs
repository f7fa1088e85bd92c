//! Tests of the preprocessor: text in, tokens or diagnostics out.

use super::*;
use crate::token::IntSuffix;
use base::Severity;

/// Files in memory.
#[derive(Default)]
struct Memory(Vec<(&'static str, &'static str)>);

impl Files for Memory {
    fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| text.as_bytes().to_vec()).ok_or(io::ErrorKind::NotFound.into())
    }
}

struct Run {
    sources: Sources,
    tokens: Vec<Token>,
    diagnostics: Diagnostics,
}

fn run_with(text: &str, files: &[(&'static str, &'static str)], options: &PreprocessOptions) -> Run {
    let mut sources = Sources::new();
    let main = sources.add("dir/main.c", text);
    let mut diagnostics = Diagnostics::new();
    let tokens = preprocess(&mut sources, main, options, &mut Memory(files.to_vec()), &mut diagnostics);
    Run { sources, tokens, diagnostics }
}

fn run(text: &str) -> Run {
    run_with(text, &[], &PreprocessOptions::default())
}

fn show(kind: &TokenKind) -> String {
    match kind {
        TokenKind::Name(name) => name.to_string(),
        TokenKind::Punct(punct) => punct.to_string(),
        TokenKind::Int { value, suffix: IntSuffix { unsigned, longs, bit_int }, .. } => {
            let unsigned = if *unsigned { "u" } else { "" };
            let bit_int = if *bit_int { "wb" } else { "" };
            format!("{}{unsigned}{}{bit_int}", value.unsigned(), "l".repeat(usize::from(*longs)))
        }
        TokenKind::Float { value, single } => format!("{value:?}{}", if *single { "f" } else { "" }),
        TokenKind::Char(value) => format!("'{value}'"),
        TokenKind::Str(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        TokenKind::Pragma(text) => format!("[{text}]"),
        TokenKind::End => String::new(),
    }
}

impl Run {
    fn shown(&self) -> String {
        let (last, tokens) = self.tokens.split_last().expect("there is an end");
        assert_eq!(last.kind, TokenKind::End);
        tokens.iter().map(|token| show(&token.kind)).collect::<Vec<_>>().join(" ")
    }

    fn messages(&self) -> Vec<String> {
        let message = |diagnostic: &Diagnostic| {
            let at = diagnostic.span.map(|span| self.sources.locate(span));
            let at = at.map_or(String::new(), |at| format!("{}:{}: ", at.line, at.column));
            let warning = if diagnostic.severity == Severity::Warning { "warning: " } else { "" };
            format!("{at}{warning}{}", diagnostic.message)
        };
        self.diagnostics.iter().map(message).collect()
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let run = run(text);
    assert_eq!(run.messages(), [""; 0], "{text}");
    assert_eq!(run.shown(), expected, "{text}");
}

#[track_caller]
fn check_wrong(text: &str, expected: &str, messages: &[&str]) {
    let run = run(text);
    assert_eq!(run.messages(), messages, "{text}");
    assert_eq!(run.shown(), expected, "{text}");
}

#[test]
fn text_becomes_tokens() {
    check("", "");
    check("int a_1=b+++c;", "int a_1 = b ++ + c ;");
    check("a<<=b>>=c...d->e", "a <<= b >>= c ... d -> e");
    check("<: :> <% %> %: x", "[ ] { } # x");
    check("x.y .5 1.e3 ..", "x . y 0.5 1000.0 . .");
    check("a/* b */c // d\ne /**/ f /***/ g", "a c e f g");
    check(
        "in\\\nt x\\  \n = 1\\\r\n2; / \\\n/ c\n\"a\\\nb\" 1 /\\\n/ d \\\n e\nf /\\\n* *\\\n/ g",
        "int x = 12 ; / / c \"ab\" 1 f g",
    );
    check("\u{feff}x größe $a", "x größe $a");
    check("\"a\" \"b\\0\" \"c\" x \"d\"", "\"ab\\0c\" x \"d\"");
    check("u8\"x\" L u8 u", "\"x\" L u8 u");
}

#[test]
fn numbers_have_values() {
    check("0 1 42 1'000'000 0x1F 0XaB 017 0b101 0B1", "0 1 42 1000000 31 171 15 5 1");
    check(
        "1u 1U 1l 1L 1ll 1LL 1ul 1lu 1uLL 1llU 0u 7wb 7uwb 7WBU",
        "1u 1u 1l 1l 1ll 1ll 1ul 1ul 1ull 1ull 0u 7wb 7uwb 7uwb",
    );
    check("18446744073709551615 18446744073709551616", "18446744073709551615 18446744073709551616");
    check(
        "0x123456789abcdef0123456789 0777777777777777777777777",
        "90144042682896311822508713865 4722366482869645213695",
    );
    check("1.5 1e3 1E-3 .5f 1.F 1e+2f 1'0.5", "1.5 1000.0 0.001 0.5f 1.0f 100.0f 10.5");
    check("0x1p4 0x1.8p1 0x.8p0f 0x1p-1074 0x1p-1075 0x1.8p-1074", "16.0 3.0 0.5f 5e-324 0.0 1e-323");
    check("0x1.fffffffffffff7p0 0x1.fffffffffffff8p0 0x1.ffffffp0f", "1.9999999999999998 2.0 2.0f");
    check(
        "0x1.000001p0f 0x1.000003p0f 0x1.00000100000000000000000001p0f",
        "1.0f 1.000000238418579f 1.0000001192092896f",
    );
    check(
        "0x1p-149f 0x1p-150f 0x1.8p-150f 0x1.fffffep127f",
        "1.401298464324817e-45f 0.0f 1.401298464324817e-45f 3.4028234663852886e38f",
    );
    // Rounded once: by way of a double this would be the neighbour.
    check("1.00000017881393432617187499f", "1.0000001192092896f");
    let wide = "9".repeat(308);
    check(&wide, &wide);
    check_wrong(&"9".repeat(400), "0", &["1:1: the number has more than 1024 bits"]);
    check_wrong("0x 1", "0 1", &["1:1: `0x` has no digits"]);
    check_wrong(
        "089 0b12 5lul 1lL 3q",
        "0 0 0 0 0",
        &[
            "1:1: `8` is no digit of an octal number",
            "1:5: `2` is no digit of a binary number",
            "1:10: `lul` does not end an integer",
            "1:15: `lL` does not end an integer",
            "1:19: `q` does not end an integer",
        ],
    );
    check_wrong(
        "1.5q 1e 0x1.8 1.0L 1e999",
        "0.0 0.0 0.0 1.0 inf",
        &[
            "1:1: `q` does not end a floating number",
            "1:6: the exponent of `1e` has no digits",
            "1:9: `0x1.8` has no exponent",
            "1:15: `long double` is not supported",
            "1:20: warning: `1e999` is larger than every number of its type",
        ],
    );
}

#[test]
fn characters_and_strings_have_values() {
    check(
        r"'a' '\n' '\0' '\\' '\'' '\x41' '\101' '\377' '\e' '?' '\u0041'",
        "'97' '10' '0' '92' '39' '65' '65' '-1' '27' '63' '65'",
    );
    check(r#""\a\b\f\r\t\v\"\?" "\u00e9\U0001F600" "\0601""#, "\"\\u{7}\\u{8}\\u{c}\\r\\t\\u{b}\\\"?é😀01\"");
    check_wrong(
        "'ab' '' \"\\q\" '\\x100' L'a'",
        "'24930' '0' \"q\" '0' '97'",
        &[
            "1:1: warning: a character constant has several characters",
            "1:6: a character constant has no character",
            "1:9: warning: `\\q` is no escape sequence and means `q`",
            "1:14: `\\x100` does not fit a character",
            "1:22: wide characters are not supported",
        ],
    );
}

#[test]
fn what_is_no_token_is_left_out() {
    check_wrong(
        "a @ b \\ c `",
        "a b c",
        &["1:3: `@` has no meaning in C", "1:7: `\\\\` has no meaning in C", "1:11: ``` has no meaning in C"],
    );
    check_wrong(
        "x = \"abc;\ny = 'z;\nw",
        "x = y = w",
        &["1:5: the string does not end on its line", "2:5: the character constant does not end on its line"],
    );
    check_wrong("a /* b", "a", &["1:3: the comment does not end"]);
    check("#if 0\n it's \" @ not C\n#endif\nx", "x");
}

#[test]
fn macros_are_replaced() {
    check("#define N 10\n#define M N+N\nM N\n#undef N\nM N", "10 + 10 10 N + N N");
    check("#define F(x) (x)\nF(1) F ((a,b)) F F\n(\n2\n)", "( 1 ) ( ( a , b ) ) F ( 2 )");
    check("#define A B\n#define B C\n#define C A 1\nA", "A 1");
    check("#define f(x) x f(x)\nf(f(1))", "1 f ( 1 ) f ( 1 f ( 1 ) )");
    check("#define E\n#define F() x\nE F() F( ) E", "x x");
    check("#define F (1)\nF", "( 1 )");
    check("#define id(x) x\n#define call id\ncall(call)(id)(2) id(id)(3)", "id ( id ) ( 2 ) id ( 3 )");
    // Whether the inner name may be replaced is left open by C; GCC does.
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g");
    check(
        "#define m(a) a(w)\n#define w 0,1\n#define z z[0]\n#define x 2\nm(z+x) m(m)",
        "z [ 0 ] + 2 ( 0 , 1 ) m ( 0 , 1 )",
    );
}

#[test]
fn arguments_become_strings() {
    let text = "#define s(x) #x\n#define xs(x) s(x)\n#define N 7\n";
    let check = |rest: &str, expected: &str| check(&format!("{text}{rest}"), expected);
    check("s(N) xs(N) s( a  +\n b ) s()", "\"N7a + b\"");
    check(r#"s("a\n" '"' @\n x)"#, r#""\"a\\n\" '\"' @\n x""#);
    check("#define E\nxs(a E+b) s(E) xs(-E-E -)", "\"a +bE-- -\"");
    check("#define p(x,y) -x+y-\nxs(p(, 2)) xs(p( 1,))", "\"-+2--1+-\"");
    check("#define l(...) #__VA_ARGS__\nl(a , b,c) l()", "\"a , b,c\"");
    check_wrong(&format!("{text}s(\\)"), "\"\"", &["4:1: `#` does not make a string of this argument"]);
}

#[test]
fn tokens_are_pasted() {
    check("#define c(a,b) a##b\nc(x,1) c(1,e3) c(,y) c(z,) c(,) c(<,<=)", "x1 1000.0 y z <<=");
    check("#define c3(a,b,c) a##b##c\nc3(1,2,3) c3(,,x) c3(x y,,z w) c3(,,)", "123 x x yz w");
    check(
        "#define hash # ## #\n#define k(a) #a\n#define in(a) k(a)\n#define j(c,d) in(c hash d)\nj(x, y)",
        "\"x ## y\"",
    );
    check("#define g xg\n#define c(a,b) a ## b\n#define v 1\nc(x,g) c(v,v) c(g,)", "xg vv xg");
    check("#define f(x) x##f(x)\n#define af z\nf(a) f()", "z ( a ) f ( )");
    check_wrong(
        "#define c(a,b) a##b\nc(+,x) c(/,/)",
        "+ x / /",
        &["2:3: `+` and `x` do not make one token", "2:10: `/` and `/` do not make one token"],
    );
}

#[test]
fn macros_take_any_number_of_arguments() {
    check("#define p(f, ...) q(f, __VA_ARGS__)\np(1,2,3) p(1,) p(1)", "q ( 1 , 2 , 3 ) q ( 1 , ) q ( 1 , )");
    check("#define p(f, ...) q(f, ## __VA_ARGS__)\np(1,2,3) p(1,) p(1)", "q ( 1 , 2 , 3 ) q ( 1 , ) q ( 1 )");
    check("#define p(f, a...) q(f, ##a)\np(1,2,3) p(1)", "q ( 1 , 2 , 3 ) q ( 1 )");
    check("#define p(...) q(0, ##__VA_ARGS__)\np() p(1)", "q ( 0 ) q ( 0 , 1 )");
    check(
        "#define p(f,...) q(f __VA_OPT__(,) __VA_ARGS__)\n#define E\np(1) p(1,2) p(1,E)",
        "q ( 1 ) q ( 1 , 2 ) q ( 1 )",
    );
    check("#define p(x,...) x ## __VA_OPT__(a ## x) #__VA_OPT__(x b)\np(y) p(y,2)", "y \"\" yay \"y b\"");
}

#[test]
fn wrong_macros_are_reported() {
    check_wrong(
        "#define A(a,b) a\nA(1)+A(1,2,3)+A(1,2)\nA(1,",
        "0 + 0 + 1 0",
        &[
            "2:1: the macro `A` takes 2 arguments, 1 given",
            "2:6: the macro `A` takes 2 arguments, 3 given",
            "3:1: the arguments of the macro `A` do not end",
        ],
    );
    check_wrong(
        "#define N(x,...) x\n#define Z() z\nN() Z(1)",
        "0",
        &["3:5: the macro `Z` takes 0 arguments, 1 given"],
    );
    check_wrong(
        "#define\n#define 1\n#define defined\n#define A(\n#define A(a\n#define A(a,a)\n#define A(1)\n#define A(... b)",
        "",
        &[
            "1:8: `#define` wants the name of a macro",
            "2:9: `1` cannot be the name of a macro",
            "3:9: `defined` cannot be the name of a macro",
            "4:10: the parameters of the macro do not end in `)`",
            "5:11: the parameters of the macro do not end in `)`",
            "6:13: the parameter `a` is there twice",
            "7:11: expected the name of a parameter, found `1`",
            "8:15: expected `)`, found `b`",
        ],
    );
    check_wrong(
        "#define A ## a\n#define B a ##\n#define C(x) #y\n#define D __VA_ARGS__\n#define E(x) __VA_OPT__(x)",
        "",
        &[
            "1:11: `##` stands between two tokens",
            "2:13: `##` stands between two tokens",
            "3:14: `#` stands before a parameter of the macro",
            "4:11: `__VA_ARGS__` is for macros whose parameters end in `...`",
            "5:14: `__VA_OPT__` is for macros whose parameters end in `...`",
        ],
    );
    check_wrong(
        "#define A 1\n#define A  1 /* same */\n#define A 2\nA",
        "2",
        &["3:9: warning: the macro `A` is defined again in another way"],
    );
}

#[test]
fn groups_are_chosen() {
    check("#if 1\na\n#elif 1\nb\n#else\nc\n#endif\nd", "a d");
    check("#if 0\na\n#elif 1\nb\n#elif 1/0\nx\n#else\nc\n#endif", "b");
    check("#if 0\n#if 1\na\n#else\nb\n#endif\n#unknown\n#else\nc\n#endif", "c");
    check("#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#elifdef B\nc\n#elifndef B\nd\n#endif", "a d");
    check("f(\n#if 0\na\n#else\nb\n#endif\n)", "f ( b )");
    check("#define f(x) [x]\nf(\n#ifdef f\n1\n#else\n2\n#endif\n)", "[ 1 ]");
    check(" # \n#\n/* */ # /* */ if /* */ 1 // x\na\n  #  endif", "a");
    check_wrong(
        "#else\n#endif\n#elif 1\n#if 1\n#else\n#else\n#elif 1\n#endif x\n#if\n#ifdef\n#ifdef 1\na",
        "",
        &[
            "1:2: `#else` without `#if`",
            "2:2: `#endif` without `#if`",
            "3:2: `#elif` without `#if`",
            "6:2: a second `#else`",
            "7:2: `#elif` behind `#else`",
            "8:8: warning: what follows `#endif` has no meaning",
            "9:2: the condition is missing",
            "9:1: the condition is not closed",
            "10:1: the condition is not closed",
            "11:1: the condition is not closed",
        ],
    );
}

#[test]
fn conditions_are_computed() {
    let holds = |condition: &str| {
        let run = run(&format!(
            "#define A 3\n#define F(x) (x)*2\n#define D defined(A)\n#if {condition}\n1\n#else\n0\n#endif"
        ));
        assert_eq!(run.messages(), [""; 0], "{condition}");
        run.shown() == "1"
    };
    for condition in [
        "1+2*3==7",
        "(1+2)*3==9",
        "-1<0",
        "-1>0u",
        "1<<4==16",
        "-8>>1==-4",
        "7%4==3",
        "~0==-1",
        "!0",
        "A==3",
        "F(A)==6",
        "F(1)+1==3",
        "defined A",
        "defined(A)",
        "!defined B",
        "D",
        "B==0",
        "true==0",
        "1?2:0",
        "0?0:1",
        "1||1/0",
        "!(0&&1/0)",
        "(1?1:1/0)",
        "'a'==97",
        "'\\377'<0",
        "0x7fffffffffffffff>0",
        "0xffffffffffffffff>0",
        "18446744073709551615u==-1",
        "(2||3)==1",
        "1 == 1 & 1",
        "(5^1)==4",
        "6/4==1",
        "(-7)/2==-3",
        "-7%2==-1",
        "(0?1u:-1)>0",
        "__has_include(<stdint.h>)",
        "!__has_include(\"none.h\")",
        "defined __has_include",
        "1 ? 0 ? 0 : 1 : 0",
        "+1",
        "- -1",
        "__STDC_VERSION__ >= 201112L",
    ] {
        assert!(holds(condition), "{condition}");
    }
    let wrong = |condition: &str, message: &str| {
        check_wrong(&format!("#if {condition}\na\n#else\nb\n#endif"), "b", &[message]);
    };
    wrong("1/0", "1:6: the condition divides by zero");
    wrong("1.5", "1:5: a condition has integers only");
    wrong("1 2", "1:7: expected an operator in the condition, found `2`");
    wrong("1 +", "1:2: expected a number in the condition, found the end of the line");
    wrong("(1", "1:2: expected `)` in the condition, found the end of the line");
    wrong("\"a\"", "1:5: expected a number in the condition, found `\"a\"`");
    wrong("defined", "1:2: expected the name of a macro in the condition, found the end of the line");
    wrong("1 ? 2", "1:2: expected `:` in the condition, found the end of the line");
    wrong("1 = 1", "1:7: expected an operator in the condition, found `=`");
    wrong(&"(".repeat(1000), "1:206: a condition nested more than 200 deep");
    wrong(&"!".repeat(100_000), "1:206: a condition nested more than 200 deep");
    wrong(&"1?".repeat(100_000), "1:407: a condition nested more than 200 deep");
}

#[test]
fn other_directives_are_obeyed() {
    check_wrong(
        "#error don't  do \"this\"\na\n#warning /* */ x\n#error\n#includ <x>\n#wrong",
        "a",
        &[
            "1:2: don't  do \"this\"",
            "3:2: warning: x",
            "4:2: `#error`",
            "5:2: `#includ` is no directive",
            "6:2: `#wrong` is no directive",
        ],
    );
    check(
        "__LINE__\n#line 100\n__LINE__ __FILE__\n#line 7 \"x.c\"\n__LINE__ __FILE__\n# 3 \"y\" 1\n__LINE__",
        "1 100 \"dir/main.c\" 7 \"x.c\" 3",
    );
    check(
        "#pragma HLS   unroll factor=2\n#define P 3\nfor\n#pragma unroll P\n;\n#pragma omp P",
        "[HLS unroll factor=2] for [unroll 3] ; [omp P]",
    );
    check(
        "#define DO(x) _Pragma(#x) a\nDO(HLS pipeline  II=1) _Pragma(\"x \\\"y\\\"\")",
        "[HLS pipeline II=1] a [x \"y\"]",
    );
    check_wrong("_Pragma(1)", ")", &["1:1: `_Pragma` takes a string in parentheses"]);
    check("__COUNTER__ __COUNTER__ __FLOWRIGHT__ __LP64__ __INT_MAX__", "0 1 1 1 2147483647");
    check_wrong("__DATE__", "\"\"", &["1:1: `__DATE__` would make the result depend on the clock"]);
    // The line of a name in an argument is its own, that of one in a replacement the line of the use.
    check("#define f(x) x\n#define L(x) __LINE__ x\nf(\n__LINE__)\nL(\n1)", "4 5 1");
}

#[test]
fn headers_are_found() {
    let files = [
        ("dir/a.h", "A_h\n#include \"sub/b.h\"\n"),
        ("dir/sub/b.h", "#pragma once\nB_h __FILE__ __LINE__\n#include \"c.h\"\n"),
        ("dir/sub/c.h", "C_h"),
        ("inc/d.h", "#ifndef D\n#define D\nD_h\n#endif"),
        ("inc/stdlib.h", "own"),
        ("dir/loop.h", "#include \"loop.h\""),
    ];
    let options = PreprocessOptions {
        defines: vec![("X".into(), "\"d.h\"".into()), ("ADD(a,b)".into(), "a+b".into())],
        include_dirs: vec!["other".into(), "inc".into()],
    };
    let check = |text: &str, expected: &str, messages: &[&str]| {
        let run = run_with(text, &files, &options);
        assert_eq!(
            (run.shown().as_str(), run.messages()),
            (expected, messages.iter().map(|m| m.to_string()).collect())
        );
        run
    };
    let once = check(
        "#include \"a.h\"\n#include \"./sub/b.h\"\n#include \"a.h\"\nx",
        "A_h B_h \"dir/sub/b.h\" 2 C_h A_h x",
        &[],
    );
    // Ours, the main file, the macros of the command line and three headers.
    assert_eq!(once.sources.len(), 6);
    check("#include <d.h>\n#include X\n#define Y <d.h>\n#include Y\nADD(1,2)", "D_h 1 + 2", &[]);
    check("#include <stdlib.h>", "own", &[]);
    check(
        "#include <a.h>\n#include \"e.h\"\n#include <math>\n#include <x\n#include 1\n#include",
        "",
        &[
            "1:10: the header `a.h` is not there",
            "2:10: the header `e.h` is not there",
            "3:10: the header `math` is not there",
            "4:10: the name of the header does not end in `>`",
            "5:10: expected a header: `\"name\"` or `<name>`",
            "6:2: expected a header: `\"name\"` or `<name>`",
        ],
    );
    check("#include <time.h>", "", &["1:10: the header `time.h` is not supported"]);
    check("#include \"loop.h\"\nx", "x", &["1:10: headers include each other more than 100 deep"]);
    check(
        "#define f(x) [x]\n#include \"sub/c.h\" x\nf(1",
        "C_h 0",
        &[
            "2:20: warning: what follows `#include` has no meaning",
            "3:1: the arguments of the macro `f` do not end",
        ],
    );
    for text in ["#include \"dynamatic/Integration.h\"", "#include <../../dynamatic/Integration.h>"] {
        let text = format!("{text}\nCALL_KERNEL(f, a, b) CALL_KERNEL(g)");
        check(&text, "__flowright_call_kernel ( f , a , b ) __flowright_call_kernel ( g )", &[]);
    }
}

#[test]
fn built_in_headers_stand_together() {
    for order in [HEADERS.iter().collect::<Vec<_>>(), HEADERS.iter().rev().collect()] {
        let text: String =
            order.iter().map(|(name, _)| format!("#include <{name}>\n#include \"{name}\"\n")).collect();
        let run = run(&text);
        assert_eq!(run.messages(), [""; 0]);
        let shown = run.shown();
        for once in [
            "typedef unsigned long size_t ;",
            "__flowright_library ( \"math.h\" )",
            "__flowright_library ( \"assert.h\" )",
        ] {
            assert_eq!(shown.matches(once).count(), 1, "{once}");
        }
    }
    let limits = run(
        "#include <limits.h>\n#include <stdint.h>\n#if INT_MIN < 0 && INT64_MAX == LONG_MAX\nINT64_C(5)\n#endif",
    );
    assert!(limits.shown().ends_with("5l"), "{}", limits.shown());
    let assertion = |define: &str| {
        let run = run(&format!("{define}\n#include <assert.h>\nassert(a == \"b\")"));
        run.shown().split_once(" ; ").map_or(run.shown(), |(_, rest)| rest.to_string())
    };
    assert!(assertion("").ends_with(
        "( ( a == \"b\" ) ? ( void ) 0 : __assert_fail ( \"a == \\\"b\\\"\" , \"dir/main.c\" , 3 , __func__ ) )"
    ));
    assert!(assertion("#define NDEBUG").ends_with("( ( void ) 0 )"));
    let floats = run("#include <float.h>\n#include <math.h>\nFLT_MAX DBL_MAX DBL_EPSILON INFINITY NAN");
    assert!(
        floats.shown().ends_with(
            "3.4028234663852886e38f 1.7976931348623157e308 2.220446049250313e-16 ( inff ) ( NaNf )"
        )
    );
}

#[test]
fn every_function_of_the_library_has_a_header_that_declares_it() {
    for row in crate::library::LIBRARY.iter().filter(|row| !row.header.is_empty()) {
        let (_, text) = headers::find(row.header).expect("the header is built in");
        assert!(text.contains(&format!("__flowright_library(\"{}\")", row.header)), "{}", row.name);
    }
}

#[test]
fn tokens_know_their_places() {
    let text = "#define SQ(x) ((x) * (x))\n#define TWICE(y) SQ(y) + SQ(1)\nint z = TWICE(a [i]);\nSQ(SQ(2))";
    let run = run(text);
    assert_eq!(run.messages(), [""; 0]);
    let places: Vec<(String, &str, &str)> = run
        .tokens
        .iter()
        .map(|token| {
            let Place { spelled, used } = token.place;
            (show(&token.kind), run.sources.snippet(spelled), run.sources.snippet(used))
        })
        .collect();
    let find = |index: usize| (places[index].0.as_str(), places[index].1, places[index].2);
    assert_eq!(find(0), ("int", "int", "int"));
    assert_eq!(find(3), ("(", "(", "TWICE(a [i])"));
    assert_eq!(find(5), ("a", "a", "a"));
    assert_eq!(find(10), ("*", "*", "TWICE(a [i])"));
    assert_eq!(find(18), ("+", "+", "TWICE(a [i])"));
    assert_eq!(find(21), ("1", "1", "TWICE(a [i])"));
    // An argument's own macro is used where it stands.
    let inner = places.iter().position(|(_, _, used)| *used == "SQ(2)").expect("the inner use is there");
    assert_eq!(find(inner), ("(", "(", "SQ(2)"));
    assert_eq!(find(inner + 2), ("2", "2", "2"));
    let (first, last) = (run.tokens[3].place, run.tokens[10].place);
    assert_eq!(run.sources.snippet(first.to(last).used), "TWICE(a [i])");
    assert_eq!(run.sources.snippet(first.to(last).spelled), "((x) *");
    assert_eq!(run.sources.snippet(run.tokens[0].place.to(last).spelled), "int z = TWICE(a [i])");
}

#[test]
fn what_multiplies_comes_to_an_end() {
    let doubling: String = (0..64).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    let pasting: String = (0..64).map(|n| format!("#define P{}(x) P{n}(x##x)\n", n + 1)).collect();
    let quoting: String = (0..64).map(|n| format!("#define Q{}(x) Q{n}(#x)\n", n + 1)).collect();
    let nested = format!("#define f(x) x x\n{}1{}\n", "f(".repeat(64), ")".repeat(64));
    for text in [
        format!("#define A0 x\n{doubling}A64"),
        format!("#define P0(x) x\n{pasting}P64(x)"),
        format!("#define Q0(x) x\n{quoting}Q64(\"\")"),
        nested,
    ] {
        let run = run(&text);
        assert_eq!(run.diagnostics.error_count(), 1, "{}", &text[..40]);
        assert!(
            run.messages()[0].ends_with("make more than 10000000 tokens of this file"),
            "{:?}",
            run.messages()
        );
    }
    let deep = format!("#define f(x) x\n{}1{}\n", "f(".repeat(5000), ")".repeat(5000));
    assert!(run(&deep).messages()[0].ends_with("macros are used more than 200 deep in arguments of macros"));
    let files = [("dir/x.h", "/* nothing */\n#include \"x.h\"\n#include \"x.h\"\n")];
    let twice = run_with("#include \"x.h\"", &files, &PreprocessOptions::default());
    assert!(twice.diagnostics.has_errors());
}
