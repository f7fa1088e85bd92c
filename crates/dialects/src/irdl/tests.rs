//! Tests of `irdl`: its text, its rules, what is loaded, what loaded definitions accept, and what a chip takes.

use super::{
    DIALECT,
    legal::{Attributes, fixed_ops},
    load,
};
use crate::testing::{check_error, check_examples, check_text, round_trip};
use base::{Code, Diagnostics, codes};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, verify};

#[test]
fn records() {
    check_examples(DIALECT.ops);
}

/// Definitions that many tests use.
const TYPES: &str = "irdl.type @unit
irdl.type @box {
  %0 = irdl.any
  irdl.parameters(%0)
}
irdl.type @twins {
  %0 = irdl.any
  irdl.parameters(%0, %0)
}
irdl.attribute @level {
  %0 = irdl.is \"low\"
  %1 = irdl.is \"high\"
  %2 = irdl.any_of(%0, %1)
  irdl.parameters(%2)
}
irdl.operation @make {
  %0 = irdl.any
  irdl.results(%0)
}
";

/// A dialect `d` with those definitions and an operation `o`.
fn dialect(body: &str) -> String {
    format!("irdl.dialect @d {{\n{TYPES}irdl.operation @o {{\n{body}\n}}\n}}\n")
}

// ----- text -----

#[test]
fn text_is_that_of_mlir() {
    // The spaces at the ends of lines are MLIR's.
    check_text(
        "irdl.dialect @d attributes {k} {\n  \
           irdl.type @t \n  \
           irdl.attribute @a attributes {k = 1 : i32} \n  \
           irdl.type @u {\n    \
             %0 = irdl.any\n    \
             %1 = irdl.any {k}\n    \
             %2 = irdl.is i32 \n    \
             %3 = irdl.is {a = 4 : i8}  {k}\n    \
             %4 = irdl.base @d::@t \n    \
             %5 = irdl.base \"!builtin.integer\"  {k}\n    \
             %6 = irdl.parametric @d::@t<> \n    \
             %7 = irdl.parametric @d::@t<%0, %1>  {k}\n    \
             %8 = irdl.any_of(%0) \n    \
             %9 = irdl.all_of(%0, %2)  {k}\n    \
             %10 = irdl.c_pred \"a\\22b\" \n    \
             irdl.parameters(%0, %8) {k}\n  \
           }\n  \
           irdl.operation @o {\n    \
             %11 = irdl.any\n    \
             irdl.operands(%11, optional %11, variadic %11)\n    \
             irdl.results() {k}\n    \
             irdl.attributes {\"a\" = %11, \"b c\" = %11} {k}\n    \
             %12 = irdl.region\n    \
             %13 = irdl.region()\n    \
             %14 = irdl.region(%11, %11) with size 2 {k}\n    \
             %15 = irdl.region with size 3\n    \
             irdl.regions(%12, %13)\n  \
           }\n  \
           irdl.operation @p {\n    \
             irdl.attributes \n  \
           }\n\
         }\n",
    );
    let single =
        round_trip("irdl.dialect @d {\nirdl.operation @o {\n%0 = irdl.any\nirdl.results(single %0)\n}\n}");
    assert!(single.contains("irdl.results(%0)\n"), "{single}");
}

#[test]
fn generic_text_is_that_of_mlir() {
    let (ir, module) =
        program(&Context::new(crate::all()), &dialect("%0 = irdl.any\nirdl.operands(%0, optional %0)"))
            .expect("the dialect is right");
    let text = print(&ir, module, PrintOptions { generic: true, ..PrintOptions::default() });
    assert!(text.contains("<{variadicity = #irdl<variadicity_array[ single,  optional]>}>"), "{text}");
    check_text("\"test.a\"() {a = #irdl<variadicity single>, t = !irdl.region} : () -> ()\n");
}

// ----- rules -----

#[test]
fn every_rule_has_its_code() {
    let within = |ops: &str| format!("irdl.dialect @d {{\nirdl.type @t\nirdl.operation @o {{\n{ops}\n}}\n}}");
    let any = |ops: &str| within(&format!("%0 = irdl.any\n{ops}"));
    let cases: &[(String, Code)] = &[
        ("irdl.dialect @\"a b\"".into(), codes::IRDL_DIALECT_NAME),
        ("\"irdl.dialect\"() <{sym_name = \"\"}> ({\n^bb0:\n}) : () -> ()".into(), codes::IRDL_DIALECT_NAME),
        ("irdl.dialect @\"1a\"".into(), codes::IRDL_DIALECT_NAME),
        ("irdl.dialect @\"a.b\"".into(), codes::IRDL_DIALECT_NAME),
        (within("irdl.operands()\nirdl.operands()"), codes::IRDL_REPEATED),
        (within("irdl.results()\nirdl.results()"), codes::IRDL_REPEATED),
        (within("irdl.attributes\nirdl.attributes"), codes::IRDL_REPEATED),
        (within("irdl.regions()\nirdl.regions()"), codes::IRDL_REPEATED),
        (
            "irdl.dialect @d {\nirdl.attribute @a {\nirdl.parameters()\nirdl.parameters()\n}\n}".into(),
            codes::IRDL_REPEATED,
        ),
        (
            "irdl.dialect @d {\n\"irdl.operation\"() <{sym_name = \"o\"}> ({\n^bb0(%a: i32):\n}) : () -> ()\n}".into(),
            codes::IRDL_BODY_ARGUMENTS,
        ),
        (
            any("\"irdl.results\"(%0) <{variadicity = #irdl<variadicity_array[]>}> : (!irdl.attribute) -> ()"),
            codes::IRDL_VARIADICITY,
        ),
        (
            any("\"irdl.attributes\"(%0) <{attributeValueNames = []}> : (!irdl.attribute) -> ()"),
            codes::IRDL_ATTRIBUTE_NAMES,
        ),
        (any("irdl.attributes {3 = %0}"), codes::ATTRIBUTE_KIND),
        (within("%0 = irdl.region with size 0"), codes::IRDL_REGION_SIZE),
        (within("%0 = irdl.region with size -1"), codes::IRDL_REGION_SIZE),
        (within("%0 = \"irdl.base\"() : () -> !irdl.attribute"), codes::IRDL_BASE),
        (within("%0 = irdl.base @d::@t \"!builtin.integer\""), codes::IRDL_BASE),
        (within("%0 = irdl.base \"integer\""), codes::IRDL_BASE_NAME),
        (within("%0 = irdl.base \"\""), codes::IRDL_BASE_NAME),
        // A plain name is not looked up in the dialect itself in MLIR 19.
        (within("%0 = irdl.base @t"), codes::IRDL_SYMBOL),
        (within("%0 = irdl.parametric @t<>"), codes::IRDL_SYMBOL),
        (within("%0 = irdl.base @d::@missing"), codes::IRDL_SYMBOL),
        (within("%0 = irdl.base @d::@o"), codes::IRDL_NOT_A_DEFINITION),
        (within("%0 = irdl.base @d"), codes::IRDL_NOT_A_DEFINITION),
        (within("%0 = irdl.parametric @d::@o<>"), codes::IRDL_NOT_A_DEFINITION),
        (within("%0 = irdl.any_of()"), codes::IRDL_EMPTY_CHOICE),
        (within("%0 = irdl.all_of()"), codes::IRDL_EMPTY_CHOICE),
        // Constraints stand in definitions, not beside them.
        ("irdl.dialect @d {\n%0 = irdl.any\n}".into(), codes::PARENT),
        ("irdl.dialect @d {\nirdl.type @t\n%0 = irdl.parametric @d::@t<>\n}".into(), codes::PARENT),
        ("irdl.type @t".into(), codes::PARENT),
        ("irdl.dialect @d {\nirdl.type @t {\nirdl.operands()\n}\n}".into(), codes::PARENT),
        (within("irdl.parameters()"), codes::PARENT),
        (within("irdl.operands(%0)\n%0 = irdl.any"), codes::DOMINANCE),
        ("irdl.dialect @d {\n\"irdl.type\"() <{sym_name = \"t\"}> ({}) : () -> ()\n}".into(), codes::REGION_SHAPE),
        ("irdl.dialect @d {\nirdl.type @t\nirdl.attribute @t\n}".into(), codes::DUPLICATE_SYMBOL),
        // Names of operands are of later versions of MLIR.
        (any("irdl.operands(lhs: %0)"), codes::UNEXPECTED_TOKEN),
    ];
    for (text, code) in cases {
        check_error(text, &code.to_string());
    }
    // What is not demanded: predicates may stand anywhere.
    round_trip("%0 = irdl.c_pred \"x\"");
}

// ----- loading -----

fn program(ctx: &Context, text: &str) -> Result<(Ir, Op), Diagnostics> {
    let mut ir = Ir::new(ctx.clone());
    let mut diags = Diagnostics::default();
    let source = ir.ctx.sources.add("program", text);
    let options = ParseOptions { allow_unregistered: true };
    match parse(&mut ir, source, options, &mut diags) {
        Some(module) if verify(&mut ir, module, &mut diags) => Ok((ir, module)),
        _ => Err(diags),
    }
}

/// A context with the dialects of a text, in addition to those of another.
fn loaded_into(ctx: &Context, text: &str) -> Result<Context, Diagnostics> {
    let (mut ir, module) = program(ctx, text)?;
    let mut diags = Diagnostics::default();
    load(&mut ir, module, &mut diags).map(|_| ir.ctx).ok_or(diags)
}

fn loaded(text: &str) -> Result<Context, Diagnostics> {
    loaded_into(&Context::new(crate::all()), text)
}

fn good(text: &str) -> Context {
    loaded(text).unwrap_or_else(|diags| panic!("{text}\n{diags:?}"))
}

/// Checks that a file is right as it stands but is not loaded, for the reason of a code.
fn check_unloadable(text: &str, code: Code) {
    let ctx = Context::new(crate::all());
    assert!(program(&ctx, text).is_ok(), "{text}");
    match loaded(text) {
        Ok(_) => panic!("loaded:\n{text}"),
        Err(diags) => assert!(diags.iter().any(|d| d.code == code && d.span.is_some()), "{diags:?}"),
    }
}

#[test]
fn what_cannot_be_loaded() {
    check_unloadable(&dialect("%0 = irdl.c_pred \"x\""), codes::IRDL_PREDICATE);
    check_unloadable(&dialect("%0 = irdl.c_pred \"x\"\nirdl.operands(%0)"), codes::IRDL_PREDICATE);
    check_unloadable("irdl.dialect @arith", codes::IRDL_KNOWN_DIALECT);
    check_unloadable("irdl.dialect @irdl", codes::IRDL_KNOWN_DIALECT);
    let twice = "module {\nirdl.dialect @a\n}\nmodule {\nirdl.dialect @a\n}";
    check_unloadable(twice, codes::IRDL_KNOWN_DIALECT);
    check_unloadable(&dialect("%0 = irdl.base \"!d.unit\""), codes::IRDL_UNKNOWN_BASE);
    check_unloadable(&dialect("%0 = irdl.base \"#builtin.index\""), codes::IRDL_UNKNOWN_BASE);
    check_unloadable(
        &dialect("%0 = \"test.constraint\"() : () -> !irdl.attribute\nirdl.operands(%0)"),
        codes::IRDL_VALUE,
    );
    let is = "%0 = irdl.any\n%1 = irdl.is i32\n";
    check_unloadable(&dialect(&format!("{is}%2 = irdl.any_of(%1, %0)")), codes::IRDL_ALTERNATIVES);
    check_unloadable(
        &dialect(&format!("{is}%2 = irdl.all_of(%0, %1)\n%3 = irdl.any_of(%1, %2)")),
        codes::IRDL_ALTERNATIVES,
    );
    let boxes = "%2 = irdl.parametric @d::@box<%0>\n%3 = irdl.parametric @d::@box<%1>\n";
    check_unloadable(&dialect(&format!("{is}{boxes}%4 = irdl.any_of(%2, %3)")), codes::IRDL_ALTERNATIVES);
    // MLIR looks at the first part of an intersection, and lets `any` pass in an inner union.
    good(&dialect(&format!("{is}%2 = irdl.all_of(%1, %0)\n%3 = irdl.any_of(%1, %2)")));
    good(&dialect(&format!("{is}{boxes}%4 = irdl.all_of(%1, %3)\n%5 = irdl.any_of(%2, %4)")));
}

#[test]
fn constraints_nest_only_so_deep() {
    let chain = |length: usize| {
        let rows: Vec<String> = (1..length).map(|i| format!("%{i} = irdl.all_of(%{})", i - 1)).collect();
        dialect(&format!("%0 = irdl.any\n{}\nirdl.results(%{})", rows.join("\n"), length - 1))
    };
    let ctx = good(&chain(64));
    assert!(program(&ctx, "\"d.o\"() : () -> i32").is_ok());
    check_unloadable(&chain(65), codes::IRDL_LIMIT);
}

#[test]
fn nothing_is_loaded_of_a_file_that_is_wrong() {
    let text = "irdl.dialect @a {\nirdl.type @t\n}\nirdl.dialect @arith";
    let (mut ir, module) = program(&Context::new(crate::all()), text).expect("it is right as it stands");
    assert!(load(&mut ir, module, &mut Diagnostics::default()).is_none());
    assert!(ir.ctx.registry.dialect("a").is_none());
}

#[test]
fn several_dialects_and_several_files() {
    let ctx = good(
        "irdl.dialect @a {\nirdl.type @t\n}\n\
         irdl.dialect @b {\nirdl.operation @o {\n%0 = irdl.base @a::@t\nirdl.results(%0)\n}\n}",
    );
    assert!(program(&ctx, "\"b.o\"() : () -> !a.t").is_ok());
    assert!(program(&ctx, "\"b.o\"() : () -> i32").is_err());
    // A later file knows the dialects of an earlier one as it knows built-in ones.
    let later = "irdl.dialect @c {\nirdl.operation @o {\n%0 = irdl.is !a.t\n%1 = irdl.base \"!a.t\"\n\
        irdl.results(%0, %1)\n}\n}";
    let ctx = loaded_into(&ctx, later).unwrap_or_else(|diags| panic!("{diags:?}"));
    assert!(program(&ctx, "\"c.o\"() : () -> (!a.t, !a.t)").is_ok());
    assert!(program(&ctx, "\"c.o\"() : () -> (!a.t, i32)").is_err());
    assert!(loaded_into(&ctx, "irdl.dialect @a").is_err());
    // Contexts that did not load it know nothing of it.
    assert!(Context::new(crate::all()).registry.dialect("a").is_none());
}

#[test]
fn a_dialect_is_loaded_wherever_it_stands() {
    let ctx = good(
        "module @m {\nirdl.dialect @e {\nirdl.type @t\nirdl.dialect @f\n}\n}\n\
         irdl.dialect @d {\nirdl.operation @o {\n%0 = irdl.base @m::@e::@t\nirdl.results(%0)\n}\n}",
    );
    assert!(ctx.registry.dialect("f").is_some());
    assert!(program(&ctx, "\"d.o\"() : () -> !e.t").is_ok());
}

// ----- instances -----

/// Checks which programs a dialect with an operation `o` accepts; the others are refused for the reason of a code.
fn check_instances(body: &str, accepted: &[&str], refused: &[(&str, Code)]) {
    let ctx = good(&dialect(body));
    for text in accepted {
        let (ir, module) = program(&ctx, text).unwrap_or_else(|diags| panic!("{text}\n{diags:?}"));
        let printed = print(&ir, module, PrintOptions::default());
        let (other, again) = program(&ctx, &printed).unwrap_or_else(|diags| panic!("{printed}\n{diags:?}"));
        assert_eq!(print(&other, again, PrintOptions::default()), printed);
    }
    for (text, code) in refused {
        match program(&ctx, text) {
            Ok(_) => panic!("accepted:\n{text}"),
            Err(diags) => assert!(diags.iter().any(|d| d.code == *code), "{text}\n{diags:?}"),
        }
    }
}

const WRONG: Code = codes::LOADED_CONSTRAINT;

#[test]
fn types_and_attributes() {
    let make = |ty: &str| format!("\"d.make\"() : () -> {ty}");
    let accepted = [
        "!d.unit",
        "!d.unit<>",
        "!d.box<i32>",
        "!d<box<\"x\">>",
        "!d.box<!d.box<4 : i8>>",
        "!d.twins<i32, i32>",
    ];
    let accepted = accepted.map(make);
    let refused = [
        ("!d.unit<i32>", codes::LOADED_PARAMETERS),
        ("!d.box", codes::LOADED_PARAMETERS),
        ("!d.box<i32, i32>", codes::LOADED_PARAMETERS),
        ("!d.twins<i32, i31>", WRONG),
        ("!d.missing", codes::BAD_TYPE),
    ];
    let refused = refused.map(|(ty, code)| (make(ty), code));
    check_instances(
        "",
        &accepted.iter().map(String::as_str).collect::<Vec<_>>(),
        &refused.iter().map(|(text, code)| (text.as_str(), *code)).collect::<Vec<_>>(),
    );
    check_instances(
        "",
        &[
            "\"d.make\"() {a = #d.level<\"low\">} : () -> i32",
            "\"d.o\"() {a = #d<level<\"high\">>} : () -> ()",
        ],
        &[
            ("\"d.o\"() {a = #d.level<\"middle\">} : () -> ()", WRONG),
            ("\"d.o\"() {a = #d.level} : () -> ()", codes::LOADED_PARAMETERS),
        ],
    );
}

#[test]
fn counts() {
    check_instances(
        "%0 = irdl.any\n%1 = irdl.any\nirdl.results(%0, variadic %1)",
        &["\"d.o\"() : () -> i32", "\"d.o\"() : () -> (i32, f32, f32)"],
        &[
            ("\"d.o\"() : () -> ()", codes::RESULT_COUNT),
            ("%0 = \"d.make\"() : () -> i32\n\"d.o\"(%0) : (i32) -> i32", codes::OPERAND_COUNT),
            // Members of one group are one variable, too.
            ("\"d.o\"() : () -> (i32, f32, f64)", WRONG),
        ],
    );
    check_instances(
        "%0 = irdl.any\nirdl.results(optional %0)",
        &["\"d.o\"() : () -> ()", "\"d.o\"() : () -> i32"],
        &[("\"d.o\"() : () -> (i32, i32)", codes::RESULT_COUNT)],
    );
    let sized =
        |sizes: &str| format!("\"d.o\"() {{result_segment_sizes = array<{sizes}>}} : () -> (i32, i32, f32)");
    let body = "%0 = irdl.is i32\n%1 = irdl.is f32\nirdl.results(variadic %0, optional %1)";
    check_instances(
        body,
        &[&sized("i32: 2, 1")],
        &[
            (&sized("i64: 2, 1"), codes::RESULT_COUNT),
            (&sized("i32: 3, 0"), WRONG),
            (&sized("i32: 1, 2"), codes::RESULT_COUNT),
            (&sized("i32: 2, 0"), codes::RESULT_COUNT),
            (&sized("i32: 2, 1, 0"), codes::RESULT_COUNT),
            (&sized("i32: -1, 4"), codes::RESULT_COUNT),
            ("\"d.o\"() : () -> (i32, i32, f32)", codes::RESULT_COUNT),
            // The name that operations of other dialects use is not looked at.
            (
                "\"d.o\"() {resultSegmentSizes = array<i32: 2, 1>} : () -> (i32, i32, f32)",
                codes::RESULT_COUNT,
            ),
        ],
    );
}

#[test]
fn constraints() {
    let of = |body: &str, accepted: &[&str], refused: &[&str]| {
        let op = |types: &&str| format!("\"d.o\"() : () -> ({types})");
        let (accepted, refused): (Vec<String>, Vec<String>) =
            (accepted.iter().map(op).collect(), refused.iter().map(op).collect());
        check_instances(
            body,
            &accepted.iter().map(String::as_str).collect::<Vec<_>>(),
            &refused.iter().map(|text| (text.as_str(), WRONG)).collect::<Vec<_>>(),
        );
    };
    of("%0 = irdl.is i32\nirdl.results(%0)", &["i32"], &["i31", "f32", "si32"]);
    // One constraint at two slots is one type; two constraints are two.
    of("%0 = irdl.any\nirdl.results(%0, %0)", &["i32, i32", "!d.unit, !d.unit"], &["i32, i64"]);
    of("%0 = irdl.any\n%1 = irdl.any\nirdl.results(%0, %1)", &["i32, i32", "i32, i64"], &[]);
    of("%0 = irdl.base \"!builtin.integer\"\nirdl.results(%0)", &["i32", "ui7"], &["f32", "index"]);
    of("%0 = irdl.base \"!builtin.f32\"\nirdl.results(%0)", &["f32"], &["f64", "i32"]);
    of("%0 = irdl.base \"!builtin.tensor\"\nirdl.results(%0)", &["tensor<4xi8>"], &["tensor<*xi8>"]);
    of("%0 = irdl.base @d::@box\nirdl.results(%0)", &["!d.box<i32>", "!d.box<f32>"], &["!d.unit", "i32"]);
    of("%0 = irdl.base \"#builtin.type\"\nirdl.results(%0)", &["i32"], &[]);
    of("%0 = irdl.parametric @d::@unit<>\nirdl.results(%0)", &["!d.unit"], &["!d.box<i32>"]);
    // The number of parameters is checked when there is an instance.
    of("%0 = irdl.parametric @d::@box<>\nirdl.results(%0)", &[], &["!d.box<i32>", "!d.unit"]);
    // The parameter of one type is another type.
    of(
        "%0 = irdl.any\n%1 = irdl.parametric @d::@box<%0>\nirdl.results(%1, %0)",
        &["!d.box<i32>, i32", "!d.box<!d.unit>, !d.unit"],
        &["!d.box<i32>, i64", "i32, i32"],
    );
    let choice = "%0 = irdl.is i32\n%1 = irdl.is f32\n%2 = irdl.any_of(%0, %1)\n";
    of(&format!("{choice}irdl.results(%2)"), &["i32", "f32"], &["i64"]);
    of(&format!("{choice}irdl.results(%2, %2)"), &["i32, i32", "f32, f32"], &["i32, f32"]);
    // The alternatives are variables, too.
    of(&format!("{choice}irdl.results(%2, %0)"), &["i32, i32", "f32, i32"], &["i32, f32"]);
    let both = "%3 = irdl.base \"!builtin.integer\"\n%4 = irdl.all_of(%2, %3)\n";
    of(&format!("{choice}{both}irdl.results(%4)"), &["i32"], &["f32", "i64"]);
}

/// What was taken in an alternative that failed stays taken, as in MLIR.
#[test]
fn nothing_is_undone() {
    let body = "%0 = irdl.any\n%1 = irdl.is i32\n%2 = irdl.parametric @d::@twin<%0, %1>\n\
        %3 = irdl.base @d::@twin\n%4 = irdl.any_of(%2, %3)\nirdl.results(%4, %0)";
    let text = format!(
        "irdl.dialect @d {{\nirdl.type @twin {{\n%0 = irdl.any\n%1 = irdl.any\nirdl.parameters(%0, %1)\n}}\n\
         irdl.operation @o {{\n{body}\n}}\n}}"
    );
    let ctx = good(&text);
    let accepts = |types: &str| program(&ctx, &format!("\"d.o\"() : () -> ({types})")).is_ok();
    assert!(accepts("!d.twin<f32, i64>, f32"));
    assert!(!accepts("!d.twin<f32, i64>, i64"));
}

/// Alternatives that are tried again and again cost no more than once.
#[test]
fn a_check_is_linear() {
    let rows: Vec<String> = (1..60).map(|i| format!("%{i} = irdl.any_of(%{0}, %{0})", i - 1)).collect();
    let ctx = good(&dialect(&format!("%0 = irdl.is i32\n{}\nirdl.results(%59)", rows.join("\n"))));
    assert!(program(&ctx, "\"d.o\"() : () -> i32").is_ok());
    assert!(program(&ctx, "\"d.o\"() : () -> i64").is_err());
}

#[test]
fn attributes() {
    check_instances(
        "%0 = irdl.base \"#builtin.string\"\n%1 = irdl.any\nirdl.attributes {\"s\" = %0, \"t\" = %1}\nirdl.results(%1)",
        &[
            "\"d.o\"() {s = \"x\", t = i32} : () -> i32",
            // Others are allowed, too.
            "\"d.o\"() {other, s = \"x\", t = i32} : () -> i32",
        ],
        &[
            ("\"d.o\"() {s = \"x\"} : () -> i32", codes::MISSING_ATTRIBUTE),
            ("\"d.o\"() {s = 4 : i8, t = i32} : () -> i32", WRONG),
            ("\"d.o\"() {s = \"x\", t = i64} : () -> i32", WRONG),
        ],
    );
    // Without a list, any attribute is allowed.
    check_instances("", &["\"d.o\"() {a, b = 3 : i8} : () -> ()"], &[]);
    // Of two constraints with one name, the later holds.
    check_instances(
        "%0 = irdl.is 1 : i8\n%1 = irdl.is 2 : i8\nirdl.attributes {\"a\" = %0, \"a\" = %1}",
        &["\"d.o\"() {a = 2 : i8} : () -> ()"],
        &[("\"d.o\"() {a = 1 : i8} : () -> ()", WRONG)],
    );
}

#[test]
fn regions() {
    let end = "\"test.end\"() : () -> ()";
    let one = format!("\"d.o\"() ({{\n^bb0(%a: i32):\n{end}\n}}) : () -> ()");
    let two = format!("\"d.o\"() ({{\n{end}\n^bb1:\n{end}\n}}) : () -> ()");
    let none = format!("\"d.o\"() ({{\n{end}\n}}) : () -> ()");
    let empty = "\"d.o\"() ({}) : () -> ()";
    let bare = "\"d.o\"() : () -> ()";
    let shape = codes::REGION_SHAPE;
    check_instances("%0 = irdl.region\nirdl.regions(%0)", &[&one, &two, &none, empty], &[(bare, shape)]);
    let region = codes::LOADED_REGION;
    check_instances("%0 = irdl.region()\nirdl.regions(%0)", &[&two, &none, empty], &[(&one, region)]);
    check_instances(
        "%0 = irdl.is i32\n%1 = irdl.region(%0) with size 1\nirdl.regions(%1)",
        &[&one],
        &[(&two, region), (&none, region), (empty, region), (bare, shape)],
    );
    check_instances("%0 = irdl.is i64\n%1 = irdl.region(%0)\nirdl.regions(%1)", &[], &[(&one, WRONG)]);
    check_instances("%0 = irdl.region with size 2\nirdl.regions(%0)", &[&two], &[(&one, region)]);
    // In MLIR 19 it is `irdl.region` that counts, not the list.
    check_instances("%0 = irdl.region", &[&none], &[(bare, shape)]);
    check_instances("%0 = irdl.region\nirdl.regions(%0, %0)", &[&none], &[(bare, shape)]);
    // A block of a region ends in a terminator, as in any operation that does not say otherwise.
    let unended = "\"d.o\"() ({\n%0 = \"d.make\"() : () -> i32\n}) : () -> ()";
    check_instances("%0 = irdl.region", &[], &[(unended, codes::TERMINATOR)]);
}

// ----- what a chip takes -----

/// The types of the operands and of the result of operation `o`, or the codes of what is wrong.
fn fixed(body: &str) -> Result<String, Vec<Code>> {
    let text = format!(
        "irdl.dialect @d {{\nirdl.type @unit\nirdl.type @box {{\n%0 = irdl.any\nirdl.parameters(%0)\n}}\n\
         irdl.type @small {{\n%0 = irdl.is i8\nirdl.parameters(%0)\n}}\n\
         irdl.type @loop {{\n%0 = irdl.base @d::@loop\nirdl.parameters(%0)\n}}\n\
         irdl.operation @o {{\n{body}\n}}\n}}"
    );
    let mut ctx = good(&text);
    let dialect = ctx.registry.dialect("d").expect("it was loaded");
    let mut diags = Diagnostics::default();
    let Some(ops) = fixed_ops(&mut ctx, dialect, Attributes::Refused, &mut diags) else {
        assert!(diags.iter().all(|d| d.span.is_some()), "{diags:?}");
        return Err(diags.iter().map(|d| d.code).collect());
    };
    let text = |ty: &ir::Type| ir::text::type_print::type_text(&ctx, *ty);
    let operands: Vec<String> = ops[0].operands.iter().map(text).collect();
    Ok(format!("({}) -> {}", operands.join(", "), ops[0].result.as_ref().map_or("none".into(), text)))
}

#[test]
fn a_chip_takes_what_follows_from_the_code() {
    let cases = [
        ("", "() -> none"),
        ("%0 = irdl.is i32\nirdl.operands(%0, %0)\nirdl.results(%0)", "(i32, i32) -> i32"),
        ("%0 = irdl.base @d::@unit\nirdl.results(%0)", "() -> !d.unit"),
        ("%0 = irdl.parametric @d::@unit<>\nirdl.results(%0)", "() -> !d.unit"),
        ("%0 = irdl.base \"!builtin.index\"\nirdl.results(%0)", "() -> index"),
        ("%0 = irdl.base \"!builtin.bf16\"\nirdl.results(%0)", "() -> bf16"),
        ("%0 = irdl.is i8\n%1 = irdl.parametric @d::@box<%0>\nirdl.results(%1)", "() -> !d.box<i8>"),
        ("%0 = irdl.base @d::@small\nirdl.results(%0)", "() -> !d.small<i8>"),
        ("%0 = irdl.is i8\n%1 = irdl.is i8\n%2 = irdl.any_of(%0, %1)\nirdl.results(%2)", "() -> i8"),
        ("%0 = irdl.any\n%1 = irdl.is i8\n%2 = irdl.all_of(%1, %0)\nirdl.results(%2)", "() -> i8"),
        ("%0 = irdl.any\n%1 = irdl.is i8\n%2 = irdl.all_of(%0, %1)\nirdl.results(%2)", "() -> i8"),
        (
            "%0 = irdl.is i8\n%1 = irdl.is f32\n%2 = irdl.any_of(%0, %1)\n%3 = irdl.base \"!builtin.integer\"\n\
             %4 = irdl.all_of(%2, %3)\nirdl.results(%4)",
            "() -> i8",
        ),
        // A type and an attribute are one type.
        ("%0 = irdl.is i8\n%1 = irdl.is \"x\"\n%2 = irdl.any_of(%0, %1)\nirdl.results(%2)", "() -> i8"),
    ];
    for (body, expected) in cases {
        assert_eq!(fixed(body).as_deref(), Ok(expected), "{body}");
    }
}

#[test]
fn a_choice_of_very_many_types_is_no_fixed_type() {
    let named = |name: &str, count: usize| -> String {
        (0..count).map(|n| format!("%{name}{n}")).collect::<Vec<_>>().join(", ")
    };
    let types: String = (0..2000).map(|n| format!("%i{n} = irdl.is i{}\n", n + 1)).collect();
    let body = format!("{types}%a = irdl.any_of({})\nirdl.operands(%a)", named("i", 2000));
    assert_eq!(fixed(&body), Err(vec![codes::CHIP_OPEN_TYPE]));
    let one = format!(
        "{types}%a = irdl.any_of({})\n%0 = irdl.all_of(%a, %i7)\nirdl.operands(%0)",
        named("i", 2000)
    );
    assert_eq!(fixed(&one).as_deref(), Ok("(i8) -> none"));
    let same: String = (0..2000).map(|n| format!("%i{n} = irdl.is i8\n")).collect();
    let body = format!("{same}%a = irdl.any_of({})\nirdl.operands(%a)", named("i", 2000));
    assert_eq!(fixed(&body).as_deref(), Ok("(i8) -> none"));
}

#[test]
fn a_chip_says_what_it_does_not_take() {
    let cases = [
        ("%0 = irdl.region\nirdl.regions(%0)", codes::CHIP_REGION),
        ("%0 = irdl.any\nirdl.attributes {\"a\" = %0}", codes::CHIP_ATTRIBUTE),
        ("%0 = irdl.is i8\nirdl.results(%0, %0)", codes::CHIP_RESULTS),
        ("%0 = irdl.is i8\nirdl.operands(variadic %0)", codes::CHIP_VARIADIC),
        ("%0 = irdl.is i8\nirdl.operands(optional %0)", codes::CHIP_VARIADIC),
        ("%0 = irdl.is i8\nirdl.results(optional %0)", codes::CHIP_VARIADIC),
        ("%0 = irdl.any\nirdl.operands(%0)", codes::CHIP_OPEN_TYPE),
        ("%0 = irdl.base \"!builtin.integer\"\nirdl.operands(%0)", codes::CHIP_OPEN_TYPE),
        ("%0 = irdl.base @d::@box\nirdl.operands(%0)", codes::CHIP_OPEN_TYPE),
        ("%0 = irdl.base @d::@loop\nirdl.operands(%0)", codes::CHIP_OPEN_TYPE),
        (
            "%0 = irdl.is i8\n%1 = irdl.is i9\n%2 = irdl.any_of(%0, %1)\nirdl.results(%2)",
            codes::CHIP_OPEN_TYPE,
        ),
        ("%0 = irdl.is \"x\"\nirdl.operands(%0)", codes::CHIP_NO_TYPE),
        ("%0 = irdl.is i8\n%1 = irdl.is i9\n%2 = irdl.all_of(%0, %1)\nirdl.results(%2)", codes::CHIP_NO_TYPE),
        ("%0 = irdl.is i9\n%1 = irdl.parametric @d::@small<%0>\nirdl.results(%1)", codes::CHIP_NO_TYPE),
    ];
    for (body, code) in cases {
        assert_eq!(fixed(body), Err(vec![code]), "{body}");
    }
    let all = "%0 = irdl.region\n%1 = irdl.any\nirdl.attributes {\"a\" = %1}\nirdl.operands(%1, variadic %1)";
    let expected =
        vec![codes::CHIP_REGION, codes::CHIP_ATTRIBUTE, codes::CHIP_OPEN_TYPE, codes::CHIP_VARIADIC];
    assert_eq!(fixed(all), Err(expected));
}

#[test]
fn the_example_of_a_chip_is_taken() {
    let mut ctx = good(include_str!("../../../../examples/dialects/rv32i.irdl.mlir"));
    let dialect = ctx.registry.dialect("rv32i").expect("it was loaded");
    let mut diags = Diagnostics::default();
    let ops =
        fixed_ops(&mut ctx, dialect, Attributes::Refused, &mut diags).unwrap_or_else(|| panic!("{diags:?}"));
    assert_eq!(ops.len(), 40);
    let or = dialect.ops.iter().position(|def| def.name == "rv32i.or").expect("there is an `or`");
    assert_eq!((ops[or].operands.len(), ops[or].operands[0]), (2, ops[or].result.expect("it has a result")));
}
