//! Reading and writing operations, regions and names: text that is right comes back as it was, text that is wrong gives
//! every error it has, at its place.

mod common;

use base::Diagnostics;
use common::{context, read, write};
use ir::Ir;
use ir::text::{ParseOptions, PrintOptions, parse, print};

/// The parser's errors about a text, each as `line:column code message`.
fn errors(text: &str) -> Vec<String> {
    let mut ir = Ir::new(context());
    let source = ir.ctx.sources.add("test", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    assert_eq!(module.is_none(), diags.has_errors());
    let place = |d: &base::Diagnostic| ir.ctx.sources.locate(d.span.expect("a parse error has a place"));
    diags.iter().map(|d| format!("{}:{} {} {}", place(d).line, place(d).column, d.code, d.message)).collect()
}

#[track_caller]
fn check_errors(text: &str, expected: &[&str]) {
    assert_eq!(errors(text), expected, "in\n{text}");
}

/// The text comes back as it stands.
#[track_caller]
fn check_same(text: &str) {
    let (ir, module) = read(text);
    assert_eq!(write(&ir, module), text);
}

#[test]
fn everything_in_an_operation_comes_back() {
    check_same(
        r#""builtin.module"() ({
  "t.func"() <{sym_name = "f"}> ({
  ^bb0(%a: i8, %c: i1):
    %pair:2 = "x.two"(%a) {flag, list = [1 : i32, "two"]} : (i8) -> (i8, i8)
    %sum = "t.add"(%pair#0, %pair#1) : (i8, i8) -> i8
    "t.cond_br"(%c, %sum)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i8) -> ()
  ^bb1(%0: i8):
    "t.br"()[^bb2] : () -> ()
  ^bb2:
    "t.ret"() : () -> ()
  }) {note = "kept"} : () -> ()
  "x.regions"() <{own = 4 : i64}> ({
  }, {
    "x.inside"() : () -> ()
  }) : () -> ()
}) : () -> ()
"#,
    );
}

#[test]
fn names_are_kept_and_made_unique() {
    let (ir, module) = read(
        r#""x.a"() ({
            %i = "x.v"() : () -> i8
            "x.use"(%i) : (i8) -> ()
        }) : () -> ()
        "x.a"() ({
            %i = "x.v"() : () -> i8
            %0 = "x.v"() : () -> i8
            "x.use"(%i, %0) : (i8, i8) -> ()
        }) : () -> ()
        %c = "t.const"() {value = 4 : i8} : () -> i8
        %7 = "t.const"() {value = 4 : i8} : () -> i8
        %8 = "t.const"() {value = 4 : i8} : () -> i8"#,
    );
    assert_eq!(
        write(&ir, module),
        r#""builtin.module"() ({
  "x.a"() ({
    %i = "x.v"() : () -> i8
    "x.use"(%i) : (i8) -> ()
  }) : () -> ()
  "x.a"() ({
    %i = "x.v"() : () -> i8
    %0 = "x.v"() : () -> i8
    "x.use"(%i, %0) : (i8, i8) -> ()
  }) : () -> ()
  %c = "t.const"() <{value = 4 : i8}> : () -> i8
  %c4_i8 = "t.const"() <{value = 4 : i8}> : () -> i8
  %c4_i8_0 = "t.const"() <{value = 4 : i8}> : () -> i8
}) : () -> ()
"#
    );
}

#[test]
fn properties_that_are_not_the_operations_own_are_kept_as_attributes() {
    let (ir, module) = read(r#"%c = "t.const"() <{value = 4 : i8, unknown = 1 : i8}> {other} : () -> i8"#);
    let text = write(&ir, module);
    assert!(text.contains(r#"<{value = 4 : i8}> {other, unknown = 1 : i8} : "#), "{text}");
}

#[test]
fn a_property_wins_over_an_attribute_of_its_name() {
    let (ir, module) = read(r#"%c = "t.const"() <{value = 1 : i8}> {value = 2 : i8, other} : () -> i8"#);
    let text = write(&ir, module);
    assert!(text.contains(r#""t.const"() <{value = 1 : i8}> {other} : "#), "{text}");
}

#[test]
fn values_may_be_used_before_they_are_defined() {
    check_same(
        r#""builtin.module"() ({
  "x.use"(%later) : (i8) -> ()
  "x.loop"() ({
    "x.use"(%later, %inner) : (i8, i4) -> ()
    %inner = "x.v"() : () -> i4
  }) : () -> ()
  %later = "x.v"() : () -> i8
}) : () -> ()
"#,
    );
}

#[test]
fn locations_come_back() {
    let text = r#""builtin.module"() ({
  %a = "x.v"() : () -> i8 loc("f.c":3:4)
  "x.w"() : () -> () loc(fused<"m">[callsite("a" at "b"("f.c":1:2)), unknown])
}) : () -> () loc(unknown)
"#;
    let (ir, module) = read(text);
    assert_eq!(print(&ir, module, PrintOptions { locations: true, ..PrintOptions::default() }), text);
}

#[test]
fn a_file_keeps_its_resources() {
    check_same(
        r#""builtin.module"() ({
  "x.a"() {b = dense_resource<blob> : tensor<1xi8>} : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001"
    }
  }
#-}
"#,
    );
}

#[test]
fn every_error_is_reported_once() {
    check_errors(
        r#"
"t.func"() <{sym_name = "f"}> ({
  %a = "x.v"() : () -> i8
  %a = "x.v"() : () -> i8
  "x.use"(%b, %b) : (i8, i8) -> ()
  "x.use"(%a) : (i16) -> ()
  %broken = "x.v"( : () -> i8
  "x.use"(%broken) : (i8) -> ()
  "x.use"(%a#1) : (i8) -> ()
  "t.br"()[^nowhere] : () -> ()
}) : () -> ()
%one, %two = "x.v"() : () -> i8
t.add
y.z
"x.w"() {a = 1, a = 2} : () -> ()
"#,
        &[
            "4:3 FR0107 `%a` is already defined",
            "6:11 FR0114 `%a` is used as `i16` here but has type `i8`",
            "7:20 FR0104 expected a value such as `%name`, found `:`",
            "9:11 FR0106 `%a` has 1 value; there is no number 1",
            "10:12 FR0108 block `^nowhere` is not defined in this region",
            "5:11 FR0106 `%b` is used but never defined",
            "12:1 FR0117 `x.v` has 1 result, but 2 names",
            "13:1 FR0110 `t.add` has no custom form",
            "14:1 FR0111 unknown dialect `y` in operation `y.z`",
            "15:17 FR0116 attribute `a` is given twice",
        ],
    );
}

#[test]
fn truncated_and_broken_text() {
    check_errors("\"x.a\"(", &["1:7 FR0104 the text ends where a value such as `%name` was expected"]);
    check_errors("\"x.a", &["1:1 FR0101 this string does not end on its line"]);
    check_errors("\"x\\q\"() : () -> ()", &["1:3 FR0102 unknown escape sequence in a string"]);
    check_errors("}", &["1:1 FR0104 expected an operation, found `}`"]);
    check_errors("%", &["1:1 FR0100 a name must follow this character"]);
    check_errors("ä", &["1:1 FR0100 unexpected character"]);
    check_errors(
        "\"x.a\"() ({\n",
        &[
            "2:1 FR0104 the text ends where an operation, a block label or `}` was expected",
            "1:10 FR0104 this region is not closed",
        ],
    );
}

#[test]
fn unregistered_operations_are_refused_unless_asked_for() {
    let mut ir = Ir::new(context());
    let source = ir.ctx.sources.add("test", "\"x.a\"() : () -> ()");
    let mut diags = Diagnostics::new();
    assert!(parse(&mut ir, source, ParseOptions::default(), &mut diags).is_none());
    assert_eq!(diags.iter().map(|d| d.code.to_string()).collect::<Vec<_>>(), ["FR0111"]);
}

#[test]
fn the_hint_about_unknown_dialects_is_one_that_helps() {
    let hint = |options: ParseOptions| {
        let mut ir = Ir::new(context());
        let source = ir.ctx.sources.add("test", "x.a");
        let mut diags = Diagnostics::new();
        parse(&mut ir, source, options, &mut diags);
        diags.iter().next().and_then(|d| d.hint.clone()).expect("it has a hint")
    };
    assert!(hint(ParseOptions::default()).contains("--allow-unregistered-dialect"));
    assert!(hint(ParseOptions { allow_unregistered: true }).contains("generic form can be read"));
}

#[test]
fn nesting_has_a_bound_and_no_cost_beyond_it() {
    let deep = 100_000;
    let texts = [
        format!("{}{}", "\"x.a\"() ({".repeat(deep), "}) : () -> ()".repeat(deep)),
        format!("\"x.a\"() {{a = {}}} : () -> ()", "[".repeat(deep)),
        format!("\"x.a\"() {{a = {}}} : () -> ()", "(".repeat(deep)),
        format!("\"x.a\"() {{a = {}}} : () -> ()", "{a = ".repeat(deep)),
        format!("\"x.a\"() : {}", "(".repeat(deep)),
        format!("\"x.a\"() : () -> {}", "tuple<".repeat(deep)),
        format!("\"x.a\"() : () -> {}", "() -> ".repeat(deep)),
        format!("\"x.a\"() {{a = affine_map<(d0) -> ({})>}} : () -> ()", "(".repeat(deep)),
        format!("\"x.a\"() {{a = affine_map<(d0) -> ({}d0)>}} : () -> ()", "-".repeat(deep)),
        format!("\"x.a\"() {{a = dense<{}", "[".repeat(deep)),
        format!("\"x.a\"() : () -> () loc({}", "fused[".repeat(deep)),
        format!("\"x.a\"() : () -> () loc({}", "callsite(".repeat(deep)),
        format!("\"x.a\"() : () -> !x.y{}", "<".repeat(deep)),
        "(".repeat(deep),
        "{".repeat(deep),
    ];
    for text in texts {
        let errors = errors(&text);
        let start: String = text.chars().take(60).collect();
        assert!(
            !errors.is_empty() && errors.len() < 200,
            "{start}: {} errors, {:?}",
            errors.len(),
            errors.first()
        );
    }
}

#[test]
fn many_values_of_one_name_are_told_apart() {
    let count = 100_000;
    let definition = "%7 = \"t.const\"() {value = 4 : i8} : () -> i8\n".to_owned();
    let text: String = (0..count).map(|i| definition.replace('7', &i.to_string())).collect();
    let (ir, module) = read(&text);
    let printed = write(&ir, module);
    assert!(printed.contains(&format!("%c4_i8_{} =", count - 2)), "the last name");
    assert!(!printed.contains(&format!("%c4_i8_{} =", count - 1)), "no name is left out");
}

#[test]
fn names_that_a_region_gives_back_are_given_again() {
    let region = |number: usize| {
        format!("  \"x.a\"() ({{\n    %i_{number} = \"x.v\"() : () -> i8\n  }}) : () -> ()\n")
    };
    // Cloned regions have values of one name, which is taken in the region around.
    let (mut ir, module) = read(&format!("%i = \"x.v\"() : () -> i8\n{}", region(0).replace("i_0", "k")));
    let block = ir.entry(ir.region(module, 0)).expect("a module has a block");
    let (outer, inner) = (ir.first_op(block).expect("%i"), ir.last_op(block).expect("x.a"));
    let name = ir.value_name(ir.result(outer, 0));
    let inside = ir.walk(inner)[1];
    ir.set_value_name(ir.result(inside, 0), name);
    let copy = ir.clone_op(inner, &mut ir::Mapping::default());
    ir.insert(copy, ir::InsertPoint::End(block));
    let expected = format!("  %i = \"x.v\"() : () -> i8\n{}{}", region(0), region(0));
    assert_eq!(write(&ir, module), format!("\"builtin.module\"() ({{\n{expected}}}) : () -> ()\n"));
}

#[test]
fn errors_about_a_large_type_are_short() {
    let line = |name: &str, part: &str| format!("!{name} = tuple<{}>\n", vec![part; 1000].join(", "));
    let uses = "\"x.use\"(%a) : (i8) -> ()\n".repeat(2000);
    let text = format!("{}{}%a = \"x.v\"() : () -> !n\n{uses}", line("m", "i8"), line("n", "!m"));
    let errors = errors(&text);
    assert_eq!(errors.len(), 1000, "as many as are kept");
    assert_eq!(errors[0], "4:9 FR0114 `%a` is used as `i8` here but has type `tuple<…>`");
}

#[test]
fn many_broken_definitions_explain_their_uses() {
    let uses: String = (0..50_000).map(|i| format!("\"x.use\"(%b{i}, %b{i}#1) : (i8, i8) -> ()\n")).collect();
    let broken: String = (0..50_000).map(|i| format!("%b{i}:2 = y.z\n")).collect();
    let errors = errors(&format!("{uses}{broken}"));
    assert!(errors.iter().all(|error| error.contains("unknown dialect `y`")), "{:?}", errors.first());
}
