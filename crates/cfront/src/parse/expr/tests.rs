//! Expressions: the trees they become, what is refused, and how deep they may be.

use super::super::tests::{self, NoFiles};
use super::super::*;
use super::*;
use crate::preprocess::{PreprocessOptions, preprocess};
use crate::token::TokenKind;
use base::{SourceId, Span};

fn tokens(text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut sources = base::Sources::new();
    let main = sources.add("test.c", text);
    preprocess(&mut sources, main, &PreprocessOptions::default(), &mut NoFiles, diagnostics)
}

/// An expression by itself, with the text of its type.
pub(in super::super) fn expression(text: &str) -> Option<(Expr, String)> {
    let mut diagnostics = Diagnostics::new();
    let tokens = tokens(text, &mut diagnostics);
    let mut parser = Parser::new(&tokens, &mut diagnostics);
    let expr = parser.expression().ok()?;
    let ty = parser.type_text(&expr.ty);
    Some((expr, ty))
}

/// Tokens of a text of names, numbers and operators between blanks.
fn words(text: &str) -> Vec<Token> {
    let place = |at: usize| Origin::at(Span::new(SourceId::at(0), at as u32, at as u32 + 1));
    let kind = |word: &str| match word.parse::<u64>() {
        Ok(number) => TokenKind::Int {
            value: Bits::from_u64(64, number),
            decimal: true,
            suffix: crate::token::IntSuffix::default(),
        },
        Err(_) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => TokenKind::Name(word.into()),
        Err(_) => {
            let all = [
                "(", ")", "[", "]", "+", "*", ",", "<", "=", "?", ":", "-", "->", "||", "&&", "|", "^", "&",
                "==", "<<",
            ];
            TokenKind::Punct(all.iter().find(|punct| **punct == word).expect("it is in the list"))
        }
    };
    let mut tokens: Vec<Token> = text
        .split_whitespace()
        .enumerate()
        .map(|(at, word)| Token { kind: kind(word), place: place(at) })
        .collect();
    tokens.push(Token { kind: TokenKind::End, place: place(tokens.len()) });
    tokens
}

/// Reads an expression over `int a`, `float f` and `struct s *p` with a member `n` of the type of `p`.
fn read(text: &str) -> (Read<Expr>, Diagnostics) {
    let (tokens, mut diagnostics) = (words(text), Diagnostics::new());
    let mut parser = Parser::new(&tokens, &mut diagnostics);
    let list = parser.unit.structs.push(crate::types::Struct { name: Some("s".into()), fields: None });
    parser.layouts.push(Layout::default());
    let pointer = Type::Struct(list).pointer(false);
    let field = crate::types::Field { name: "n".into(), ty: pointer.clone(), constant: false };
    parser.unit.structs[list].fields = Some(vec![field]);
    for (name, ty) in [("a", Type::INT), ("f", Type::Float(FloatType::Single)), ("p", pointer)] {
        let origin = Origin::at(Span::new(SourceId::at(0), 0, 0));
        let storage = Storage::Local;
        let object = parser.new_object(Object {
            name: name.into(),
            ty,
            constant: false,
            storage,
            origin,
            initial: None,
        });
        parser.declare(name, Meaning::Object(object), origin);
    }
    let read = parser.expression();
    (read, diagnostics)
}

#[test]
fn chains_are_as_long_as_they_may_be() {
    for link in ["+ a", "* f", "< f", ", a", "-> n", "|| a", "- a < f"] {
        let first = if link == "-> n" { "p" } else { "a" };
        let links = MAX_CHAIN as usize / link.split_whitespace().count().div_ceil(2);
        let (read_whole, diagnostics) = read(&format!("{first} {}", [link].repeat(links).join(" ")));
        assert!(read_whole.is_ok(), "{link}: {:?}", diagnostics.iter().next());
        drop(read_whole.clone());
        let (read_more, _) = read(&format!("{first} {}", [link].repeat(links + 1).join(" ")));
        assert!(read_more.is_err(), "{link}");
    }
}

#[test]
fn nesting_is_bounded() {
    let tight = "a || a && a | a ^ a & a == a < a << a + a * (";
    for (open, close, fits) in
        [("(", ")", 190), ("-", "", 190), ("a = ", "", 190), ("a ? a : ", "", 190), (tight, ")", 150)]
    {
        let nested = |n: usize| format!("{} a {}", [open].repeat(n).join(" "), [close].repeat(n).join(" "));
        let (deep, diagnostics) = read(&nested(fits));
        assert!(deep.is_ok(), "{open}: {:?}", diagnostics.iter().next());
        let (deeper, diagnostics) = read(&nested(100_000));
        assert!(deeper.is_err());
        assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [C_TOO_DEEP], "{open}");
    }
}

/// Names for the tables below.
const NAMES: &str = "struct in { int u; float v[4]; }; struct s { int x; struct in in; const int c; struct s *next; };\n\
    int i, j; unsigned u; char c; short h; _Bool b; long l; unsigned long ul; float f; double d; _BitInt(9) q;\n\
    int a[3], m[4][5], *p, *p2; const int k[2] = {1, 2}; const int n = 7; const int *cp; int (*row)[5]; void *v; char *str;\n\
    struct s s, t, *sp, sa[6]; struct in inner; enum e { RED, GREEN = 5 } e;\n\
    int one(int x); void none(void); struct s make(void); float mix(float x, const int *y, char z); void tables(int w[3], int y[][5]);\n";

/// What an expression becomes after [`NAMES`]: its tree, or what is wrong with it and at which column.
fn tree(text: &str) -> String {
    let found = tests::read(&format!("{NAMES}void test(void) {{\n{text};\n}}\n"));
    match found.lines().find(|line| line.contains("error") || line.contains("warning")) {
        Some(diagnostic) => diagnostic.split_once(':').map_or(diagnostic, |(_, rest)| rest).to_string(),
        None => found.lines().last().unwrap_or("").trim().to_string(),
    }
}

#[test]
fn trees() {
    let table = [
        ("i + j * 2 - c", "(- (+ i (* j 2)) (i32 c))"),
        ("i + u", "(+ (u32 i) u)"),
        ("i + l", "(+ (i64 i) l)"),
        ("u + l", "(+ (i64 u) l)"),
        ("i + ul", "(+ (u64 i) ul)"),
        ("c + h", "(+ (i32 c) (i32 h))"),
        ("f + i", "(+ f (f32 i))"),
        ("d + f", "(+ d (f64 f))"),
        ("l + f", "(+ (f32 l) f)"),
        ("q + 1", "(+ (i32 q) 1)"),
        ("q + q", "(+ q q)"),
        ("b + b", "(+ (i32 b) (i32 b))"),
        ("-b", "(- (i32 b))"),
        ("~c", "(~ (i32 c))"),
        ("+h", "(i32 h)"),
        ("-f", "(- f)"),
        ("!i", "(! (bool i))"),
        ("!f", "(! (bool f))"),
        ("!p", "(! (bool p))"),
        ("!!p", "(! (bool (! (bool p))))"),
        ("i << l", "(<< i l)"),
        ("c >> 1u", "(>> (i32 c) 1:u32)"),
        ("ul << c", "(<< ul (i32 c))"),
        ("i & u", "(& (u32 i) u)"),
        ("i % j", "(% i j)"),
        ("i < u", "(< (u32 i) u)"),
        ("c == 'a'", "(== (i32 c) 97)"),
        ("f < d", "(< (f64 f) d)"),
        ("b == 1", "(== (i32 b) 1)"),
        ("i && f", "(&& (bool i) (bool f))"),
        ("p && i", "(&& (bool p) (bool i))"),
        ("i || j && c", "(|| (bool i) (bool (&& (bool j) (bool c))))"),
        ("i ? c : 2.5", "(? (bool i) (f64 c) 2.5:f64)"),
        ("b ? p : 0", "(? b p null)"),
        ("b ? (void *)0 : p", "(? b null p)"),
        ("b ? s : t", "(? b s t)"),
        ("b ? none() : none()", "(? b (call none) (call none))"),
        ("b ? cp : p", "(? b cp (*const i32 p))"),
        ("b ? v : p", "(? b v (*void p))"),
        ("i = c", "(= i (i32 c))"),
        ("c = i", "(= c (i8 i))"),
        ("b = f", "(= b (bool f))"),
        ("b = p", "(= b (bool p))"),
        ("f = 1", "(= f 1.0:f32)"),
        ("f = i", "(= f (f32 i))"),
        ("d = f", "(= d (f64 f))"),
        ("i = 1.9", "(= i 1)"),
        ("i += c", "(+= i32 i (i32 c))"),
        ("c += i", "(+= i32 c i)"),
        ("c += 1", "(+= i32 c 1)"),
        ("f *= 2", "(*= f32 f 2.0:f32)"),
        ("u <<= l", "(<<= u32 u l)"),
        ("b++", "(post+= i32 b 1)"),
        ("++c", "(+= i32 c 1)"),
        ("--f", "(-= f32 f 1.0:f32)"),
        ("i++", "(post+= i32 i 1)"),
        ("p++", "(post+= *i32 p 1:i64)"),
        ("p += i", "(+= *i32 p (i64 i))"),
        ("p -= 2", "(-= *i32 p 2:i64)"),
        ("a[0]", "a[0:i64]"),
        ("a[i]", "a[(i64 i)]"),
        ("i[a]", "a[(i64 i)]"),
        ("a[c] = 1", "(= a[(i64 c)] 1)"),
        ("m[1][i]", "m[1:i64][(i64 i)]"),
        ("m[1]", "&m[1:i64]"),
        ("*m", "&m[0:i64]"),
        ("**m", "m[0:i64][0:i64]"),
        ("*(a + i)", "a[(i64 i)]"),
        ("*(a + 1) = 2", "(= a[1:i64] 2)"),
        ("*(1 + a)", "a[1:i64]"),
        ("*a", "a[0:i64]"),
        ("p[i]", "*(move p (i64 i))"),
        ("*p", "*p"),
        ("*p++", "*(post+= *i32 p 1:i64)"),
        ("(*p)++", "(post+= i32 *p 1)"),
        ("*&i", "i"),
        ("&*p", "p"),
        ("&a[2]", "&a[2:i64]"),
        ("&p[2]", "(move p 2:i64)"),
        ("&a", "&a"),
        ("*&a", "&a"),
        ("&m[1]", "&m[1:i64]"),
        ("&m[1][2]", "&m[1:i64][2:i64]"),
        ("(&a[1])[i]", "*(move &a[1:i64] (i64 i))"),
        ("row[1][2]", "*(move row 1:i64)[2:i64]"),
        ("*row", "&*row"),
        ("(*row)[3]", "*row[3:i64]"),
        ("p - p2", "(distance p p2)"),
        ("a - p", "(distance &a p)"),
        ("p - 1", "(move- p 1:i64)"),
        ("p + u", "(move p (i64 u))"),
        ("p == p2", "(== p p2)"),
        ("p < a", "(< p &a)"),
        ("p == 0", "(== p null)"),
        ("(void *)0 == p", "(== null p)"),
        ("p != v", "(!= p (*i32 v))"),
        ("s.x", "s.x"),
        ("s.in.v[i]", "s.in.v[(i64 i)]"),
        ("sp->x = 2", "(= *sp.x 2)"),
        ("sp->next->next->x", "***sp.next.next.x"),
        ("sa[i].in.u", "sa[(i64 i)].in.u"),
        ("sa->x", "sa[0:i64].x"),
        ("(*sp).in = inner", "(= *sp.in inner)"),
        ("make().x", "(call make).x"),
        ("make().in.v[1]", "(call make).in.v[1:i64]"),
        ("s.in = t.in", "(= s.in t.in)"),
        ("(i, j)", "(, i j)"),
        ("i = j = 2", "(= i (= j 2))"),
        ("k[1]", "k[1:i64]"),
        ("n", "7"),
        ("n + 1", "8"),
        ("RED + GREEN", "5"),
        ("e", "e"),
        ("e = GREEN", "(= e 5:u32)"),
        ("sizeof(int)", "4:u64"),
        ("sizeof a", "12:u64"),
        ("sizeof a / sizeof a[0]", "3:u64"),
        ("sizeof(m[0])", "20:u64"),
        ("sizeof *p", "4:u64"),
        ("sizeof(struct s)", "40:u64"),
        ("sizeof i++", "4:u64"),
        ("_Alignof(double)", "8:u64"),
        ("sizeof \"abc\"", "4:u64"),
        ("_Generic(i, int: 1, default: 2)", "1"),
        ("_Generic(c + c, char: 1, int: 2)", "2"),
        ("_Generic(i, signed char: 1, char: 2, int: 3)", "3"),
        ("_Generic(p, const int *: 1, int *: 2)", "2"),
        ("_Generic(\"x\", char *: 1)", "1"),
        ("_Generic(a, int *: a[1], default: 0) = 3", "(= a[1:i64] 3)"),
        ("(char)i", "(i8 i)"),
        ("(int)i", "i"),
        ("(float)1", "1.0:f32"),
        ("(void)i", "(void i)"),
        ("(int *)v", "(*i32 v)"),
        ("v = p", "(= v (*void p))"),
        ("p = v", "(= p (*i32 v))"),
        ("p = 0", "(= p null)"),
        ("cp = p", "(= cp (*const i32 p))"),
        ("str = \"abc\"", "(= str &\"abc\")"),
        ("\"abc\"[1]", "\"abc\"[1:i64]"),
        ("(int[]){1, 2}[i]", "*(literal [2]i32 {0: 1, 1: 2})[(i64 i)]"),
        ("&(struct in){1}", "(literal in {0: 1})"),
        ("(struct in){.u = i}.u", "*(literal in {0: i}).u"),
        ("inner = (struct in){1}", "(= inner *(literal in {0: 1}))"),
        ("one(c)", "(call one (i32 c))"),
        ("one(1.5)", "(call one 1)"),
        ("mix(i, a, 'a')", "(call mix (f32 i) (*const i32 &a) 97:i8)"),
        ("mix(d, cp, i)", "(call mix (f32 d) cp (i8 i))"),
        ("tables(a, m)", "(call tables &a &m)"),
        ("__builtin_expect(i > 0, 1)", "(i64 (> i 0))"),
        ("__builtin_popcount(c)", "(call __builtin_popcount (u32 c))"),
        ("(one)(2)", "(call one 2)"),
        ("'a'", "97"),
        ("0xffffffff", "4294967295:u32"),
        ("4294967296", "4294967296:i64"),
        ("1.5f", "1.5:f32"),
        ("077u", "63:u32"),
        ("i >= 0 && a[i] < 3", "(&& (bool (>= i 0)) (bool (< a[(i64 i)] 3)))"),
        ("i ? j : c ? 1 : 2", "(? (bool i) j (? (bool c) 1 2))"),
        ("p = &u", "(= p (*i32 &u))"),
        ("(*one)(1)", "(call one 1)"),
        ("c = 200", "(= c -56:i8)"),
        ("u = -1", "(= u 4294967295:u32)"),
        ("b = 2", "(= b 1:bool)"),
        ("p2 - cp", "(distance p2 cp)"),
    ];
    for (text, expected) in table {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn wrong_expressions() {
    let table = [
        ("a * 2", "3 error FR0714: `*` does not take `int *` and `int`"),
        ("p * 2", "3 error FR0714: `*` does not take `int *` and `int`"),
        ("i % f", "3 error FR0714: `%` does not take `int` and `float`"),
        ("f & 1", "3 error FR0714: `&` does not take `float` and `int`"),
        ("f << 1", "3 error FR0714: `<<` does not take `float` and `int`"),
        ("~f", "1 error FR0714: `~` does not take `float`"),
        ("-p", "1 error FR0714: `-` does not take `int *`"),
        ("s + 1", "3 error FR0714: `+` does not take `struct s` and `int`"),
        ("!s", "2 error FR0714: a condition is a number or a pointer, not `struct s`"),
        ("s == t", "3 error FR0714: `==` does not take `struct s` and `struct s`"),
        ("p + p2", "3 error FR0714: `+` does not take `int *` and `int *`"),
        ("p = i", "5 error FR0714: `int` cannot be assigned to `int *`"),
        ("i = p", "5 error FR0714: `int *` cannot be assigned to `int`"),
        ("p = &f", "5 error FR0714: `float *` cannot be assigned to `int *`"),
        ("i = s", "5 error FR0714: `struct s` cannot be assigned to `int`"),
        ("s = inner", "1 error FR0716: `struct s` has a constant member"),
        ("s = t", "1 error FR0716: `struct s` has a constant member"),
        ("3 = i", "1 error FR0716: this is the value of an expression and not a place"),
        ("i + 1 = 2", "3 error FR0716: this is the value of an expression and not a place"),
        ("(i, j) = 2", "3 error FR0716: this is the value of an expression and not a place"),
        ("k[0] = 1", "1 error FR0716: what is assigned to is constant"),
        ("n = 2", "1 error FR0716: `n` is constant"),
        ("s.c = 1", "1 error FR0716: what is assigned to is constant"),
        ("a = 0", "1 error FR0714: an array cannot be assigned to"),
        ("make().x = 1", "1 error FR0716: this is the value of an expression and not a place"),
        ("&3", "1 error FR0716: `&` needs a place, and this is the value of an expression"),
        ("&make()", "1 error FR0716: `&` needs a place, and this is the value of an expression"),
        ("&one", "1 error FR0730: function pointers are not supported"),
        ("one", "1 error FR0730: function pointers are not supported"),
        ("i = one", "5 error FR0730: function pointers are not supported"),
        ("*one", "2 error FR0730: function pointers are not supported"),
        ("i(2)", "1 error FR0717: this is called, but is no function"),
        ("*i", "1 error FR0714: a pointer was expected, not `int`"),
        ("*v", "1 error FR0714: what a `void *` points to has no type"),
        ("i[j]", "1 error FR0714: `[]` needs an array or a pointer, not `int`"),
        ("a[p]", "3 error FR0714: an index is an integer, not `int *`"),
        ("a[1.5]", "3 error FR0714: an index is an integer, not `double`"),
        ("i.x", "3 error FR0714: `int` has no members"),
        ("p.x", "3 error FR0714: `int *` has no members"),
        ("sp.x", "4 error FR0714: `struct s *` has no members"),
        ("s->x", "2 error FR0714: a pointer was expected, not `struct s`"),
        ("s.y", "3 error FR0712: `struct s` has no member `y`"),
        ("s.inn", "3 error FR0712: `struct s` has no member `inn`"),
        ("none() + 1", "8 error FR0714: `+` does not take `void` and `int`"),
        ("i = none()", "5 error FR0714: this has no value, its type is `void`"),
        ("undefinedname", "1 error FR0712: the name `undefinedname` is not declared"),
        ("ii", "1 error FR0712: the name `ii` is not declared"),
        ("one()", "1 error FR0717: `one` takes 1 argument, but is given 0"),
        ("one(1, 2)", "1 error FR0717: `one` takes 1 argument, but is given 2"),
        ("one(p)", "5 error FR0714: an argument of type `int *` does not fit a parameter of type `int`"),
        ("one(s)", "5 error FR0714: an argument of type `struct s` does not fit a parameter of type `int`"),
        ("undeclaredfn(1)", "1 error FR0712: the function `undeclaredfn` is not declared"),
        ("strlen(str)", "1 error FR0730: the library function `strlen` is not supported"),
        ("time", "1 error FR0712: the name `time` is not declared"),
        ("sqrt(2)", "1 error FR0712: the function `sqrt` is not declared"),
        ("assert(i)", "1 error FR0712: the function `assert` is not declared"),
        ("NULL", "1 error FR0712: the name `NULL` is not declared"),
        ("c = 300", "5 warning FR0721: the constant 300 does not fit `char` and becomes 44"),
        ("c = -200", "5 warning FR0721: the constant -200 does not fit `char` and becomes 56"),
        (
            "one(10000000000)",
            "5 warning FR0721: the constant 10000000000 does not fit `int` and becomes 1410065408",
        ),
        ("99999999999999999999", "1 error FR0715: 99999999999999999999 does not fit any integer type"),
        ("(int)p", "6 error FR0730: the address in a pointer as a number is not supported"),
        ("(int *)5", "8 error FR0730: a pointer to a fixed address is not supported"),
        ("(struct s)t", "11 error FR0714: `struct s` cannot be cast to `struct s`"),
        ("(int[3])a", "9 error FR0714: `int *` cannot be cast to `int[3]`"),
        ("({ 1; })", "1 error FR0730: a statement as an expression is not supported"),
        ("&&x", "1 error FR0730: the address of a label is not supported"),
        ("i ?: 2", "3 error FR0730: `?:` without a middle is not supported"),
        ("sizeof(void)", "1 error FR0714: `void` has no size"),
        ("sizeof one", "1 error FR0714: a function has no size"),
        (
            "_Generic((char)1, signed char: 1, char: 2)",
            "35 error FR0714: `_Generic` has two choices for `char`",
        ),
        ("_Generic(s, int: 1)", "1 error FR0714: `_Generic` has nothing for `struct s`"),
        ("i +", "4 error FR0710: expected an expression, found `;`"),
        ("(i", "3 error FR0710: expected `)`, found `;`"),
        ("a[i", "4 error FR0710: expected `]`, found `;`"),
        (
            "v + 1",
            "3 error FR0714: a `void *` cannot be moved, because the size of what it points to is not known",
        ),
        (
            "v++",
            "2 error FR0714: a `void *` cannot be moved, because the size of what it points to is not known",
        ),
        ("str - p", "5 error FR0714: `-` does not take `char *` and `int *`"),
    ];
    for (text, expected) in table {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn hints_name_what_is_missing() {
    let table = [
        ("printf(\"x\")", "write `#include <stdio.h>`"),
        ("assert(i)", "write `#include <assert.h>`"),
        ("strlen(str)", "write it as a function of this file"),
        ("i = fprintf(2, 3) + fprintf(4, 5)", "print by `printf`, which writes to the standard output"),
        ("cout << i", "this is C++; write C"),
        ("ii = 1", ""),
        ("inne.u", "did you mean `inner`?"),
        ("s.inn", "did you mean `in`?"),
        ("sp.x", "write `->x`"),
        ("s->x", "write `.` for a member"),
    ];
    for (text, hint) in table {
        let mut diagnostics = Diagnostics::new();
        let tokens = tokens(&format!("{NAMES}void test(void) {{ {text}; }}"), &mut diagnostics);
        parse(&tokens, &mut diagnostics);
        let hints: Vec<_> = diagnostics.iter().map(|d| d.hint.as_deref().unwrap_or("")).collect();
        assert_eq!(hints, [hint], "{text}");
    }
}

#[test]
fn kernels_are_called_by_name() {
    let found = tests::read(
        "#include \"dynamatic/Integration.h\"\nint f(int a[3], int n);\nvoid g(void);\nint b[3];\n\
         void test(void) { int r = CALL_KERNEL(f, b, 3); __flowright_call_kernel(g); }",
    );
    let lines: Vec<&str> = found.lines().rev().take(2).map(str::trim).collect();
    assert_eq!(lines, ["(kernel g)", "let r: i32 = (kernel f &b 3)"]);
}

#[test]
fn a_name_is_missed_once_in_a_function() {
    let found = tests::read("void f(void) { x = 1; x = 2; }\nvoid g(void) { x = 3; }");
    let expected =
        "1:16 error FR0712: the name `x` is not declared\n2:16 error FR0712: the name `x` is not declared\n";
    assert_eq!(found, expected);
}
