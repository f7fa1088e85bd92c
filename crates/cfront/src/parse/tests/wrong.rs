//! What is said about wrong and unsupported texts, and that none of them is too much.

use super::{NoFiles, check, read};
use crate::preprocess::{PreprocessOptions, preprocess};
use base::{Diagnostics, Sources};

#[test]
fn what_is_not_supported() {
    check(
        r"int (*f)(int);
int g(int (*h)(void));
int i(int h(int)) { return 1; }
typedef int F(int);
int j(void) { F *p; return f(1) + p; }",
        r"
        1:7 error FR0730: function pointers are not supported
        2:13 error FR0730: function pointers are not supported
        3:11 error FR0730: function pointers are not supported
        4:13 error FR0730: a name for a type of functions is not supported
        ",
    );
    check(
        r"union u { int a; float b; } x;
typedef union { int a; } U;
int f(U *p, int n) { return p->a; }
int g(void) { union u y; U z; U *w; y.a = 1; z = y; w = 0; return x.b; }",
        r"
        1:1 error FR0730: unions are not supported
        2:9 error FR0730: unions are not supported
        4:15 error FR0730: unions are not supported
        ",
    );
    check(
        r"struct s { int a : 3; int b; int c[]; int d[2]; struct { int e; }; int f(void); };
int f(struct s *s) { return s->b + s->d[1]; }",
        r"
        1:18 error FR0730: bit-fields are not supported
        1:34 error FR0730: an array without a size as a member is not supported
        1:49 error FR0730: a structure as a member without a name is not supported
        1:72 error FR0714: a member cannot be a function
        ",
    );
    check(
        r"struct r { unsigned a : 3, b : 5; int c; } x = {1, 2, 3};
struct r y = {.b = 1};
int f(struct r *s) { return s->a + s->b + s->c; }",
        "1:23 error FR0730: bit-fields are not supported",
    );
    check(
        r"FILE *f; va_list l;
int g(jmp_buf b) { FILE *h = 0; FILE *i; return h == i; }",
        r"
        1:1 error FR0730: the library type `FILE` is not supported
        1:10 error FR0730: the library type `va_list` is not supported
        2:7 error FR0730: the library type `jmp_buf` is not supported
        ",
    );
    check(
        r#"using namespace std;
class A { public: int f() { return 1; } };
template <typename T> T f(T a) { return a; }
extern "C" { int g(void); }
int h(void) { try { return 1; } catch (int e) { return 2; } }"#,
        r"
        1:1 error FR0710: expected a type, found `using`
        2:1 error FR0710: expected a type, found `class`
        3:1 error FR0710: expected a type, found `template`
        4:1 error FR0730: `extern` with a language is not supported
        5:15 error FR0712: the name `try` is not declared
        5:33 error FR0712: the function `catch` is not declared
        ",
    );
    check(
        r"int f(int n) {
  int a[n];
  int b[4][n], c;
  a[0] = b[0][0] = c;
  return a[0];
}
void g(int n, int a[4][n]);",
        r"
        2:8 error FR0730: arrays of variable length are not supported
        3:11 error FR0730: arrays of variable length are not supported
        7:23 error FR0730: arrays of variable length are not supported
        ",
    );
    check(
        r"long double a; _Complex double b; _Atomic int c; _Thread_local int d; __int128 e;
typeof(1) f; _BitInt(5000) g; struct e {};",
        r"
        1:1 error FR0730: `long double` is not supported
        1:16 error FR0730: complex numbers are not supported
        1:35 error FR0730: `_Atomic` is not supported
        1:50 error FR0730: `_Thread_local` is not supported
        1:71 error FR0730: `__int128` is not supported
        2:1 error FR0730: `typeof` is not supported
        2:14 error FR0730: a `_BitInt` of more than 1024 bits is not supported
        2:40 error FR0730: a structure without members is not supported
        ",
    );
    check(
        r"int f(a, b) int a; int b; { return a; }
int g() int c; { return 1; }
int h(int n, ...) { return n; }
int k(void) { int in(int x) { return x; } return in(1); }",
        r"
        1:7 error FR0730: a list of parameters without types is not supported
        2:5 error FR0730: a list of parameters without types is not supported
        3:14 error FR0730: a function with any number of arguments is not supported
        4:19 error FR0730: a function inside of another is not supported
        ",
    );
    check(
        r#"asm("nop");
int x asm("y");
int f(void *p) { asm volatile ("nop" : : "r"(1)); __asm__("nop"); goto *p; return ({ 1; });
}"#,
        r"
        1:1 error FR0730: inline assembly is not supported
        2:7 error FR0730: inline assembly is not supported
        3:18 error FR0730: inline assembly is not supported
        3:51 error FR0730: inline assembly is not supported
        3:67 error FR0730: `goto` to a computed label is not supported
        3:83 error FR0730: a statement as an expression is not supported
        ",
    );
    check(
        r"int a[4] = {[0 ... 3] = 1}; int f(int n) { int b[4] = {[0 ... 3] = n}; return 0; }
int c[] = {[0 ... 9999999] = 1}; struct p { int x, y; } g(void);
void h(void) { struct p q[1] = {g(), [0].x = 1}; }",
        r"
        1:68 error FR0730: a range that is initialised by what is not constant is not supported
        2:30 error FR0730: ranges of more than 1048576 parts are not supported
        3:46 error FR0730: initialising a structure as a whole and a part of it again is not supported
        ",
    );
}

#[test]
fn wrong_declarations() {
    check(
        r"int a; float a;
int f(int); float f(int);
int f;
int g(void) { return 1; }
int g(void) { return 2; }
int b = 1; int b = 2;
void h(int x, int x);
void k(int x) { int x; float y; int y; }",
        r"
        1:14 error FR0713: `a` is declared as `float`, but was as `int`
        2:19 error FR0713: `f` is declared with another type than before
        3:5 error FR0713: `f` is declared twice
        5:5 error FR0713: `g` is defined twice
        6:16 error FR0713: `b` is initialised twice
        7:19 error FR0713: there are two parameters `x`
        8:21 error FR0713: `x` is declared twice
        8:37 error FR0713: `y` is declared twice
        ",
    );
    check(
        r"struct s { int a; int a; };
struct t { int a; }; struct t { int b; };
enum t { A }; enum u { A }; enum v { B = 3000000000 }; enum w { C = 0x7fffffff, D };
struct u x; enum nope y;",
        r"
        1:23 error FR0713: there are two members `a`
        2:22 error FR0713: the structure is declared twice
        3:1 error FR0713: the tag `t` is declared twice
        3:24 error FR0713: `A` is declared twice
        3:38 error FR0715: the value of `B` does not fit `int`
        3:81 error FR0715: the value of `D` does not fit `int`
        4:10 error FR0714: `struct u` has no size, because its members are not declared
        4:18 error FR0712: the enumeration `nope` is not declared
        ",
    );
    check(
        r"void x; void a[3]; int b[]; int c[][]; struct n d; struct n e[2]; int f[0]; int g[-1];
int h[1.5]; void k(void v); int l(void)[3]; int m[3](void);",
        r"
        1:6 error FR0714: `void` has no size
        1:15 error FR0714: `void` has no size
        1:34 error FR0714: `int[]` has no size, because it does not say how many elements it has
        1:49 error FR0714: `struct n` has no size, because its members are not declared
        1:62 error FR0714: `struct n` has no size, because its members are not declared
        1:73 error FR0715: an array has at least one element
        1:83 error FR0715: an array has at least one element
        2:7 error FR0714: the size of an array is an integer, not `double`
        2:25 error FR0714: a parameter cannot be `void`
        2:33 error FR0714: a function cannot return an array
        2:49 error FR0730: function pointers are not supported
        1:24 error FR0714: `int[]` has no size, because it does not say how many elements it has
        ",
    );
    check(
        r"foo a; foo b;
int f(foo *x) { return 1; }
int g(void) { bar y; bar *z; y = 1; z = &y; uint8_t w; return y + z + w; }
size_t n;",
        r"
        1:1 error FR0712: the type `foo` is not declared
        3:15 error FR0712: the type `bar` is not declared
        3:45 error FR0712: the type `uint8_t` is not declared
        4:1 error FR0712: the type `size_t` is not declared
        ",
    );
    check(
        r"long short a; int float b; unsigned float c; long long long d; int int e; signed unsigned f;
static extern int g; signed _BitInt(1) h; _BitInt(0) i;",
        r"
        1:6 error FR0710: `short` does not go with the words before it
        1:19 error FR0710: `float` does not go with the words before it
        1:28 error FR0710: these words do not make a type
        1:56 error FR0710: `long` does not go with the words before it
        1:68 error FR0710: `int` does not go with the words before it
        1:82 error FR0710: `unsigned` does not go with the words before it
        2:8 error FR0710: a declaration has one storage class only
        2:22 error FR0715: a signed `_BitInt` has at least 2 bits
        2:43 error FR0715: the width of a `_BitInt` is at least 1
        ",
    );
    check(
        r"extern int a;
int b[];
int main(void) { int c[]; auto static int d; static int e = a; int f[2] = 3; return c[0]; }",
        r"
        3:22 error FR0714: `int[]` has no size, because it does not say how many elements it has
        3:32 error FR0710: a declaration has one storage class only
        3:61 error FR0715: the initialiser of a static object is not constant
        3:75 error FR0714: an array is initialised by a list in `{` and `}`
        1:12 warning FR0721: `a` is declared `extern` and defined nowhere; it begins with zero
        2:5 error FR0714: `int[]` has no size, because it does not say how many elements it has
        ",
    );
    check(
        r#"_Static_assert(0, "no"); _Static_assert(x); int x; _Static_assert(x, "");"#,
        r"
        1:1 error FR0715: the assertion does not hold: no
        1:41 error FR0712: the name `x` is not declared
        1:67 error FR0715: what `_Static_assert` asserts is not a constant expression
        ",
    );
}

#[test]
fn wrong_initialisers() {
    check(
        r"int a[2] = {1, 2, 3, 4}; int b = {1, 2}; struct p { int x; } c = {1, 2};
int d[2] = {[2] = 1}; int e[2] = {[-1] = 1}; struct p f = {.y = 1}; struct p g = {[0] = 1};
int h[] = {}; int i[3] = {[2 ... 1] = 3}; int j = {}; int k[2] = {.x = 1};",
        r"
        1:19 warning FR0721: there are more initialisers than `int[2]` has parts; they are ignored
        1:38 warning FR0721: a scalar is initialised by one value; the others are ignored
        1:70 warning FR0721: there are more initialisers than `struct p` has parts; they are ignored
        2:14 error FR0715: the designator is not an element of the array
        2:36 error FR0715: the designator is not an element of the array
        2:61 error FR0712: the member `y` is not declared
        2:83 error FR0714: `struct p` has no elements
        3:5 error FR0714: an array has at least one element
        3:27 error FR0715: the range ends before it begins
        3:67 error FR0714: `int[2]` has no members
        ",
    );
    check(
        "int n; int a = n; int b[] = {1, n}; int c[3] = {1, +, 3}; int d = 1 +; int e = {{1}};",
        r"
        1:16 error FR0715: the initialiser of a static object is not constant
        1:33 error FR0715: the initialiser of a static object is not constant
        1:53 error FR0710: expected an expression, found `,`
        1:70 error FR0710: expected an expression, found `;`
        ",
    );
}

#[test]
fn wrong_statements() {
    check(
        r"int f(int n) {
  break;
  continue;
  case 1: ;
  default: ;
  goto nowhere;
  L: ; L: ;
  switch (n) { case 1: case 2 ... 4: case 3: ; case 1: ; default: ; default: ;
case 9 ... 8: ; continue; }
  switch (1.5) { case 1: ; }
  for (;;) { switch (n) { case 1: continue; } }
  if (n) int x;
  return;
}
void g(void) { return 1; }",
        r"
        2:3 error FR0718: a `break` outside of loops and `switch`
        3:3 error FR0718: a `continue` outside of loops
        4:3 error FR0718: a `case` outside of `switch`
        5:3 error FR0718: a `default` outside of `switch`
        7:8 error FR0718: there are two labels `L`
        8:69 error FR0718: there are two `default`s
        9:1 warning FR0721: the range ends before it begins, so nothing comes here
        9:17 error FR0718: a `continue` outside of loops
        8:48 error FR0718: there are two cases for 1
        8:38 error FR0718: there are two cases for 3
        10:11 error FR0714: `switch` takes an integer, not `double`
        12:10 error FR0710: a declaration has to stand in a block, between `{` and `}`
        13:3 error FR0714: a `return` without a value, but the function returns `int`
        6:3 error FR0718: there is no label `nowhere`
        15:23 error FR0714: the function returns `void`, but a value is returned
        ",
    );
    check(
        r"int f(int n) {
  n = ;
  n = 1
  n = 2;
  if (n n) n = undeclared1;
  for (int i = 0; i < ; i++) { n = i + undeclared1; }
  while n { undeclared2 = 1; }
  else n = 3;
  int x = ;
  x = 1;
  do n = 1; until (n);
  return x
}
int g(void) { return undeclared1; }",
        r"
        2:7 error FR0710: expected an expression, found `;`
        4:3 error FR0710: expected `;`, found `n`
        5:9 error FR0710: expected `)`, found `n`
        5:16 error FR0712: the name `undeclared1` is not declared
        6:23 error FR0710: expected an expression, found `;`
        7:9 error FR0710: expected `(`, found `n`
        7:13 error FR0712: the name `undeclared2` is not declared
        8:3 error FR0710: an `else` without an `if`
        9:11 error FR0710: expected an expression, found `;`
        11:13 error FR0710: expected `while`, found `until`
        13:1 error FR0710: expected `;`, found `}`
        14:22 error FR0712: the name `undeclared1` is not declared
        ",
    );
    check(
        r"int f(int n) { if (n) { n = 1; 
",
        "2:1 error FR0710: expected `}`, found the end of the file",
    );
    check(
        r"int f(int n) { return n; } }
int g(int n { return n; }
int h(void) { return g(1) + undeclared; }
+ 3;
int x y;
int k(void) { return 0; }",
        r"
        1:28 error FR0710: a `}` without a `{`
        2:13 error FR0710: expected `)`, found `{`
        4:1 error FR0710: expected a type, found `+`
        5:7 error FR0710: expected `;`, found `y`
        ",
    );
}

/// Reads a text on a small stack and gives the codes of what is wrong.
fn codes(c: String) -> Vec<String> {
    let codes = move || {
        let mut codes: Vec<String> = read(&c)
            .lines()
            .filter_map(|line| Some(line.split_once(" error ")?.1.get(..6)?.to_string()))
            .collect();
        codes.dedup();
        codes
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(codes);
    thread.expect("a thread can be started").join().expect("nothing panics")
}

#[test]
fn nesting_is_bounded() {
    for n in [50, 100_000] {
        let many = |text: &str| text.repeat(n);
        for c in [
            format!("void f(int n) {{ {} n = 1; {} }}", many("{"), many("}")),
            format!("void f(int n) {{ {} n = 1; }}", many("if (n) ")),
            format!("void f(int n) {{ {} n = 1; }}", many("for (;;) ")),
            format!("int {}a{};", many("("), many(")")),
            format!("int {}a;", many("*")),
            format!("int a{};", many("[1]")),
            format!("int a = {}1{};", many("{"), many("}")),
            format!("int f({}int{});", many("int ("), many(")")),
            format!("{} int x; {}", many("struct { "), many("} x; ")),
            format!("void f(void) {{ int a = {}1{}; }}", many("(int[]){"), many("}[0]")),
            format!("int a[{}1{}];", many("sizeof(char["), many("])")),
        ] {
            let codes = codes(c.clone());
            match n {
                50 => assert!(codes.iter().all(|code| code == "FR0730"), "{codes:?} for {c}"),
                _ => assert!(codes.iter().any(|code| code == "FR0711"), "{codes:?} for {}", &c[..80]),
            }
        }
    }
}

#[test]
fn types_do_not_grow_without_end() {
    let structures: String =
        (1..100).map(|n| format!("struct s{n} {{ struct s{} a, b; }};\n", n - 1)).collect();
    assert_eq!(codes(format!("struct s0 {{ int x; }};\n{structures}")), ["FR0730", "FR0711"]);
    let typedefs: String = (1..100).map(|n| format!("typedef t{} t{n}[1];\n", n - 1)).collect();
    assert_eq!(codes(format!("typedef int t0;\n{typedefs}")), ["FR0711"]);
    assert_eq!(codes("struct s { int a[1ull << 40][1 << 22]; };".to_string()), ["FR0714"]);
    assert_eq!(codes("struct s { char a[1ull << 62], b[1ull << 62]; };".to_string()), ["FR0714"]);
    assert_eq!(codes("int a[] = {[1ull << 62] = 1};".to_string()), ["FR0714"]);
}

#[test]
fn broken_texts_are_read_to_the_end() {
    const TEXT: &str = r#"
        #include <stdlib.h>
        typedef struct { int x, y[2]; } P; enum e { A, B = 3 }; static const P table[2] = {{1, {2}}, [1].y[0] = 4};
        union u { int a; }; extern int ext[]; int ext[3] = {[0 ... 2] = A}; char text[] = "abc";
        static int f(int a[10], P p, const int *q, int n) {
            int i, s = 0; static int calls = 1; struct local { float z; } l = {1.5f};
        again:
            #pragma unroll 4
            for (i = 0; i < 10; i++) { if (a[i] > q[0]) continue; else s += a[i] * p.x; if (s > 100) break; }
            switch (n) { case 1: case 4 ... 6: s = 1; break; default: { int k = sizeof(P); s = k; } }
            do { s -= l.z; } while (s > 3 && n--);
            while (s < 0) s = s ? -s : (int)calls;
            if (s == 7) goto again;
            return p.y[1] + s;
        }
        int main(void) { int a[10] = {1, 2, 3}; P p = table[1]; free(0); return f(a, p, &(int){4}, rand() % 5); }
    "#;
    let mut sources = Sources::new();
    let main = sources.add("test.c", TEXT);
    let mut diagnostics = Diagnostics::new();
    let tokens =
        preprocess(&mut sources, main, &PreprocessOptions::default(), &mut NoFiles, &mut diagnostics);
    let mut rng = base::Rng::new(4);
    for _ in 0..3000 {
        let mut broken = tokens.clone();
        for _ in 0..1 + rng.below(4) {
            let (from, to) =
                (rng.below(tokens.len() as u64 - 1) as usize, rng.below(broken.len() as u64 - 1) as usize);
            match rng.below(4) {
                0 => drop(broken.remove(to)),
                1 => broken.insert(to, tokens[from].clone()),
                2 => broken[to] = tokens[from].clone(),
                _ => drop(broken.drain(to..(to + from % 20).min(broken.len() - 1))),
            }
            if broken.len() < 2 {
                break;
            }
        }
        let mut diagnostics = Diagnostics::new();
        let unit = crate::parse(&broken, &mut diagnostics);
        assert_eq!(unit.is_none(), diagnostics.has_errors());
    }
}
