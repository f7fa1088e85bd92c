//! What cannot be lowered is refused at its place, and what a program leaves undefined is noticed when it runs, at the line that has it.

use base::{Diagnostic, Diagnostics};
use cfront::{Files, Options};
use interp::{Interpreter, Limits};
use ir::{Context, Ir};
use std::io;
use std::path::Path;

struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

const LIMITS: Limits = Limits { steps: 1_000_000, memory_bytes: 1 << 24, call_depth: 100 };

/// Code, line and message.
fn shown(ir: &Ir, diagnostic: &Diagnostic) -> String {
    let line = diagnostic.span.map_or(0, |span| ir.ctx.sources.locate(span).line);
    format!("{} line {line}: {}", diagnostic.code, diagnostic.message)
}

/// Compiles a program and runs its `main`; what is wrong with it.
fn wrong(text: &str, top: &[&str]) -> Vec<String> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.c", text);
    let mut diagnostics = Diagnostics::new();
    let mut options = Options::default();
    options.lower.top = top.iter().map(|name| name.to_string()).collect();
    let module = cfront::compile(&mut ir, source, &options, &mut NoFiles, &mut diagnostics);
    if let Some(module) = module {
        assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{text}");
        if ir::symbols::lookup(&ir, module, "main").is_some()
            && let Err(wrong) = Interpreter::new(&ir, module).limits(LIMITS).call("main", Vec::new())
        {
            diagnostics.extend(wrong);
        }
    }
    diagnostics.iter().map(|diagnostic| shown(&ir, diagnostic)).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(wrong(text, &[]), expected, "{text}");
}

/// As [`check`] for the statements of a `main` with some objects.
#[track_caller]
fn check_main(statements: &str, expected: &[&str]) {
    check(&in_main(statements), expected);
}

fn in_main(statements: &str) -> String {
    format!(
        "#include <stdlib.h>\n#include <string.h>\nint g[4], *gp;\nint main(void) {{\n\
         int a[4] = {{1, 2, 3, 4}}, b[4] = {{5}}, m[2][3] = {{0}}, x = 1, *p = a;\n{statements}\nreturn x + *p + b[0] + m[0][0]; }}\n"
    )
}

#[test]
fn undefined_behaviour_is_met_at_its_line() {
    let cases = [
        ("x = 2147483647;\nx = x + 1;", "FR0403 line 7: signed overflow: 2147483647 + 1 does not fit `i32`"),
        ("x = 2147483647;\nx = x * 2;", "FR0403 line 7: signed overflow: 2147483647 * 2 does not fit `i32`"),
        (
            "x = -x - 2147483647;\nx = -x;",
            "FR0403 line 7: signed overflow: 0 - -2147483648 does not fit `i32`",
        ),
        ("b[0] = 0;\nx /= b[0];", "FR0401 line 7: `arith.divsi` has no result: division by zero"),
        (
            "x = -x - 2147483647;\nx %= -b[1] - 1;",
            "FR0401 line 7: `arith.remsi` has no result: signed overflow of a division: the least value by -1",
        ),
        ("x <<= 31 + x;", "FR0400 line 6: `arith.shli` yields poison: a shift by the width or more"),
        ("x = a[x + 3];", "FR0402 line 6: index 4 is outside of dimension 0, which has 4 elements"),
        ("p = a + 4;\nx = *p;", "FR0402 line 7: index 4 is outside of dimension 0, which has 4 elements"),
        ("int y;\nx = y;", "FR0404 line 7: `y` is read, but was never written"),
        ("int y[3];\ny[1] = 2;\nx = y[1] + y[2];", "FR0404 line 8: the element at [2] was never written"),
        ("x = m[0][x + 2];", "FR0402 line 6: index 3 is outside of dimension 1, which has 3 elements"),
        ("x = abs(-2147483647 - x);", "FR0403 line 6: signed overflow: 0 - -2147483648 does not fit `i32`"),
        (
            "int *q = malloc(4 * sizeof(int));\nq[0] = 1;\nfree(q);\nx = q[0];",
            "FR0413 line 9: memory is used after it was freed",
        ),
        (
            "double d = 1e10;\nx = (int)d;",
            "FR0405 line 7: `arith.fptosi` yields poison: a float that the integer type cannot hold",
        ),
        (
            "if (x == 1) p = NULL;\nx = *p;",
            "FR0402 line 7: index -4611686018427387904 is outside of dimension 0, which has 4 elements",
        ),
    ];
    let found: Vec<String> =
        cases.iter().map(|(statements, _)| wrong(&in_main(statements), &[]).join(", ")).collect();
    let expected: Vec<&str> = cases.iter().map(|(_, expected)| *expected).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_result_nobody_asks_for_may_be_missing() {
    let f = "int f(int x) { if (x) return 1; }\n";
    check(&format!("{f}int main(void) {{ f(0); (void)f(0); return f(0), 0; }}"), &[]);
    check(
        &format!("{f}int main(void) {{ return f(0); }}"),
        &["FR0404 line 2: `f` has come to its end without a `return` of its value"],
    );
}

#[test]
fn a_result_of_a_kernel_nobody_asks_for_may_be_missing() {
    for f in [
        "int f(int x[2]) {\nif (x[0]) return 1; x[1] = 3;\n}",
        "struct s { int a, b; };\nstruct s f(int x[2]) { x[1] = 3;\n}",
    ] {
        let text =
            |main: &str| format!("{f}\nint main(void) {{ int x[2] = {{0}}; {main} return x[1] - 3; }}");
        check(&text("f(x);"), &[]);
        check(&text("(void)f(x); f(x), 0;"), &[]);
    }
    let f = "int f(int x[2]) {\nif (x[0]) return 1; x[1] = 3;\n}";
    let missing = ["FR0404 line 3: `f` has come to its end without a `return` of its value"];
    check(&format!("{f}\nint main(void) {{ int x[2] = {{0}}; return f(x); }}"), &missing);
    check(&format!("{f}\nint main(void) {{ int x[2] = {{1}}; return f(x) - 1; }}"), &[]);
}

#[test]
fn a_pointer_has_one_array() {
    check_main("p = b;", &["FR0732 line 6: `p` points into `a`, and is given a pointer into `b`"]);
    check_main("p = m[1];", &["FR0732 line 6: `p` points into `a`, and is given a pointer into `m`"]);
    check_main("x = *(x ? a : b);", &["FR0732 line 6: a pointer is chosen from two arrays, `a` and `b`"]);
    check_main(
        "struct { int m, n; } s[2]; x = *(x ? &s[0].m : &s[1].n);",
        &["FR0732 line 6: a pointer is chosen from different parts of `s`"],
    );
    check_main(
        "x = p < b;",
        &["FR0732 line 6: pointers into different arrays, `a` and `b`, are put in order"],
    );
    check_main(
        "x = p - b;",
        &["FR0732 line 6: pointers into different arrays, `a` and `b`, are put in order"],
    );
    check_main(
        "int *q;\nx = *q;",
        &[
            "FR0732 line 7: a pointer is used, but it is null, or no value given to it before says what it points into",
        ],
    );
    check_main(
        "char *c = (char *)a;\nx = c[1];",
        &["FR0732 line 7: memory of `a` is used as another type than it was made with"],
    );
    check_main("unsigned *u = (unsigned *)a;\nx = u[1];", &[]);
    check_main("free(a);", &["FR0732 line 6: `a` is freed, but was not allocated"]);
    check_main(
        "int *q;\nif (x) q = malloc(8);\n*q = 1;",
        &["FR0732 line 8: the memory of `malloc` is allocated in another branch or loop"],
    );
    check_main("void *v = malloc(8);", &["FR0732 line 6: the type of what `malloc` allocates is not known"]);
    check_main("int **v = malloc(8);", &["FR0732 line 6: memory for pointers is allocated"]);
    check_main("gp = g + 1;\n*gp = x;\ngp++;\nx = gp[-1];", &[]);
    check_main("gp = g;\ngp = b;", &["FR0732 line 7: `gp` points into `g`, and is given a pointer into `b`"]);
}

#[test]
fn calls_end() {
    check(
        "int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(3); }",
        &["FR0731 line 1: `f` calls itself"],
    );
    check(
        "int f(int);\nint main(void) {\n return f(3); }",
        &["FR0717 line 3: `f` is called, but only declared"],
    );
    let mut doubled = "void f0(void) {}\n".to_string();
    for number in 1..40 {
        doubled.push_str(&format!("void f{number}(void) {{ f{0}(); f{0}(); }}\n", number - 1));
    }
    let found = wrong(&format!("{doubled}int main(void) {{ f39(); return 0; }}"), &[]);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("the program becomes more than"), "{found:?}");
    let mut deep = "int f0(int x) { return x; }\n".to_string();
    for number in 1..1000 {
        deep.push_str(&format!("int f{number}(int x) {{ return x ? f{}(x - 1) : 1; }}\n", number - 1));
    }
    let found = wrong(&format!("{deep}int main(void) {{ return f999(9); }}"), &[]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("FR0711"), "{found:?}");
}

#[test]
fn kernels_are_no_test_benches() {
    let kernel = |body: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include \"dynamatic/Integration.h\"\n\
             int help(int x) {{ return x + rand(); }}\n{body}"
        )
    };
    check(
        &kernel("int k(int x) {\n return help(x); }\nint main(void) { return CALL_KERNEL(k, 1); }"),
        &["FR0733 line 4: `rand` is called in the kernel `k`"],
    );
    check(
        &kernel("int k(int x) {\n puts(\"a\"); return x; }\nint main(void) { return CALL_KERNEL(k, 1); }"),
        &["FR0733 line 6: `puts` is called in the kernel `k`"],
    );
    check(
        &kernel(
            "int k(int *a[2]) { return *a[0]; }\nint main(void) {\n int x, *a[2] = {&x};\n return CALL_KERNEL(k, a); }",
        ),
        &["FR0732 line 5: the parameter `a` of a kernel holds pointers"],
    );
    check(
        &kernel(
            "void k(int a[9]) { a[8] = 1; }\nint main(void) {\n int a[8];\n CALL_KERNEL(k, a); return 0; }",
        ),
        &["FR0732 line 8: an array of 8 elements is given where 9 are taken"],
    );
    check(
        "int f(int x) { return x; }\n",
        &["FR0734 line 0: there is no `main`, and no function is named to be a kernel"],
    );
    assert_eq!(wrong("int f(int x) { return x; }\n", &["f"]), [""; 0]);
    assert_eq!(
        wrong("int f(int x) { return x; }\n", &["g"]),
        ["FR0734 line 0: there is no function `g` to be a kernel",]
    );
}

#[test]
fn memory_is_used_as_what_it_is() {
    const OTHER_TYPE: &str = "is used as another type than it was made with";
    let refused = |text: &str, line: u32, name: &str| {
        check(text, &[&format!("FR0732 line {line}: memory of `{name}` {OTHER_TYPE}")]);
    };
    let refused_in_main = |statements: &str, name: &str| refused(&in_main(statements), 6, name);
    refused_in_main("x = *(int *)((char *)a + 4);", "a");
    refused_in_main("x = (char *)&a[2] - (char *)a;", "a");
    refused_in_main("x = ((int (*)[2])m)[1][0];", "m");
    refused_in_main("char *c = (char *)a; c++;", "a");
    refused_in_main("char *c = (char *)a; memset(c, 0, 4);", "a");
    refused_in_main("int (*q)[3] = (int (*)[3])a; x = (*q)[0];", "a");
    refused_in_main("struct B { int x; } (*q)[3] = (struct B (*)[3])&m[0][0]; struct B s = (*q)[1];", "m");
    check(
        "int a[4];\nint *p = (int *)((char *)a + 4);\nint main(void) { return *p; }",
        &["FR0715 line 2: a static pointer begins with something that is not known now"],
    );
    refused(
        "struct A { int x, *p; }; struct B { int *p, x; };\nint main(void) {\n int t; struct A a = {1, &t};\n\
         struct B b = *(struct B *)&a; return b.x; }",
        4,
        "a",
    );
    refused(
        "struct A { int x; }; struct B { float x; };\nint main(void) { struct A a = {1};\n\
         struct B b = *(struct B *)&a; return b.x > 0; }",
        3,
        "a",
    );
    refused(
        "void k(char *p) { p[0] = 1; }\nint main(void) { int a[4] = {0};\n k((char *)a); return 0; }",
        3,
        "a",
    );
    refused(
        "#include <string.h>\nvoid k(int *a) {\n int (*p)[4] = (int (*)[4])a; }\n\
         int main(void) { int a[4]; k(a); return a[0]; }",
        3,
        "a",
    );
    check_main(
        "memset(b, 0, 6);",
        &["FR0732 line 6: bytes that are no whole number of elements are set or copied"],
    );
    check_main(
        "memset(b, 0, x + 5);",
        &["FR0411 line 6: assertion failed: bytes that are no whole number of elements are set or copied"],
    );
    check_main("memset(&p, 1, sizeof p);", &["FR0732 line 6: the bytes of a pointer are set to something"]);
}

#[test]
fn a_pointer_keeps_its_memory() {
    check_main(
        "int *q = NULL;\nfor (int i = 0; i < 3; i++) { int *r = malloc(4); *r = i; if (i) x = *q;\nq = r; }",
        &["FR0732 line 8: `q` is defined outside of the loop that allocates what it points to"],
    );
    check_main(
        "int *q = NULL;\ndo { int *r = malloc(4); *r = x;\nq = r; } while (x++ < 4);",
        &["FR0732 line 8: `q` is defined outside of the loop that allocates what it points to"],
    );
    check_main(
        "for (int i = 0; i < 3; i++) { int *q; do { q = malloc(4); } while (0); *q = i; free(q); }",
        &[],
    );
    check_main("gp = malloc(8); *gp = 1;", &[]);
    check(
        "int x[4], y[4];\nvoid k(int *a, int first) { static int *p;\n if (first) p = a;\n p[0] += 1; }\n\
         int main(void) { k(x, 1); k(y, 0); return 0; }",
        &["FR0732 line 3: `p` is static, and is given a pointer into `a`"],
    );
    check(
        "int g[4], h[4], *p;\nint *one(void) { return g; }\nint *two(void) { return h; }\n\
         void k(int *a) { p = one(); a[0] = *p; }\nint main(void) { int a[2]; p = two(); k(a); return *p; }",
        &["FR0732 line 1: `p` points into different arrays in `main` and in kernels"],
    );
    let compared = "pointers into two memories that may be the same array are compared";
    check(
        "int g[4];\nint k(int *a) {\n return a == g; }\nint main(void) { return k(g); }",
        &[&format!("FR0732 line 3: {compared}")],
    );
    check(
        "int k(int *a, int *b) {\n return a == b; }\nint main(void) { int a[4]; return k(a, a); }",
        &[&format!("FR0732 line 2: {compared}")],
    );
    check("int k(int *a) { int b[2]; return a == b; }\nint main(void) { int a[4]; return k(a); }", &[]);
}

#[test]
fn what_a_kernel_writes_is_reached_one_way() {
    check(
        "int g[8];\nvoid k(int *p) { p[0] = 1; g[2] = 5; }\nint main(void) {\n k(g + 1); return g[2]; }",
        &["FR0732 line 4: `k` is given a part of `g`, which it also uses by name"],
    );
    check(
        "int g[8], *h = g;\nvoid f(void) { h[2] = 5; }\nvoid k(int *p) { p[0] = 1; f(); }\n\
         int main(void) {\n k(g + 1); return g[2]; }",
        &["FR0732 line 5: `k` is given a part of `g`, which it also uses by name"],
    );
    let two = |arguments: &str| {
        format!(
            "void k(int *p, int q[2]) {{ for (int i = 0; i < 2; i++) q[i] = p[i] + 1; }}\n\
             int main(void) {{ int a[6] = {{1}}, m[2][2] = {{{{1}}}}, i = a[1];\n k({arguments}); return m[1][0]; }}"
        )
    };
    let overlap = |name: &str| format!("FR0732 line 3: `k` is given parts of `{name}` that may overlap");
    check(&two("a, a + 1"), &[&overlap("a")]);
    check(&two("a + 1, a + 1 + i"), &[&overlap("a")]);
    check(&two("m[i], m[1 - i]"), &[&overlap("m")]);
    check(&two("m[0], m[1]"), &[]);
    check(&two("m[1], m[0]"), &[]);
    check(&two("a + 4, a + 2"), &[]);
    check(&two("a, a"), &["FR0732 line 3: `k` is given `a` twice"]);
    check(&two("a + 1, a + 1"), &["FR0732 line 3: `k` is given a part of `a` twice"]);
    check(
        "int g[8];\nvoid k(int a[8]) { for (int i = 1; i < 8; i++) a[i] = g[i - 1] + 1; }\nint main(void) {\n k(g); return g[7]; }",
        &["FR0732 line 4: `k` is given `g`, which it also uses by name"],
    );
    check(
        "int g[8];\nint k(int a[8]) { return a[1] + g[2]; }\nint main(void) { return k(g) + k(g + 0); }",
        &[],
    );
    check(
        "#include \"dynamatic/Integration.h\"\nint g[4];\nvoid inner(void) { g[1] = 2; }\n\
         int k(int a[4]) { CALL_KERNEL(inner); return a[1]; }\nint main(void) {\n return CALL_KERNEL(k, g); }",
        &["FR0732 line 6: `k` is given `g`, which it also uses by name"],
    );
    check(
        "int k(int p[4], int q[4]) { return p[0] + q[1]; }\nint main(void) { int a[4] = {1}; return k(a, a); }",
        &[],
    );
    check(
        "int k(const int *p, const int *q) { return *p + *q; }\n\
         int main(void) { int a[4] = {1, 2}; return k(a, a + 1) + k(a + 1, a); }",
        &[],
    );
}
