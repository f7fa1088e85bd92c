//! Types, attributes and affine expressions as text: what each is printed as, what is refused, and that `mlir-opt` agrees.

use base::{Diagnostics, Rng};
use ir::text::attr_print::write_attr;
use ir::text::{ParseOptions, Parser, Tok};
use ir::{AffineMap, Attr, AttrKind, Context, Dialect, DialectAttr, DialectId, EnumDef, Ir};
use std::io::Write;
use std::process::{Command, Stdio};

static COLOURS: Dialect = Dialect {
    id: DialectId(0),
    name: "paint",
    doc: "For tests.",
    ops: &[],
    types: &[],
    attrs: &[
        DialectAttr {
            name: "paint.mix",
            doc: "",
            example: "",
            parse: |p| {
                p.expect(Tok::Less, "`<`")?;
                let parts = [p.attr()?];
                p.expect(Tok::Greater, "`>`")?;
                Ok(parts.into())
            },
            print: |ctx, params, out| {
                out.push('<');
                write_attr(ctx, params[0], out);
                out.push('>');
            },
        },
        DialectAttr {
            name: "paint.tone",
            doc: "",
            example: "",
            parse: |p| {
                let name = p.symbol_ref()?;
                Ok([name].into())
            },
            print: |ctx, params, out| write_attr(ctx, params[0], out),
        },
    ],
    enums: &[
        EnumDef { name: "paint.colour", doc: "", cases: &[("red", 0), ("green", 1)], flags: None },
        EnumDef {
            name: "paint.finish",
            doc: "",
            cases: &[("none", 0), ("matt", 1), ("wet", 2)],
            flags: Some(","),
        },
    ],
    constants: &[],
};

/// Reads one attribute (or type, which is one) that must be all of the text.
fn parse(ir: &mut Ir, text: &str, allow_unregistered: bool) -> Result<Attr, &'static str> {
    let source = ir.ctx.sources.add("test", text);
    let mut diags = Diagnostics::new();
    let mut parser = Parser::new(ir, text, source, ParseOptions { allow_unregistered }, &mut diags);
    let attr = parser.attr();
    if attr.is_ok() && !parser.at(ir::text::lexer::Tok::End) {
        parser.unexpected("the end");
    }
    match diags.iter().next() {
        Some(diagnostic) => Err(base::codes::lookup(diagnostic.code).map_or("?", |def| def.name)),
        None => Ok(attr.expect("an error is reported")),
    }
}

fn print(ir: &Ir, attr: Attr) -> String {
    let mut out = String::new();
    write_attr(&ir.ctx, attr, &mut out);
    out
}

/// Reads, prints, and makes sure that what is printed reads as the same and prints the same.
fn round(text: &str) -> Result<String, &'static str> {
    let mut ir = Ir::new(Context::new(&[&COLOURS]));
    let attr = parse(&mut ir, text, true)?;
    let printed = print(&ir, attr);
    let again = parse(&mut ir, &printed, true).unwrap_or_else(|code| panic!("{printed} gives {code}"));
    // Locations are not uniqued, so two that read the same are two.
    if !matches!(ir.ctx[attr], AttrKind::Loc(_)) {
        assert_eq!(again, attr, "{text} prints as {printed}, which is something else");
    }
    assert_eq!(print(&ir, again), printed, "second print of {text}");
    Ok(printed)
}

/// What `mlir-opt` prints of each text, or its error.
fn oracle(texts: &[String]) -> Vec<String> {
    let mut child = Command::new("mlir-opt-19")
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt-19 is installed");
    let input: String = texts.iter().map(|text| format!("\"t.op\"() {{a = {text}}} : () -> ()\n")).collect();
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt-19 ends");
    writer.join().expect("the writer ends").expect("mlir-opt-19 reads its input");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "mlir-opt-19: {errors}");
    let lines = String::from_utf8(output.stdout).expect("mlir-opt prints UTF-8");
    let attrs = lines.lines().filter_map(|line| {
        let inside = line.trim().strip_prefix("\"t.op\"() {a")?.strip_suffix("} : () -> ()")?;
        Some(
            if inside.is_empty() { "unit" } else { inside.strip_prefix(" = ").unwrap_or(inside) }.to_string(),
        )
    });
    attrs.collect()
}

/// Text, and what we and `mlir-opt` print of it; empty if that is the text itself.
const SAME: &[(&str, &str)] = &[
    // Types.
    ("i0", ""),
    ("i16777215", ""),
    ("si8", ""),
    ("ui16", ""),
    ("index", ""),
    ("none", ""),
    ("tf32", ""),
    ("bf16", ""),
    ("f8E4M3B11FNUZ", ""),
    ("f80", ""),
    ("f128", ""),
    ("() -> ()", ""),
    ("(i32, f32) -> i32", ""),
    ("(i32) -> (i32)", "(i32) -> i32"),
    ("(i32) -> (() -> i32)", ""),
    ("() -> (i32, f32)", ""),
    ("() -> tuple<>", ""),
    ("(() -> ()) -> ()", ""),
    ("memref<f32>", ""),
    ("memref<4x?xf32>", ""),
    ("memref<4 x 8 x f32>", "memref<4x8xf32>"),
    ("memref<0x4xf32>", ""),
    ("memref<0x0xf32>", ""),
    ("memref<0xf32>", ""),
    ("memref<9223372036854775807xi8>", ""),
    ("memref<4x?xf32, strided<[?, 1], offset: 4>>", ""),
    ("memref<4x4xf32, strided<[4, 1], offset: 0>>", "memref<4x4xf32, strided<[4, 1]>>"),
    ("memref<4x4xf32, strided<[4, 1], offset: ?>, 1 : i32>", ""),
    ("memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>", "memref<4x4xf32>"),
    ("memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>", ""),
    ("memref<4xf32, 0>", "memref<4xf32>"),
    ("memref<4xf32, 0 : i32>", "memref<4xf32>"),
    ("memref<4xf32, 3 : i32>", ""),
    ("memref<4xf32, 3 : i64>", "memref<4xf32, 3>"),
    ("memref<4xf32, \"a\">", ""),
    ("memref<*xf32, 4>", ""),
    ("memref<*xf32>", ""),
    ("memref<4xmemref<2xi32>>", ""),
    ("memref<4xvector<2xi32>>", ""),
    ("memref<4xcomplex<f32>>", ""),
    ("tensor<4xf32, \"enc\">", ""),
    ("tensor<4xf32, 1>", "tensor<4xf32, 1 : i64>"),
    ("tensor<*xf32>", ""),
    ("tensor<4x!foo.bar>", ""),
    ("tensor<4xvector<2xi32>>", ""),
    ("vector<f32>", ""),
    ("vector<[4]xf32>", ""),
    ("vector<4x[2]x8xindex>", ""),
    ("tuple<i32, tuple<f32>>", ""),
    ("complex<i32>", ""),
    ("!foo.bar", ""),
    ("!foo.bar<i32, \"a>b\", (x -> y)>", ""),
    ("!foo<bar>", "!foo.bar"),
    ("!foo<bar<1, 2>>", "!foo.bar<1, 2>"),
    ("!foo<\"bar baz\">", ""),
    // Numbers.
    ("4", "4 : i64"),
    ("-4 : i8", ""),
    ("255 : i8", "-1 : i8"),
    ("-128 : i8", ""),
    ("255 : ui8", ""),
    ("0xFF : i8", "-1 : i8"),
    ("-7 : si8", ""),
    ("4 : index", ""),
    ("-9223372036854775808", "-9223372036854775808 : i64"),
    ("18446744073709551615", "-1 : i64"),
    ("-9223372036854775808 : index", ""),
    ("340282366920938463463374607431768211455 : i128", "-1 : i128"),
    ("170141183460469231731687303715884105727 : i128", ""),
    ("1 : i1", "true"),
    ("-1 : i1", "true"),
    ("0 : i0", ""),
    ("true", ""),
    ("false", ""),
    ("1.0", "1.000000e+00 : f64"),
    ("-1.5 : f32", "-1.500000e+00 : f32"),
    ("1.e3 : f32", "1.000000e+03 : f32"),
    ("0.1 : f32", "1.000000e-01 : f32"),
    ("0.1 : f16", "9.997550e-02 : f16"),
    ("3.14159274 : f32", "3.14159274 : f32"),
    ("0x7FC00000 : f32", ""),
    ("0x3F800000 : f32", "1.000000e+00 : f32"),
    ("1.5e400 : f64", "0x7FF0000000000000 : f64"),
    ("-0.0 : f32", "-0.000000e+00 : f32"),
    ("1.0 : f8E4M3FN", "1.000000e+00 : f8E4M3FN"),
    // Strings, arrays, dictionaries, symbols.
    ("unit", ""),
    ("\"a\\22\\\\\\n\\t\\01\u{e9}\"", "\"a\\22\\\\\\0A\\09\\01\\C3\\A9\""),
    ("\"a\" : i32", ""),
    ("\"a\" : none", "\"a\""),
    ("[]", ""),
    (
        "[1, 2 : i8, 1.0, [true, 3 : index], {a = 4}]",
        "[1, 2 : i8, 1.000000e+00, [true, 3 : index], {a = 4 : i64}]",
    ),
    ("{}", ""),
    ("{b = 2, \"c d\" = 3, a}", "{a, b = 2 : i64, \"c d\" = 3 : i64}"),
    ("{\"a-b\", \"1a\", a$b, _x, \"a.b\", \"true\", \"f32\"}", "{\"1a\", _x, a$b, \"a-b\", a.b, f32, true}"),
    ("@a::@b::@\"c d\"", ""),
    ("@\"a.b$c\"", "@a.b$c"),
    ("@\"a-b\"", ""),
    // Elements.
    ("dense<1> : tensor<4xi32>", ""),
    ("dense<[1, -2]> : tensor<2xi32>", ""),
    ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>", ""),
    ("dense<[[[1], [2]], [[3], [4]]]> : vector<2x2x1xi8>", ""),
    ("dense<[1, 1]> : tensor<2xi32>", "dense<1> : tensor<2xi32>"),
    ("dense<[]> : tensor<0xi32>", "dense<> : tensor<0xi32>"),
    ("dense<> : tensor<0x3xi32>", ""),
    ("dense<1> : tensor<0xi32>", ""),
    ("dense<5> : tensor<i32>", ""),
    ("dense<[true, false]> : tensor<2xi1>", ""),
    ("dense<1> : tensor<2xi1>", "dense<true> : tensor<2xi1>"),
    ("dense<[1.0, 2.5]> : tensor<2xf32>", "dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf32>"),
    ("dense<0x7FC00000> : tensor<2xf32>", ""),
    (
        "dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>",
        "dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>",
    ),
    ("dense<[(1, -2), (3, 4)]> : tensor<2xcomplex<i32>>", "dense<[(1,-2), (3,4)]> : tensor<2xcomplex<i32>>"),
    ("dense<(1, -2)> : tensor<1xcomplex<i16777215>>", "dense<(1,-2)> : tensor<1xcomplex<i16777215>>"),
    ("dense<\"0x0100000002000000\"> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>"),
    ("dense<\"0x01000000\"> : tensor<2xi32>", "dense<1> : tensor<2xi32>"),
    ("dense<\"0x02\"> : tensor<2xi1>", "dense<[false, true]> : tensor<2xi1>"),
    ("dense<\"0xFF\"> : tensor<8xi1>", "dense<true> : tensor<8xi1>"),
    ("dense<\"0x0203\"> : tensor<2xi3>", "dense<[2, 3]> : tensor<2xi3>"),
    ("dense<[\"a\", \"b\"]> : tensor<2x!foo.bar>", ""),
    ("dense<[\"a\", \"a\"]> : tensor<2x!foo.bar>", "dense<\"a\"> : tensor<2x!foo.bar>"),
    ("dense<[1, 2]> : vector<2xindex>", ""),
    ("dense<5> : vector<[4]xi32>", ""),
    ("dense<5> : memref<2xi32>", ""),
    ("dense<[-1, 254]> : tensor<2xi8>", "dense<[-1, -2]> : tensor<2xi8>"),
    ("dense<[254, 255]> : tensor<2xui8>", ""),
    (
        "dense<[1, 340282366920938463463374607431768211455]> : tensor<2xi128>",
        "dense<[1, -1]> : tensor<2xi128>",
    ),
    ("dense<1> : tensor<1099511627776xi32>", ""),
    ("array<i32: 1, -2>", ""),
    ("array<i32>", ""),
    ("array<i1: true, false>", ""),
    ("array<f32: 1.0, 0x7FC00000, -1.0>", "array<f32: 1.000000e+00, 0x7FC00000, -1.000000e+00>"),
    ("array<i24: -1>", ""),
    ("array<ui8: 255>", ""),
    ("array<i8: 255>", "array<i8: -1>"),
    ("array<i128: -1>", ""),
    ("dense_resource<blob> : tensor<2xi32>", ""),
    ("sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>", ""),
    ("sparse<[[0, 0]], 1> : tensor<3x4xi32>", "sparse<0, 1> : tensor<3x4xi32>"),
    ("sparse<[0], [1]> : tensor<3xi32>", "sparse<0, 1> : tensor<3xi32>"),
    ("sparse<[[0], [1]], 1.0> : tensor<3xf32>", "sparse<[[0], [1]], 1.000000e+00> : tensor<3xf32>"),
    ("sparse<> : tensor<3x4xi32>", ""),
    ("sparse<[[0, 0]], [\"a\"]> : tensor<3x4x!foo.x>", "sparse<0, \"a\"> : tensor<3x4x!foo.x>"),
    // Affine maps and sets.
    ("affine_map<() -> ()>", ""),
    ("affine_map<()[s0] -> (s0)>", ""),
    ("affine_map<(d0, d1) -> (d0 - d1 * 2)>", ""),
    ("affine_map<(d0)[s0] -> ((d0 + s0) floordiv 4)>", ""),
    (
        "affine_map<(i, j)[n] -> (i + j * n, -i, 0 - i, -(i + j), i - 1)>",
        "affine_map<(d0, d1)[s0] -> (d0 + d1 * s0, -d0, -d0, -(d0 + d1), d0 - 1)>",
    ),
    (
        "affine_map<(d0) -> (d0 * 1 + 0, d0 * 0, d0 mod 1, 7 mod 3, -7 floordiv 2, -7 mod 4, 7 ceildiv 2)>",
        "affine_map<(d0) -> (d0, 0, 0, 1, -4, 1, 4)>",
    ),
    (
        "affine_map<(d0) -> (2 * d0, 3 + d0, (d0 + 1) + 2, (d0 * 2) * 3, d0 + d0, d0 - d0, d0 * 2 + d0 * 3)>",
        "affine_map<(d0) -> (d0 * 2, d0 + 3, d0 + 3, d0 * 6, d0 * 2, 0, d0 * 5)>",
    ),
    (
        "affine_map<(d0)[s0] -> (s0 + d0, s0 * d0, s0 + 1 + d0, (d0*2)*s0, s0 * 2 * d0)>",
        "affine_map<(d0)[s0] -> (d0 + s0, d0 * s0, d0 + s0 + 1, (d0 * s0) * 2, d0 * (s0 * 2))>",
    ),
    (
        "affine_map<(d0) -> ((d0 * 4) floordiv 2, (d0 * 4) mod 2, (d0 * 4 + 1) floordiv 4, (d0 mod 8) mod 4)>",
        "affine_map<(d0) -> (d0 * 2, 0, d0, d0 mod 4)>",
    ),
    (
        "affine_map<(d0)[s0] -> (d0 - (d0 floordiv 4) * 4, d0 - (d0 floordiv s0) * s0)>",
        "affine_map<(d0)[s0] -> (d0 mod 4, d0 mod s0)>",
    ),
    ("affine_map<(d0) -> (d0 mod 0, d0 floordiv 0, d0 floordiv -2)>", ""),
    ("affine_map<(d0) -> (9223372036854775807 + 1, 9223372036854775807 * 2)>", ""),
    ("affine_map<(d0, d1)[s0] -> (d0 - d1 * s0, (d0 + 1) * (s0 - 1), -(d0 * s0), d0 - (d1 + 1) mod 3)>", ""),
    ("affine_map<(d0)[d1] -> (d0 + d1)>", "affine_map<(d0)[s0] -> (d0 + s0)>"),
    ("affine_set<(d0) : (d0 >= 0, d0 - 1 == 0)>", ""),
    (
        "affine_set<(d0)[s0] : (d0 <= s0, d0 >= s0, d0 == 5)>",
        "affine_set<(d0)[s0] : (-d0 + s0 >= 0, d0 - s0 >= 0, d0 - 5 == 0)>",
    ),
    ("affine_set<() : ()>", "affine_set<() : (0 == 0)>"),
    // The rest.
    ("strided<[1, 2], offset: ?>", ""),
    ("strided<[-1, ?], offset: -5>", ""),
    ("strided<[]>", ""),
    ("distinct[0]<42 : i32>", ""),
    ("loc(unknown)", ""),
    ("loc(\"f\":1:2)", ""),
    ("loc(\"name\"(\"f\":1:2))", ""),
    ("loc(callsite(\"a\" at \"b\":2:3))", ""),
    ("loc(fused<1>[\"a\", \"b\"])", "loc(fused<1 : i64>[\"a\", \"b\"])"),
    ("#foo.bar", ""),
    ("#foo.bar<1, \"a>\"> : i32", ""),
    ("#foo<bar> : i32", "#foo.bar : i32"),
    ("#foo<\"bar\"> : none", "#foo<\"bar\">"),
];

/// Text, and what we print of it where `mlir-opt` does otherwise or does not know it.
const OURS: &[(&str, &str)] = &[
    ("f8E3M4", ""),
    ("0.1 : f128", ""),
    ("distinct[7]<>", ""),
    ("affine_map<(d0, d1) -> ((d0 + 1) + (d1 + 2))>", "affine_map<(d0, d1) -> (d0 + d1 + 3)>"),
    ("affine_map<(d0) -> (d0 + -9223372036854775808)>", ""),
    ("affine_map<(d0) -> (d0 * -9223372036854775808)>", ""),
    ("#paint.colour<green>", ""),
    ("#paint.mix<3 : i8>", ""),
    ("#paint.mix<#paint.mix<unit> : i8>", ""),
    ("#paint<mix<3 : i8>> : i32", "#paint.mix<3 : i8> : i32"),
    ("#paint<tone@a::@b>", ""),
    ("#paint.finish<none>", ""),
    ("#paint.finish<wet | matt>", "#paint.finish<matt,wet>"),
    ("sparse<[0, 2], [1, 5]> : tensor<3xi32>", "sparse<[[0], [2]], [1, 5]> : tensor<3xi32>"),
    ("sparse<[[1, 1], [1, 1]], [1, 5]> : tensor<3x4xi32>", ""),
    ("dense<\"0x0101\"> : tensor<2xi8>", "dense<1> : tensor<2xi8>"),
];

/// Text, and the code of the error it gives.
const ERRORS: &[(&str, &str)] = &[
    ("i16777216", "BAD_TYPE"),
    ("i99999999999999999999", "BAD_TYPE"),
    ("memref<4x() -> ()>", "BAD_TYPE"),
    ("memref<4xtuple<i32>>", "BAD_TYPE"),
    ("memref<4xtensor<2xi32>>", "BAD_TYPE"),
    ("memref<4xnone>", "BAD_TYPE"),
    ("memref<4x!foo.bar>", "BAD_TYPE"),
    ("memref<4x4xf32, strided<[4, 1, 2]>>", "BAD_TYPE"),
    ("memref<4x4xf32, affine_map<(d0) -> (d0)>>", "BAD_TYPE"),
    ("memref<4x8xf32, 2, 3>", "BAD_TYPE"),
    ("memref<*xf32, strided<[1]>>", "BAD_TYPE"),
    ("memref<2xf32, unit>", "BAD_TYPE"),
    ("memref<2xf32, [1]>", "BAD_TYPE"),
    ("memref<9223372036854775808xf32>", "BAD_NUMBER"),
    ("memref<4611686018427387904x4xf32>", "BAD_NUMBER"),
    ("memref<4,8xf32>", "UNEXPECTED_TOKEN"),
    ("memref<4x8x", "UNEXPECTED_TOKEN"),
    ("memref<4", "UNEXPECTED_TOKEN"),
    ("tensor<4xmemref<2xf32>>", "BAD_TYPE"),
    ("tensor<*xf32, 1>", "BAD_TYPE"),
    ("vector<0xf32>", "BAD_TYPE"),
    ("vector<4611686018427387904x4xf32>", "BAD_NUMBER"),
    ("vector<[4x8]xf32>", "UNEXPECTED_TOKEN"),
    ("vector<[4", "UNEXPECTED_TOKEN"),
    ("vector<?xf32>", "UNEXPECTED_TOKEN"),
    ("vector<4x!foo.bar>", "BAD_TYPE"),
    ("complex<index>", "BAD_TYPE"),
    ("(i32)", "UNEXPECTED_TOKEN"),
    ("!foo.bar<[>]>", "BAD_TYPE"),
    ("!foo.bar<", "BAD_TYPE"),
    ("!foo.bar<\"a>", "UNTERMINATED_STRING"),
    ("!foo", "UNDEFINED_ALIAS"),
    ("!paint.brush", "BAD_TYPE"),
    ("#paint.brush", "BAD_ATTRIBUTE"),
    ("#foo.bar<(>", "BAD_ATTRIBUTE"),
    ("#foo", "UNDEFINED_ALIAS"),
    ("#paint.colour<blue>", "BAD_ATTRIBUTE"),
    ("#paint.mix", "UNEXPECTED_TOKEN"),
    ("#paint<mix<3 : i8>", "UNEXPECTED_TOKEN"),
    ("#paint<hue<3>>", "BAD_ATTRIBUTE"),
    ("#paint.colour<red, green>", "UNEXPECTED_TOKEN"),
    ("256 : i8", "BAD_NUMBER"),
    ("-129 : i8", "BAD_NUMBER"),
    ("128 : si8", "BAD_NUMBER"),
    ("-1 : ui8", "BAD_NUMBER"),
    ("18446744073709551616", "BAD_NUMBER"),
    ("9223372036854775808 : index", "BAD_NUMBER"),
    ("2 : i1", "BAD_NUMBER"),
    ("1 : i0", "BAD_NUMBER"),
    ("1 : f32", "BAD_NUMBER"),
    ("-0x1 : f32", "BAD_NUMBER"),
    ("0x7FC000000 : f32", "BAD_NUMBER"),
    ("1.0 : i32", "BAD_ATTRIBUTE"),
    ("1 : none", "BAD_ATTRIBUTE"),
    ("true : i1", "UNEXPECTED_TOKEN"),
    ("\"a", "UNTERMINATED_STRING"),
    ("\"\\q\"", "BAD_ESCAPE"),
    ("[1, 2", "UNEXPECTED_TOKEN"),
    ("{a, a}", "BAD_ATTRIBUTE"),
    ("dense<> : tensor<2xi32>", "BAD_ATTRIBUTE"),
    ("dense<[1, 2]> : tensor<2xf32>", "BAD_NUMBER"),
    ("dense<[1.0]> : tensor<1xi32>", "BAD_ATTRIBUTE"),
    ("dense<\"0x0100\"> : tensor<2xi32>", "BAD_ATTRIBUTE"),
    ("dense<\"0x010\"> : tensor<2xi8>", "BAD_ATTRIBUTE"),
    ("dense<\"a\"> : tensor<2xi32>", "BAD_ATTRIBUTE"),
    ("dense<[\"a\"]> : tensor<1xi32>", "BAD_ATTRIBUTE"),
    ("dense<1> : tensor<2x!foo.bar>", "BAD_ATTRIBUTE"),
    ("dense<5> : tensor<?xi32>", "BAD_ATTRIBUTE"),
    ("dense<5> : tensor<*xi32>", "BAD_ATTRIBUTE"),
    ("dense<5> : i32", "BAD_ATTRIBUTE"),
    ("dense<[1, 2]> : tensor<3xi32>", "BAD_ATTRIBUTE"),
    ("dense<[1]> : tensor<i32>", "BAD_ATTRIBUTE"),
    ("dense<[[1, 2], [3]]> : tensor<2x2xi32>", "BAD_ATTRIBUTE"),
    ("dense<[[1], 2]> : tensor<2x1xi32>", "BAD_ATTRIBUTE"),
    ("dense<[1, 300]> : tensor<2xi8>", "BAD_NUMBER"),
    ("dense<(1, 2)> : tensor<2xi32>", "BAD_ATTRIBUTE"),
    ("dense<1.0> : tensor<2xcomplex<f32>>", "BAD_ATTRIBUTE"),
    ("dense<[(1.0, 2.0), 3.0]> : tensor<2xcomplex<f32>>", "BAD_ATTRIBUTE"),
    ("dense<true> : tensor<2xi32>", "BAD_ATTRIBUTE"),
    ("dense<1> : vector<4611686018427387904x4xi32>", "BAD_NUMBER"),
    ("array<i32: >", "UNEXPECTED_TOKEN"),
    ("array<i4: 1>", "BAD_ATTRIBUTE"),
    ("array<index: 1>", "BAD_ATTRIBUTE"),
    ("array<i8: 256>", "BAD_NUMBER"),
    ("array<f32: 2>", "BAD_NUMBER"),
    ("dense_resource<blob> : i32", "BAD_ATTRIBUTE"),
    ("sparse<[0, 0], 1> : tensor<3x4xi32>", "BAD_ATTRIBUTE"),
    ("sparse<[[5, 0]], 1> : tensor<3x4xi32>", "BAD_ATTRIBUTE"),
    ("sparse<[[-1, 0]], 1> : tensor<3x4xi32>", "BAD_ATTRIBUTE"),
    ("sparse<1> : tensor<3xi32>", "BAD_ATTRIBUTE"),
    ("sparse<, > : tensor<3xi32>", "UNEXPECTED_TOKEN"),
    ("sparse<0, 1> : tensor<i32>", "BAD_ATTRIBUTE"),
    ("affine_map<(d0, d1) -> (d0 * d1)>", "BAD_AFFINE"),
    ("affine_map<(d0, d1) -> (d0 mod d1)>", "BAD_AFFINE"),
    ("affine_map<(d0, d1) -> (4 floordiv d1)>", "BAD_AFFINE"),
    ("affine_map<(d0, d0) -> (d0)>", "BAD_AFFINE"),
    ("affine_map<(d0) -> (d1)>", "BAD_AFFINE"),
    ("affine_map<(d0) -> (d0 + )>", "UNEXPECTED_TOKEN"),
    ("affine_map<(d0) -> (9223372036854775808 + d0)>", "BAD_NUMBER"),
    ("affine_map<(d0) -> (d0 >= 0)>", "UNEXPECTED_TOKEN"),
    ("affine_set<(d0) : (d0 > 0)>", "UNEXPECTED_TOKEN"),
    ("affine_set<(d0) : (d0)>", "UNEXPECTED_TOKEN"),
    ("strided<[0]>", "BAD_ATTRIBUTE"),
    ("strided<[9223372036854775808]>", "BAD_NUMBER"),
    ("distinct[99999999999999999999]<>", "BAD_NUMBER"),
    ("loc(\"f\":1)", "UNEXPECTED_TOKEN"),
    ("loc(\"f\":99999999999:1)", "BAD_LOCATION"),
    ("loc(#nowhere)", "UNDEFINED_ALIAS"),
    ("loc(somewhere)", "UNEXPECTED_TOKEN"),
    ("opaque<1>", "UNEXPECTED_TOKEN"),
    ("", "UNEXPECTED_TOKEN"),
];

#[test]
fn text_is_printed_as_expected() {
    for (text, expected) in SAME.iter().chain(OURS) {
        let expected = if expected.is_empty() { text } else { expected };
        let printed = round(text).unwrap_or_else(|code| panic!("{text} gives {code}"));
        // The digits of wide floats are the business of `base`; here it matters that they read back.
        if !text.ends_with("f128") || text.len() == 4 {
            assert_eq!(&printed, expected, "print of {text}");
        }
    }
}

#[test]
fn mlir_opt_prints_the_same() {
    let texts: Vec<String> = SAME.iter().map(|(text, _)| text.to_string()).collect();
    let printed = oracle(&texts);
    assert_eq!(printed.len(), texts.len());
    for ((text, expected), printed) in SAME.iter().zip(printed) {
        let expected = if expected.is_empty() { text } else { expected };
        assert_eq!(&printed, expected, "mlir-opt's print of {text}");
    }
}

#[test]
fn errors_have_their_codes() {
    for (text, code) in ERRORS {
        assert_eq!(round(text), Err(*code), "{text}");
    }
    let mut ir = Ir::new(Context::new(&[]));
    for text in ["!foo.bar", "#foo.bar", "!foo<\"x\">", "[#foo<\"x\">]"] {
        assert_eq!(parse(&mut ir, text, false), Err("UNKNOWN_DIALECT"), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let lists = format!("dense<{}> : tensor<1xi8>", deep("[", "]"));
    let parens = format!("affine_map<(d0) -> ({})>", deep("(", ")"));
    let minuses = format!("affine_map<(d0) -> ({}d0)>", "- ".repeat(100_000));
    let sum = format!("affine_map<(d0) -> (d0{})>", " + d0 mod 3".repeat(100_000));
    for text in [
        deep("[", "]"),
        deep("{a = ", "}"),
        deep("tuple<", ">"),
        deep("() -> (", ")"),
        lists,
        parens,
        minuses,
        sum,
    ] {
        assert_eq!(round(&text), Err("NESTING_TOO_DEEP"), "{}", &text[..40]);
    }
    let locs = format!("loc({}unknown{})", "\"a\"(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(round(&locs), Err("NESTING_TOO_DEEP"));
    // Brackets in text that is kept as it stands cost no stack.
    let kept = format!("!foo.bar{}", deep("<", ">"));
    assert_eq!(round(&kept), Ok(kept.clone()));
}

/// The code of the first error of a whole file.
fn file_error(text: &str) -> Option<&'static str> {
    let mut ir = Ir::new(Context::new(&[]));
    let source = ir.ctx.sources.add("test", text);
    let mut diags = Diagnostics::new();
    ir::text::parse(&mut ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    diags.iter().next().map(|diagnostic| base::codes::lookup(diagnostic.code).map_or("?", |def| def.name))
}

#[test]
fn aliases_are_bounded_by_what_they_stand_for() {
    let chain = |count: usize, line: fn(usize) -> String| -> String { (1..=count).map(line).collect() };
    // As deep as may be written out, and far deeper.
    let deep: fn(usize) -> String = |i| format!("#a{i} = [#a{}]\n", i - 1);
    assert_eq!(file_error(&format!("#a0 = 1\n{}", chain(150, deep))), None);
    assert_eq!(file_error(&format!("#a0 = 1\n{}", chain(10_000, deep))), Some("NESTING_TOO_DEEP"));
    let deep: fn(usize) -> String = |i| format!("!t{i} = tuple<!t{}>\n", i - 1);
    assert_eq!(file_error(&format!("!t0 = i1\n{}", chain(10_000, deep))), Some("NESTING_TOO_DEEP"));
    let deep: fn(usize) -> String = |i| format!("#loc{i} = loc(\"a\"(#loc{}))\n", i - 1);
    assert_eq!(
        file_error(&format!("#loc0 = loc(unknown)\n{}", chain(10_000, deep))),
        Some("NESTING_TOO_DEEP")
    );
    // A few lines that stand for two to the power of their number.
    let wide: fn(usize) -> String = |i| format!("#a{i} = [#a{0}, #a{0}]\n", i - 1);
    assert_eq!(file_error(&format!("#a0 = 1\n{}", chain(10, wide))), None);
    assert_eq!(file_error(&format!("#a0 = 1\n{}", chain(60, wide))), Some("NESTING_TOO_DEEP"));
}

#[test]
fn location_aliases_may_come_later() {
    let op = "\"t.op\"() : () -> ()";
    assert_eq!(file_error(&format!("{op} loc(#loc1)\n#loc1 = loc(\"a\":1:2)\n")), None);
    assert_eq!(file_error(&format!("{op} loc(#loc1)\n")), Some("UNDEFINED_ALIAS"));
    assert_eq!(file_error(&format!("{op} loc(#loc1)\n#loc1 = 4\n")), Some("BAD_LOCATION"));
    // A location cannot contain itself.
    assert_eq!(file_error("#loc1 = loc(\"a\"(#loc2))\n#loc2 = loc(\"b\"(#loc1))\n"), Some("UNDEFINED_ALIAS"));
}

#[test]
fn many_elements_are_written_in_hexadecimal() {
    let numbers: Vec<String> = (0..101).map(|i| i.to_string()).collect();
    let bits: Vec<&str> = (0..101).map(|i| if i % 3 == 0 { "true" } else { "false" }).collect();
    let halves: Vec<String> = (0..101).map(|i| format!("({i}.0, 0.5)")).collect();
    let texts = [
        format!("dense<[{}]> : tensor<101xi16>", numbers.join(", ")),
        format!("dense<[{}]> : tensor<101xi1>", bits.join(", ")),
        format!("dense<[{}]> : tensor<101xcomplex<f16>>", halves.join(", ")),
    ];
    let theirs = oracle(&texts);
    for (text, theirs) in texts.iter().zip(theirs) {
        assert_eq!(round(text), Ok(theirs));
    }
    // A shape of more dimensions than lists may be nested still comes back.
    let ones = "1x".repeat(300);
    let text = format!("dense<\"0x0102\"> : tensor<{ones}2xi8>");
    assert_eq!(round(&text), Ok(text.clone()));
}

fn random_expr(rng: &mut Rng, depth: u32, dims: bool) -> String {
    if depth == 0 || rng.chance(1, 5) {
        return match rng.below(if dims { 4 } else { 2 }) {
            0 => format!("s{}", rng.below(2)),
            1 => rng.between(-6, 6).to_string(),
            _ => format!("d{}", rng.below(2)),
        };
    }
    let a = random_expr(rng, depth - 1, dims);
    let (symbolic, any) = (random_expr(rng, depth - 1, false), random_expr(rng, depth - 1, dims));
    let positive = rng.between(1, 9);
    match rng.below(8) {
        0 | 1 => format!("({a} + {any})"),
        2 => format!("({a} - {any})"),
        3 => format!("({a} * {symbolic})"),
        4 => format!("({symbolic} * {a})"),
        5 => format!("({a} mod {positive})"),
        6 => format!("({a} floordiv {positive})"),
        _ => format!("({a} ceildiv {positive})"),
    }
}

fn map_of(ir: &mut Ir, text: &str) -> AffineMap {
    let attr = parse(ir, text, true).unwrap_or_else(|code| panic!("{text} gives {code}"));
    match &ir.ctx[attr] {
        AttrKind::AffineMap(map) => (**map).clone(),
        _ => panic!("{text} is not a map"),
    }
}

#[test]
fn affine_expressions_agree_with_mlir_opt() {
    let mut rng = Rng::new(0xaff1);
    let texts: Vec<String> = (0..600)
        .map(|_| {
            let depth = rng.below(5) as u32;
            format!("affine_map<(d0, d1)[s0, s1] -> ({})>", random_expr(&mut rng, depth, true))
        })
        .collect();
    let ours: Vec<String> = texts.iter().map(|text| round(text).expect("the text is affine")).collect();
    // What we print is a fixed point of mlir-opt …
    for (ours, theirs) in ours.iter().zip(oracle(&ours)) {
        assert_eq!(*ours, theirs);
    }
    // … and means what the text means to mlir-opt.
    let mut ir = Ir::new(Context::new(&[]));
    for ((text, ours), theirs) in texts.iter().zip(&ours).zip(oracle(&texts)) {
        let (ours, theirs) = (map_of(&mut ir, ours), map_of(&mut ir, &theirs));
        for _ in 0..8 {
            let (d, s) =
                ([rng.between(-20, 20), rng.between(-20, 20)], [rng.between(-9, 9), rng.between(-9, 9)]);
            assert_eq!(ours.eval(&d, &s), theirs.eval(&d, &s), "{text} at {d:?} {s:?}");
        }
    }
}

/// Whatever is read prints, and reads back as itself; whatever is not gives an error and nothing worse.
#[test]
fn damaged_text_is_read_or_refused() {
    let mut rng = Rng::new(7);
    let pool = b"<>()[]{}\"-+*:,.=?x0123456789abdefinst!#@ \\%^/|";
    let rows: Vec<&str> = SAME.iter().chain(OURS).chain(ERRORS).map(|(text, _)| *text).collect();
    let mut read = 0;
    for _ in 0..40_000 {
        let mut text = rng.pick(&rows).as_bytes().to_vec();
        for _ in 0..1 + rng.below(3) {
            let at = rng.index(text.len() + 1);
            let byte = *rng.pick(pool);
            match rng.below(4) {
                0 => text.insert(at, byte),
                1 if at < text.len() => text[at] = byte,
                2 if at < text.len() => drop(text.remove(at)),
                _ => {
                    let other = rng.pick(&rows).as_bytes();
                    let from = rng.index(other.len() + 1);
                    text.splice(at..at, other[from..].iter().copied());
                }
            }
        }
        read += usize::from(std::str::from_utf8(&text).is_ok_and(|text| round(text).is_ok()));
    }
    assert!(read > 1000, "only {read} texts were read");
}

#[test]
fn long_dictionaries_are_read() {
    let entries: Vec<String> = (0..200_000).map(|i| format!("a{i}")).collect();
    assert!(round(&format!("{{{}}}", entries.join(", "))).is_ok());
    assert_eq!(round(&format!("{{{}, a77}}", entries[..100].join(", "))), Err("BAD_ATTRIBUTE"));
}

#[test]
fn long_dimension_lists_are_read() {
    let text = format!("memref<{}?xf32>", "1x".repeat(200_000));
    assert_eq!(round(&text), Ok(text));
}
