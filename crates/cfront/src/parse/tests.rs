//! Declarations, initialisers, statements and pragmas, and the trees that they become.

mod wrong;

use crate::dump::dump;
use crate::preprocess::{Files, PreprocessOptions, preprocess};
use base::{Diagnostics, Sources};
use std::io;
use std::path::Path;

/// No files but the built-in headers.
pub(super) struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// What a text becomes: diagnostics with line and column, then the tree if there is one.
pub(super) fn read(c: &str) -> String {
    let mut sources = Sources::new();
    let main = sources.add("test.c", c);
    let mut diagnostics = Diagnostics::new();
    let tokens =
        preprocess(&mut sources, main, &PreprocessOptions::default(), &mut NoFiles, &mut diagnostics);
    let unit = super::parse(&tokens, &mut diagnostics);
    let mut text = String::new();
    for diagnostic in &diagnostics {
        let position = diagnostic.span.map(|span| sources.locate(span));
        let (line, column) = position.map_or((0, 0), |position| (position.line, position.column));
        let severity = diagnostic.severity.name();
        text += &format!("{line}:{column} {severity} {}: {}\n", diagnostic.code, diagnostic.message);
    }
    text + &unit.map_or(String::new(), |unit| dump(&unit))
}

/// Compares what a text becomes, regardless of how the expectation is indented as a whole.
#[track_caller]
pub(super) fn check(c: &str, expected: &str) {
    let lines: Vec<&str> = expected.lines().filter(|line| !line.trim().is_empty()).collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let expected: String = lines.iter().map(|line| format!("{}\n", &line[margin..])).collect();
    let found = read(c);
    assert!(found == expected, "{c}\nexpected:\n{expected}\nfound:\n{found}");
}

#[test]
fn types_of_objects() {
    check(
        r"int a; unsigned b; long c, *d; unsigned long long e; signed char f; unsigned char g;
short int h; _Bool i;
float j; double k; int unsigned long l; const char *m; char *const n = 0;
const char *const *o; long long int p; _BitInt(7) q; unsigned _BitInt(100) r;",
        r"
        global a: i32
        global b: u32
        global c: i64
        global d: *i64
        global e: u64ll
        global f: i8
        global g: u8
        global h: i16
        global i: bool
        global j: f32
        global k: f64
        global l: u64
        global m: *const i8
        global n: const *i8 = null
        global o: *const *const i8
        global p: i64ll
        global q: ibit7
        global r: ubit100
        ",
    );
    check(
        r"int a[3][4]; int *b[3]; int (*c)[3]; int *(*d[2])[3]; const int e[2]; const int (*f)[2];
int ((g));",
        r"
        global a: [3][4]i32
        global b: [3]*i32
        global c: *[3]i32
        global d: [2]*[3]*i32
        global e: const [2]i32
        global f: *const [2]i32
        global g: i32
        ",
    );
    check(
        r"typedef int T, *P, A[3]; typedef const int C; T a; P b; A c[2]; C d = 1; const P e = 0;
typedef T T;
struct s { int x; }; typedef struct { int y; } U; typedef struct s S; struct s f; U g; S *h;
struct t *i;
enum e { X, Y = 5, Z }; enum e j = Z; enum { N = -1 } k; enum e2 { Q } l[Q + 1];",
        r"
        global a: i32
        global b: *i32
        global c: [2][3]i32
        global d: const i32 = 1
        global e: const *i32 = null
        global f: s
        global g: U
        global h: *s
        global i: *t
        global j: u32 = 6:u32
        global k: i32
        global l: [1]u32
        ",
    );
    check(
        r"struct p { char c; int i; char d; double e; char f[3]; }; int a[sizeof(struct p)],
b[_Alignof(struct p)];
int c[sizeof(_BitInt(65))], d[sizeof(_BitInt(24))], e[_Alignof(_BitInt(200))],
f[sizeof(long)], g[sizeof(_Bool[3])];
struct q { struct p x[2]; struct q *next; }; int h[sizeof(struct q)];",
        r"
        global a: [32]i32
        global b: [8]i32
        global c: [16]i32
        global d: [4]i32
        global e: [8]i32
        global f: [8]i32
        global g: [3]i32
        global h: [72]i32
        ",
    );
}

#[test]
fn globals_are_merged() {
    check(
        r"extern int a; int a = 3; int a; int b; int b; extern int c[]; int c[5]; int d[] = {1, 2};
extern int d[2]; static int e;",
        r"
        global a: i32 = 3
        global b: i32
        global c: [5]i32
        global d: [2]i32 = {0: 1, 1: 2}
        global e: i32
        ",
    );
    check(
        r"extern int a;
int f(void) { extern int b; return b; }
int b = 2;",
        r"
        1:12 warning FR0721: `a` is declared `extern` and defined nowhere; it begins with zero
        global b: i32 = 2
        global a: i32
        f() i32
          return b
        ",
    );
}

#[test]
fn functions() {
    check(
        r"int f(int a[10], int b[4][5], const int *c, int d[], int, float e); int g(void); int h();
int f(int a[10], int b[4][5], const int *c, int d[], int x, const float e) { return x; }
int h(int a) { return a; }
static inline int *k(int n, int a[n], int b[static 3], int c[const]) { return a; }
void v() {}",
        r"
        f(a: *i32 of 10, b: *[5]i32 of 4, c: *const i32, d: *i32, x: i32, e: const f32) i32
          return x
        h(a: i32) i32
          return a
        k(n: i32, a: *i32, b: *i32 of 3, c: *i32) *i32
          return a
        v() void
        ",
    );
    check(
        r"struct s { int x, y; }; struct s f(struct s a) { return a; } typedef int A[3]; void g(A a,
const A b) {}",
        r"
        f(a: s) s
          return a
        g(a: *i32 of 3, b: *const i32 of 3) void
        ",
    );
    check(
        r"#include <stdlib.h>
int abs(int x); void free(void *p); int rand(void) { return 4; }
int main(void) { return abs(rand()); }",
        r"
        rand() i32
          return 4
        main() i32
          return (call abs (call rand))
        ",
    );
    check(
        r"int puts(const char *s); int printf(const char *f, ...); int main(void) { puts(__func__);
return __func__[1]; }",
        r#"
        main() i32
          (call puts &"main")
          return (i32 "main"[1:i64])
        "#,
    );
}

#[test]
fn scopes() {
    check(
        r"int x; int f(int y) { int x = 1; { int x = 2; y = x; } for (int x = 3; x; ) y = x;
struct s { int a; } s; { struct s { float b; } t; t.b = s.a; } return x; }",
        r"
        global x: i32
        f(y: i32) i32
          let x: i32 = 1
          block
            let x: i32 = 2
            (= y x)
          for (bool x); -
              let x: i32 = 3
            (= y x)
          let s: s
          block
            let t: s
            (= t.b (f32 s.a))
          return x
        ",
    );
    check(
        "typedef int T; int f(void) { T a = 1; { float T = 2; T = a; } T: a = 2; goto T; }",
        r"
        f() i32
          let a: i32 = 1
          block
            let T: f32 = 2.0:f32
            (= T (f32 a))
          label T#0
          (= a 2)
          goto T#0
        ",
    );
    check(
        "int f(void) { static int n = 4, m; static const int t[] = {1, 2}; n = t[m]; return n; }",
        r"
        f() i32
          (= n t[(i64 m)])
          return n
        ",
    );
    check(
        "int f(void) { int x = sizeof x, y = x, *p = &y; return *p; }",
        r"
        f() i32
          let x: i32 = 4
          let y: i32 = x
          let p: *i32 = &y
          return *p
        ",
    );
}

#[test]
fn initialisers() {
    check(
        r"int a[3] = {1, 2}; int b[2][3] = {{1}, {2, 3}}; int c[2][3] = {1, 2, 3, 4};
int d[] = {[3] = 1, 2, [0] = 5}; int e[2] = {}; int f = {3}; int g[2][2] = {{1, 2}, 3, 4};",
        r"
        global a: [3]i32 = {0: 1, 1: 2}
        global b: [2][3]i32 = {0: {0: 1}, 1: {0: 2, 1: 3}}
        global c: [2][3]i32 = {0: {0: 1, 1: 2, 2: 3}, 1: {0: 4}}
        global d: [5]i32 = {0: 5, 3: 1, 4: 2}
        global e: [2]i32 = {}
        global f: i32 = 3
        global g: [2][2]i32 = {0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}}
        ",
    );
    check(
        r"struct p { int x, y; }; struct q { struct p a[2]; int n; };
struct p a = {1}; struct p b = {.y = 2, .x = 1}; struct q c = {1, 2, 3, 4, 5};
struct q d = {{{1, 2}, {3}}, 6}; struct q e = {.a[1].y = 7, 8};
struct q f = {.a = {[1] = {.x = 1}}, .n = 2}; struct p g[] = {1, 2, 3};",
        r"
        global a: p = {0: 1}
        global b: p = {0: 1, 1: 2}
        global c: q = {0: {0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}}, 1: 5}
        global d: q = {0: {0: {0: 1, 1: 2}, 1: {0: 3}}, 1: 6}
        global e: q = {0: {1: {1: 7}}, 1: 8}
        global f: q = {0: {1: {0: 1}}, 1: 2}
        global g: [2]p = {0: {0: 1, 1: 2}, 1: {0: 3}}
        ",
    );
    check(
        r"int a[10] = {[2 ... 4] = 1, [3] = 9, 7}; int b[2][3] = {[0 ... 1][1] = 4};
int c[] = {[0 ... 2] = 1, 2};",
        r"
        global a: [10]i32 = {2: 1, 3: 9, 4: 7}
        global b: [2][3]i32 = {0: {1: 4}, 1: {1: 4}}
        global c: [4]i32 = {0: 1, 1: 1, 2: 1, 3: 2}
        ",
    );
    check(
        r#"char a[] = "abc", b[5] = "ab", c[3] = "abc", d[] = {"x"}, e[2][4] = {"one", "two"},
f[] = {'a', 0}, g[] = ("y"); const char *h = "abc"; unsigned char i[] = "\xff";
char j[2] = "abc"; char k[2][2] = {{"a"}, 'b'}; char l[] = {"z",};"#,
        r#"
        3:13 warning FR0721: the string has 3 characters, the array only 2
        global a: [4]i8 = {0: 97:i8, 1: 98:i8, 2: 99:i8}
        global b: [5]i8 = {0: 97:i8, 1: 98:i8}
        global c: [3]i8 = {0: 97:i8, 1: 98:i8, 2: 99:i8}
        global d: [2]i8 = {0: 120:i8}
        global e: [2][4]i8 = {0: {0: 111:i8, 1: 110:i8, 2: 101:i8}, 1: {0: 116:i8, 1: 119:i8, 2: 111:i8}}
        global f: [2]i8 = {0: 97:i8, 1: 0:i8}
        global g: [2]i8 = {0: 121:i8}
        global h: *const i8 = (*const i8 &"abc")
        global i: [2]u8 = {0: 255:u8}
        global j: [2]i8 = {0: 97:i8, 1: 98:i8}
        global k: [2][2]i8 = {0: {0: 97:i8}, 1: {0: 98:i8}}
        global l: [2]i8 = {0: 122:i8}
        "#,
    );
    check(
        r"struct p { int x, y; }; struct q { struct p a; int n; }; struct p f(void);
void g(int n) { struct p p = f(); struct p o = p; struct q q = {p, n}; struct q r = {f(),
.n = 2}; struct p s[2] = {p, 1, 2}; int a[3] = {n, n + 1}; float h[] = {1, 2.5f, n};
struct q t = {.a = p}; _Bool b = 4; }",
        r"
        g(n: i32) void
          let p: p = (call f)
          let o: p = p
          let q: q = {0: p, 1: n}
          let r: q = {0: (call f), 1: 2}
          let s: [2]p = {0: p, 1: {0: 1, 1: 2}}
          let a: [3]i32 = {0: n, 1: (+ n 1)}
          let h: [3]f32 = {0: 1.0:f32, 1: 2.5:f32, 2: (f32 n)}
          let t: q = {0: p}
          let b: bool = 1:bool
        ",
    );
    check(
        r"int x; int *p = &x; int a[3]; int *q = a + 1; int *r = &a[2]; int *s = 0; double d = 1;
float e = 1.5 * 2; long l = -1; unsigned char c = 300 - 100; const int n = 3; int m = n + 1;
int z[n];",
        r"
        global x: i32
        global p: *i32 = &x
        global a: [3]i32
        global q: *i32 = (move &a 1:i64)
        global r: *i32 = &a[2:i64]
        global s: *i32 = null
        global d: f64 = 1.0:f64
        global e: f32 = 3.0:f32
        global l: i64 = -1:i64
        global c: u8 = 200:u8
        global n: const i32 = 3
        global m: i32 = 4
        global z: [3]i32
        ",
    );
}

#[test]
fn statements() {
    check(
        r"int f(int n) { int s = 0; if (n) s = 1; if (n > 1) { s = 2; } else if (n > 2) s = 3;
else s = 4; while (n--) s += n; do { s++; continue; } while (s < 5); for (;;) break;
for (int i = 0, j = 1; i < n; i++, j++) s += j; for (s = 0; ; ) { ; } ; {} return s; }",
        r"
        f(n: i32) i32
          let s: i32 = 0
          if (bool n)
            (= s 1)
          if (bool (> n 1))
            (= s 2)
          else
            if (bool (> n 2))
              (= s 3)
            else
              (= s 4)
          while (bool (post-= i32 n 1))
            (+= i32 s n)
          do while (bool (< s 5))
            (post+= i32 s 1)
            continue
          for -; -
            break
          for (bool (< i n)); (, (post+= i32 i 1) (post+= i32 j 1))
              let i: i32 = 0
              let j: i32 = 1
            (+= i32 s j)
          for -; -
              (= s 0)
          block
          return s
        ",
    );
    check(
        r"int f(char c) { switch (c) { case 1: case 'a' ... 'c': return 1; default: break;
case -1: { int x; } case 300: ; } switch (c + 0ul) { case -1: return 3; }
switch (c) case 4: c = 1; switch (c) { int k; case 1: k = 2; c = k; } return 0; }",
        r"
        f(c: i8) i32
          switch (i32 c)
            case 1
            case 97..99
            return 1
            default
            break
            case -1
            block
              let x: i32
            case 300
          switch (+ (u64 c) 0:u64)
            case -1
            return 3
          switch (i32 c)
            case 4
            (= c 1:i8)
          switch (i32 c)
            let k: i32
            case 1
            (= k 2)
            (= c (i8 k))
          return 0
        ",
    );
    check(
        r"int f(int n) { again: if (n) goto out; n++; goto again; { inner: n = 2; } out: return n;
unused: ; end: }",
        r"
        f(n: i32) i32
          label again#0
          if (bool n)
            goto out#1
          (post+= i32 n 1)
          goto again#0
          block
            label inner#2
            (= n 2)
          label out#1
          return n
          label unused#3
          label end#4
        ",
    );
    check(
        "void g(void); void f(int n) { if (n) return; return g(); }",
        r"
        f(n: i32) void
          if (bool n)
            return
          (call g)
          return
        ",
    );
    check(
        r#"void f(int n) { switch (n) { case 1: n = 2; __attribute__((fallthrough));
case 2: [[fallthrough]]; default: n = 3; } __extension__ int k = n;
_Static_assert(sizeof(int) == 4, "int"); L: int m = k; }
_Static_assert(1, "yes"); _Static_assert(2 > 1);"#,
        r"
        f(n: i32) void
          switch n
            case 1
            (= n 2)
            case 2
            default
            (= n 3)
          let k: i32 = n
          label L#0
          let m: i32 = k
        ",
    );
    check(
        r"static inline __attribute__((always_inline)) int f(int *restrict a,
register int b __attribute__((unused))) { _Alignas(16) int c[4] __attribute__((aligned(16)));
auto int d = 1; volatile int e = 2; volatile int g; return d; }
__attribute__((noinline)) void h(void) {}",
        r"
        3:17 warning FR0721: `volatile` is ignored: nothing but the program sees its memory
        f(a: *i32, b: i32) i32
          let c: [4]i32
          let d: i32 = 1
          let e: i32 = 2
          let g: i32
          return d
        h() void
        ",
    );
}

#[test]
fn loops_have_hints() {
    check(
        r"#define N 4
void f(int n) {
#pragma clang loop unroll_count(4)
for (;n;) n--;
#pragma unroll
while (n) n--;
#pragma GCC unroll 8
do n--; while (n);
for (;n;) {
#pragma HLS pipeline II=2
#pragma HLS unroll factor=N
n--; }
#pragma HLS unroll
#pragma HLS pipeline
L: for (;n;)
#pragma HLS pipeline II=3
{ n--; } }",
        r"
        f(n: i32) void
          for unroll(4) (bool n); -
            (post-= i32 n 1)
          while unroll(0) (bool n)
            (post-= i32 n 1)
          do unroll(8) while (bool n)
            (post-= i32 n 1)
          for unroll(4) pipeline(2) (bool n); -
            (post-= i32 n 1)
          label L#0
          for unroll(0) pipeline(3) (bool n); -
            (post-= i32 n 1)
        ",
    );
    check(
        r"#pragma once
#pragma STDC FP_CONTRACT ON
#pragma omp parallel
#pragma omp parallel
#pragma unroll 2
struct s {
#pragma pack(1)
int a; };
void f(int n) {
#pragma HLS interface port=n
#pragma unroll 3
n = 1;
#pragma HLS interface port=n
if (n)
#pragma unroll
for (;n;) n--;
#pragma unroll 4
}",
        r"
        3:2 warning FR0720: `#pragma omp parallel` is not known, and has no effect
        5:2 warning FR0720: `#pragma unroll 2` has no effect, because no loop follows
        7:2 warning FR0720: `#pragma pack(1)` is not known, and has no effect
        10:2 warning FR0720: `#pragma HLS interface port=n` is not known, and has no effect
        11:2 warning FR0720: `#pragma unroll 3` has no effect, because no loop follows
        17:2 warning FR0720: `#pragma unroll 4` has no effect, because no loop follows
        f(n: i32) void
          (= n 1)
          if (bool n)
            for unroll(0) (bool n); -
              (post-= i32 n 1)
        ",
    );
}
