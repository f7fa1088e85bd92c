//! Patterns and programs as text, and what is read from them.

use super::*;
use crate::held::patterns_in;
use crate::interp::Natives;
use crate::random::Shape;
use crate::whole::MOST_OPERATIONS;
use crate::{Pattern, Program, compiled, reference, text};
use base::{Code, Diagnostics, Rng, codes};
use dialects::irdl::{self, legal::Attributes};
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op};

const DIALECT: &str = r#"
irdl.dialect @t {
  irdl.operation @or {
    %i = irdl.is i32
    irdl.operands(%i, %i)
    irdl.results(%i)
  }
  irdl.operation @wide {
    %i = irdl.is i64
    irdl.operands(%i, %i)
    irdl.results(%i)
  }
  irdl.operation @narrow {
    %i = irdl.is i64
    %r = irdl.is i32
    irdl.operands(%i)
    irdl.results(%r)
  }
  irdl.operation @const {
    %any = irdl.any
    %i = irdl.is i32
    irdl.attributes {"value" = %any}
    irdl.results(%i)
  }
  irdl.operation @end {
    %i = irdl.is i32
    irdl.operands(%i)
  }
}
"#;

/// A module in a context.
fn read(ctx: Context, text: &str) -> (Ir, Op) {
    let mut ctx = ctx;
    let source = ctx.sources.add("test.mlir", text);
    let mut ir = Ir::new(ctx);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}"));
    assert!(ir::verify(&mut ir, module, &mut diags), "{diags:?}");
    (ir, module)
}

struct World {
    ctx: Context,
    vocabulary: Vocabulary,
}

fn world() -> World {
    world_of(DIALECT)
}

fn world_of(dialect: &str) -> World {
    let (mut ir, module) = read(Context::new(dialects::all()), dialect);
    let mut diags = Diagnostics::new();
    let loaded = irdl::load(&mut ir, module, &mut diags).unwrap_or_else(|| panic!("{diags:?}"));
    let mut ctx = ir.ctx;
    let vocabulary = Vocabulary::new(&mut ctx, &loaded, Attributes::Taken, &mut diags);
    World { ctx, vocabulary: vocabulary.unwrap_or_else(|| panic!("{diags:?}")) }
}

/// The constraints of the tool, and some about all there is to ask about.
fn natives() -> Natives {
    Natives::known()
        .constraint("is_used", |ir, args| {
            let uses = |value| ir.users(value).count();
            let value = args[0].value().or_else(|| ir.results(args[0].op()?).next());
            (uses(value?) > 0).then(Vec::new)
        })
        .constraint("is_value_of_type", |ir, args| {
            let (value, ty) = (args[0].attr()?, args[1].ty()?);
            (ir.ctx.attr_ty(value) == Some(ty)).then(Vec::new)
        })
        .constraint("is_sum", |ir, args| {
            let of = |number: usize| args[number].attr().and_then(|attr| ir.ctx.int_value(attr));
            (of(0)? == of(1)? + of(2)?).then(Vec::new)
        })
}

/// What there is to say about patterns, and the patterns.
fn read_set(world: &mut World, text: &str) -> (PatternSet, Vec<Code>) {
    let (ir, module) = read(world.ctx.clone(), text);
    let mut diags = Diagnostics::new();
    let set = read_patterns(&ir, &patterns_in(&ir, module), &world.vocabulary, natives(), None, &mut diags);
    assert!(diags.iter().all(|diagnostic| diagnostic.span.is_some()), "{diags:?}");
    world.ctx = ir.ctx;
    (set, diags.iter().map(|diagnostic| diagnostic.code).collect())
}

/// The code that a pattern with this body is refused or warned of with.
#[track_caller]
fn says(body: &str, expected: &[Code]) {
    let text = format!("pdl.pattern : benefit(1) {{\n{body}\n}}");
    let (_, codes) = read_set(&mut world(), &text);
    assert_eq!(codes, expected, "{text}");
}

/// The matches of patterns in a program: numbers of operations and names of patterns.
fn matches(pattern_text: &str, program_text: &str) -> Vec<(u32, String)> {
    let mut world = world();
    let (set, codes) = read_set(&mut world, pattern_text);
    assert_eq!(codes, []);
    let (mut ir, module) = read(world.ctx, program_text);
    let mut diags = Diagnostics::new();
    let encoded = encode_module(&mut ir, module, &world.vocabulary, &set, &mut diags);
    let Encoded { program, numbers, .. } = encoded.unwrap_or_else(|| panic!("{diags:?}"));
    let found = reference::all_matches(&program, &set.patterns);
    assert_eq!(compiled::Engine::new(&world.vocabulary.alphabet, &set.patterns).all_matches(&program), found);
    let named = |(root, pattern): &(u32, u32)| {
        let Pattern { name, .. } = &set.patterns[*pattern as usize];
        (numbers[*root as usize].expect("a root is an operation"), name.clone())
    };
    found.iter().map(named).collect()
}

const OR_OF_OR: &str = r#"
pdl.pattern @again : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %inner = operation "t.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %root = operation "t.or"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root { replace %root with %inner }
}
"#;

#[test]
fn a_value_that_is_named_twice_is_one_value() {
    let program = r#"
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = "t.or"(%a, %b) : (i32, i32) -> i32
  %1 = "t.or"(%0, %a) : (i32, i32) -> i32
  %2 = "t.or"(%0, %b) : (i32, i32) -> i32
  return %1 : i32
}
"#;
    // The function is 0.
    assert_eq!(matches(OR_OF_OR, program), [(2, "again".to_string())]);
}

#[test]
fn an_operation_that_is_used_twice_is_one_operation() {
    let square = r#"
pdl.pattern @square : benefit(1) {
  %a = operand
  %t = type
  %inner = operation "t.narrow"(%a : !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %1 = result 0 of %inner
  %root = operation "t.or"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root { erase %root }
}
"#;
    let program = r#"
func.func @f(%a: i64) {
  %0 = "t.narrow"(%a) : (i64) -> i32
  %1 = "t.narrow"(%a) : (i64) -> i32
  %2 = "t.or"(%0, %0) : (i32, i32) -> i32
  %3 = "t.or"(%0, %1) : (i32, i32) -> i32
  return
}
"#;
    assert_eq!(matches(square, program), [(3, "square".to_string())]);
}

#[test]
fn blocks_and_regions_follow_each_other() {
    let program = r#"
func.func @f(%c: i1, %a: i32, %b: i32) {
  %0 = "t.or"(%a, %b) : (i32, i32) -> i32
  scf.if %c {
    %1 = "t.or"(%0, %a) : (i32, i32) -> i32
  }
  cf.br ^next
^next:
  %2 = "t.or"(%0, %a) : (i32, i32) -> i32
  return
}
"#;
    // Blocks inside come after the block they are inside of.
    assert_eq!(matches(OR_OF_OR, program), [(6, "again".to_string()), (3, "again".to_string())]);
}

#[test]
fn what_is_asked_about_attributes_is_a_fact() {
    let zero = r#"
pdl.pattern @zero : benefit(1) {
  %a = operand
  %t = type
  %k = attribute = 0 : i32
  %c = operation "t.const" {"value" = %k} -> (%t : !pdl.type)
  %0 = result 0 of %c
  %root = operation "t.or"(%a, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root { replace %root with (%a : !pdl.value) }
}
pdl.pattern @typed : benefit(1) {
  %i = type : i64
  %t = type
  %k = attribute : %i
  %root = operation "t.const" {"value" = %k} -> (%t : !pdl.type)
  rewrite %root { erase %root }
}
pdl.pattern @same : benefit(1) {
  %t = type
  %k = attribute
  %root = operation "t.const" {"value" = %k, "other" = %k} -> (%t : !pdl.type)
  rewrite %root { erase %root }
}
"#;
    let program = r#"
func.func @f(%a: i32) {
  %0 = "t.const"() {value = 0 : i32} : () -> i32
  %1 = "t.const"() {value = 0 : i64} : () -> i32
  %2 = "t.const"() {value = 1 : i32, other = 1 : i32} : () -> i32
  %3 = "t.or"(%a, %0) : (i32, i32) -> i32
  %4 = "t.or"(%a, %1) : (i32, i32) -> i32
  %5 = "t.const"() {value = 1 : i32, other = 2 : i32} : () -> i32
  return
}
"#;
    let expected = [(2, "typed"), (3, "same"), (4, "zero")].map(|(n, name)| (n, name.to_string()));
    assert_eq!(matches(zero, program), expected);
}

/// The operations that a pattern of this body matches, whose root is the last operation.
fn roots(body: &str, program: &str) -> Vec<u32> {
    let text = format!("pdl.pattern : benefit(1) {{\n{body}\nrewrite %root {{ erase %root }}\n}}");
    matches(&text, program).into_iter().map(|(root, _)| root).collect()
}

const CONSTANTS: &str = r#"
func.func @f(%a: i32) {
  %0 = "t.const"() {value = 0 : i32} : () -> i32
  %1 = "t.const"() {value = 8 : i64} : () -> i32
  %2 = "t.const"() {value = 3 : i32, other = 1 : i32} : () -> i32
  %3 = "t.const"() {value = "x"} : () -> i32
  %4 = "t.or"(%a, %1) : (i32, i32) -> i32
  %5 = "t.or"(%2, %2) : (i32, i32) -> i32
  return
}
"#;

#[test]
fn a_constraint_about_one_operation_is_a_fact() {
    let constant = |asked: &str| {
        format!(
            "%t = type\n%k = attribute\n%root = operation \"t.const\" {{\"value\" = %k}} -> (%t : !pdl.type)\n{asked}"
        )
    };
    let check =
        |asked: &str, expected: &[u32]| assert_eq!(roots(&constant(asked), CONSTANTS), expected, "{asked}");
    check("apply_native_constraint \"is_zero\"(%k : !pdl.attribute)", &[1]);
    check("apply_native_constraint \"is_zero\"(%k : !pdl.attribute) {isNegated = true}", &[2, 3, 4]);
    check("apply_native_constraint \"is_used\"(%root : !pdl.operation)", &[2, 3]);
    check("%0 = result 0 of %root\napply_native_constraint \"is_used\"(%0 : !pdl.value)", &[2, 3]);
    check("apply_native_constraint \"is_value_of_type\"(%k, %t : !pdl.attribute, !pdl.type)", &[1, 3]);
    let given =
        "%i = type : i64\napply_native_constraint \"is_value_of_type\"(%k, %i : !pdl.attribute, !pdl.type)";
    check(given, &[2]);
    let sum = "%x = attribute = 5 : i8\n%y = attribute = 3 : i8\n\
        apply_native_constraint \"is_sum\"(%k, %x, %y : !pdl.attribute, !pdl.attribute, !pdl.attribute)";
    check(sum, &[2]);
}

#[test]
fn a_constraint_may_be_about_what_several_operations_share() {
    // The value is an operand of the root and the result of the constant, so that both are asked about the root.
    let both = r#"
%t = type
%a = operand
%k = attribute
%c = operation "t.const" {"value" = %k} -> (%t : !pdl.type)
%0 = result 0 of %c
%root = operation "t.or"(%a, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
apply_native_constraint "is_used"(%0, %root : !pdl.value, !pdl.operation)
apply_native_constraint "is_power_of_two"(%k : !pdl.attribute)
"#;
    assert_eq!(roots(both, CONSTANTS), [5]);
}

#[test]
fn what_a_constraint_is_asked_about_is_a_part_of_the_operation() {
    let body = "%a = operand\n%t = type\n%root = operation (%a : !pdl.value) -> (%t : !pdl.type)\n\
        apply_native_constraint \"is_used\"(%root, %a, %t : !pdl.operation, !pdl.value, !pdl.type)\n\
        rewrite %root { erase %root }";
    let mut world = world();
    let (set, codes) = read_set(&mut world, &format!("pdl.pattern : benefit(1) {{\n{body}\n}}"));
    assert_eq!(codes, []);
    let texts: Vec<String> = set.facts.iter().map(|fact| fact.text(&world.ctx)).collect();
    assert_eq!(texts, ["\"is_used\"(operation, operand 0, type i32)"]);
}

#[test]
fn a_constraint_that_is_no_fact_is_refused() {
    let with = |asked: &str, expected: Code| {
        let body = "%t = type\n%j = attribute\n%k = attribute\n\
            %a = operation \"t.const\" {\"value\" = %j} -> (%t : !pdl.type)\n%0 = result 0 of %a\n\
            %b = operation \"t.const\" {\"value\" = %k} -> (%t : !pdl.type)\n%1 = result 0 of %b\n\
            %r = operation \"t.or\"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n";
        says(&format!("{body}{asked}\nrewrite %r {{ erase %r }}"), &[expected]);
    };
    with("apply_native_constraint \"f\"(%j : !pdl.attribute)", codes::UNKNOWN_NATIVE);
    with("%n = apply_native_constraint \"f\"(%j : !pdl.attribute) : !pdl.attribute", codes::UNKNOWN_NATIVE);
    with(
        "%n = apply_native_constraint \"is_used\"(%r : !pdl.operation) : !pdl.attribute",
        codes::MATCH_NATIVE,
    );
    with("apply_native_constraint \"is_used\"(%j, %k : !pdl.attribute, !pdl.attribute)", codes::MATCH_NATIVE);
    with("apply_native_constraint \"is_used\"(%r, %k : !pdl.operation, !pdl.attribute)", codes::MATCH_NATIVE);
    with(
        "%x = attribute\napply_native_constraint \"is_used\"(%x : !pdl.attribute)",
        codes::PATTERN_UNREACHED,
    );
    with("%x = operand\napply_native_constraint \"is_used\"(%x : !pdl.value)", codes::PATTERN_UNREACHED);
    with("%x = type\napply_native_constraint \"is_used\"(%x : !pdl.type)", codes::PATTERN_UNREACHED);
    with("%x = types\napply_native_constraint \"is_used\"(%x : !pdl.range<type>)", codes::PATTERN_UNREACHED);
    with(
        "%x = types : [i32]\napply_native_constraint \"is_used\"(%x : !pdl.range<type>)",
        codes::MATCH_RANGE,
    );
    let given = "%t = type\n%x = attribute = 1 : i32\n%n = apply_native_constraint \"is_used\"(%x : !pdl.attribute) : !pdl.attribute\n\
        %r = operation \"t.const\" {\"value\" = %n} -> (%t : !pdl.type)\nrewrite %r { erase %r }";
    says(given, &[codes::MATCH_NATIVE]);
}

#[test]
fn constraints_count_among_the_facts() {
    // Each is another one: the attribute has to be there, and the sum is of another number each time.
    let text: String = (0..64)
        .map(|n| {
            format!(
                "pdl.pattern : benefit(1) {{\n%t = type\n%k = attribute\n%x = attribute = {n} : i8\n\
                 %r = operation \"t.const\" {{\"value\" = %k}} -> (%t : !pdl.type)\n\
                 apply_native_constraint \"is_sum\"(%k, %x, %x : !pdl.attribute, !pdl.attribute, !pdl.attribute)\n\
                 rewrite %r {{ erase %r }}\n}}\n"
            )
        })
        .collect();
    let (set, codes) = read_set(&mut world(), &text);
    assert_eq!((set.facts.len(), codes), (64, vec![codes::MATCH_FACTS]));
}

#[test]
fn an_operation_without_a_name_is_any_that_fits() {
    let any = r#"
pdl.pattern @any : benefit(1) {
  %t = type : i64
  %a = operand : %t
  %b = operand
  %root = operation (%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root { erase %root }
}
"#;
    let program = r#"
func.func @f(%a: i64, %b: i32) {
  %0 = "t.wide"(%a, %a) : (i64, i64) -> i64
  %1 = "t.or"(%b, %b) : (i32, i32) -> i32
  return
}
"#;
    assert_eq!(matches(any, program), [(1, "any".to_string())]);
    let mut world = world();
    let (set, _) = read_set(&mut world, any);
    let (mut ir, module) = read(world.ctx, "func.func @f(%a: i64) {\n%0 = arith.ori %a, %a : i64\nreturn\n}");
    let mut diags = Diagnostics::new();
    assert!(encode_module(&mut ir, module, &world.vocabulary, &set, &mut diags).is_none());
    assert_eq!(diags.iter().map(|d| d.code).collect::<Vec<_>>(), [codes::MATCH_FOREIGN]);
}

#[test]
fn what_only_the_rewrite_uses_is_refused() {
    let with = |named: &str| {
        format!(
            "%a = operand\n%t = type\n{named}\n%root = operation \"t.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
             rewrite %root {{\n%n = operation \"t.const\" {{\"value\" = %k}} -> (%u : !pdl.type)\nreplace %root with %n\n}}"
        )
    };
    says(&with("%k = attribute = 1 : i32\n%u = type : i32"), &[]);
    says(&with("%k = attribute\n%u = type : i32"), &[codes::PATTERN_UNREACHED]);
    says(&with("%k = attribute = 1 : i32\n%u = type"), &[codes::PATTERN_UNREACHED]);
    says(&with("%u = type\n%k = attribute : %u"), &[codes::PATTERN_UNREACHED]);
}

#[test]
fn a_result_that_something_uses_must_be_there() {
    let with = |named: &str, used: &str| {
        format!(
            "%a = operand\n%t = type\n%root = operation \"t.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
             {named}\n{used}"
        )
    };
    let rewrite = "rewrite %root with \"f\"(%r : !pdl.value)";
    says(&with("%r = result 0 of %root", rewrite), &[]);
    says(&with("%r = result 1 of %root", rewrite), &[codes::MATCH_NEVER]);
    says(
        &with("%r = result 1 of %root", "rewrite %root {\nreplace %root with (%r : !pdl.value)\n}"),
        &[codes::MATCH_NEVER],
    );
    let constraint = "apply_native_constraint \"is_used\"(%r : !pdl.value) {isNegated = true}\nrewrite %root { erase %root }";
    says(&with("%r = result 1 of %root", constraint), &[codes::MATCH_NEVER]);
    // MLIR drops what nothing uses.
    says(&with("%r = result 1 of %root", "rewrite %root { erase %root }"), &[]);
    let none = "%a = operand\n%root = operation \"t.end\"(%a : !pdl.value)\n%r = result 0 of %root\n";
    says(&format!("{none}{rewrite}"), &[codes::MATCH_NEVER]);
    let below = "%a = operand\n%e = operation \"t.end\"(%a : !pdl.value)\n%r = result 0 of %e\n\
        %root = operation \"t.end\"(%r : !pdl.value)\nrewrite %root { erase %root }";
    says(below, &[codes::MATCH_NEVER]);
}

#[test]
fn a_range_is_refused_as_what_it_is() {
    // An operation whose results are a range is used, too, and is no second root.
    let body = "%t = type\n%a = operand\n%i = operation \"t.narrow\"(%a : !pdl.value) -> (%t : !pdl.type)\n\
        %0 = results of %i\n%r = operation \"t.end\"(%0 : !pdl.range<value>)\n\
        rewrite with \"f\"(%i, %r : !pdl.operation, !pdl.operation)";
    says(body, &[codes::MATCH_RANGE]);
}

#[test]
fn an_attribute_that_is_named_twice_is_refused() {
    let with = |first: &str, second: &str| {
        format!(
            "%t = type\n%i = type : i32\n%l = type : i64\n%k = attribute {first}\n%again = attribute {second}\n\
             %root = operation \"t.const\" {{\"value\" = %k, \"value\" = %again}} -> (%t : !pdl.type)\nrewrite %root {{ erase %root }}"
        )
    };
    says(&with("= 0 : i32", "= 3 : i32"), &[codes::PATTERN_ATTRIBUTE_AGAIN]);
    says(&with("= 0 : i32", "= 0 : i32"), &[codes::PATTERN_ATTRIBUTE_AGAIN]);
    says(&with(": %l", ": %i"), &[codes::PATTERN_ATTRIBUTE_AGAIN]);
    says(&with("", ""), &[codes::PATTERN_ATTRIBUTE_AGAIN]);
    let made = "%t = type\n%k = attribute = 1 : i32\n%root = operation \"t.const\" {\"value\" = %k} -> (%t : !pdl.type)\n\
         rewrite %root {\n%n = operation \"t.const\" {\"value\" = %k, \"value\" = %k} -> (%t : !pdl.type)\nreplace %root with %n\n}";
    says(made, &[codes::PATTERN_ATTRIBUTE_AGAIN]);
}

#[test]
fn an_operation_without_a_name_in_a_pattern_that_never_matches_is_none() {
    let never = r#"
pdl.pattern : benefit(1) {
  %t = type
  %a = operand
  %any = operation (%a : !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %any
  %root = operation "t.end"(%0, %a : !pdl.value, !pdl.value)
  rewrite %root { erase %root }
}
"#;
    let mut world = world();
    let (set, codes) = read_set(&mut world, never);
    assert_eq!(codes, [codes::MATCH_NEVER]);
    let (mut ir, module) = read(world.ctx, "func.func @f(%a: i32) {\n%0 = math.absi %a : i32\nreturn\n}");
    let mut diags = Diagnostics::new();
    let encoded = encode_module(&mut ir, module, &world.vocabulary, &set, &mut diags);
    assert!(encoded.is_some(), "{diags:?}");
}

#[test]
fn a_pattern_that_never_matches_asks_for_nothing() {
    let pattern = |root: &str| {
        let constant = |number: usize| format!("%k{number} = attribute = {number} : i32\n");
        let constants: String = (0..64).map(constant).collect();
        let asked: Vec<String> = (0..64).map(|number| format!("\"a{number}\" = %k{number}")).collect();
        let asked = asked.join(", ");
        format!(
            "pdl.pattern : benefit(1) {{\n%t = type\n%a = operand\n{constants}%r = {root} {{{asked}}} -> (%t : !pdl.type)\nrewrite %r {{ erase %r }}\n}}\n"
        )
    };
    let never = pattern("operation \"t.or\"(%a : !pdl.value)");
    let other = pattern("operation \"t.narrow\"(%a : !pdl.value)").replace("\"a0\"", "\"b\"");
    let (set, codes) = read_set(&mut world(), &(never + &other));
    assert_eq!(codes, [codes::MATCH_NEVER]);
    assert_eq!(set.facts.len(), 64);
}

#[test]
fn types_follow_from_types_far_away() {
    let types: Vec<String> = (1..=10).map(|width| format!("i{width}")).collect();
    let operation = |ty: &String| {
        format!("irdl.operation @{ty} {{\n%i = irdl.is {ty}\nirdl.operands(%i, %i)\nirdl.results(%i)\n}}\n")
    };
    let operations: String = types.iter().map(operation).collect();
    let mut world = world_of(&format!("irdl.dialect @t {{\n{operations}}}\n"));
    // A chain: the type of the first operand or of the last result says what all operations are, one after the other.
    let length = MOST_OPERATIONS;
    for known in [0, length] {
        let name = |number| format!("%t{number} = type{}\n", if number == known { " : i7" } else { "" });
        let names: String = (0..=length).map(name).collect();
        let mut body = "%v0 = operand\n".to_string();
        for number in 0..length {
            let next = number + 1;
            body += &format!(
                "%a{number} = operand : %t{number}\n\
                 %o{next} = operation (%v{number}, %a{number} : !pdl.value, !pdl.value) -> (%t{next} : !pdl.type)\n\
                 %v{next} = result 0 of %o{next}\n"
            );
        }
        let text = format!(
            "pdl.pattern : benefit(1) {{\n{names}{body}rewrite %o{length} {{ erase %o{length} }}\n}}"
        );
        let (set, codes) = read_set(&mut world, &text);
        assert_eq!(codes, []);
        let i7 = world.vocabulary.alphabet.find("t.i7").expect("the dialect has it");
        let nodes = &set.patterns[0].nodes;
        assert!(nodes.iter().all(|node| node.opcodes.iter().eq([i7])), "known at {known}");
    }
}

#[test]
fn operations_without_names_may_not_be_too_many() {
    let mut dialect = "irdl.dialect @t {\n".to_string();
    for number in 0..600 {
        dialect += &format!(
            "irdl.operation @o{number} {{\n%i = irdl.is i32\nirdl.operands(%i)\nirdl.results(%i)\n}}\n"
        );
    }
    let mut world = world_of(&(dialect + "}\n"));
    let nameless = |length: usize| {
        let mut body = "%t = type\n%v0 = operand\n".to_string();
        for number in 0..length {
            let next = number + 1;
            body += &format!(
                "%o{next} = operation (%v{number} : !pdl.value) -> (%t : !pdl.type)\n%v{next} = result 0 of %o{next}\n"
            );
        }
        format!("pdl.pattern : benefit(1) {{\n{body}rewrite %o{length} {{ erase %o{length} }}\n}}")
    };
    assert_eq!(read_set(&mut world, &nameless(1700)).1, []);
    assert_eq!(read_set(&mut world, &nameless(1800)).1, [codes::PATTERN_SIZE]);
}

#[test]
fn a_program_may_not_have_too_many_operands_that_patterns_look_at() {
    const WIDE: usize = 4096;
    let list = |item: &str| vec![item; WIDE].join(", ");
    let dialect = format!(
        "irdl.dialect @t {{\nirdl.operation @wide {{\n%i = irdl.is i32\nirdl.operands({})\n}}\n}}\n",
        list("%i")
    );
    let patterns = format!(
        "pdl.pattern : benefit(1) {{\n%a = operand\n%r = operation \"t.wide\"({} : {})\nrewrite %r {{ erase %r }}\n}}",
        list("%a"),
        list("!pdl.value")
    );
    let encoded = |constants: usize| {
        let mut world = world_of(&dialect);
        let (set, codes) = read_set(&mut world, &patterns);
        assert_eq!(codes, []);
        let constants = "arith.constant 0 : i32\n".repeat(constants);
        let (mut ir, module) = read(world.ctx, &constants);
        let mut diags = Diagnostics::new();
        let encoded = encode_module(&mut ir, module, &world.vocabulary, &set, &mut diags);
        (encoded.is_some(), diags.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>())
    };
    assert_eq!(encoded(100), (true, vec![]));
    assert_eq!(encoded((1 << 27) / WIDE + 1), (false, vec![codes::MATCH_SIZE]));
}

#[test]
fn operands_that_no_pattern_looks_at_are_not_kept() {
    let mut world = world();
    let (set, codes) = read_set(&mut world, OR_OF_OR);
    assert_eq!(codes, []);
    let second = "pdl.pattern : benefit(1) {\n%a = operand\n%t = type\n%i = operation \"t.const\" -> (%t : !pdl.type)\n\
        %0 = result 0 of %i\n%root = operation \"t.or\"(%a, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
        rewrite %root { erase %root }\n}";
    let (only, _) = read_set(&mut world, second);
    let program = "func.func @f(%a: i32) {\n%0 = \"t.or\"(%a, %a) : (i32, i32) -> i32\nreturn\n}";
    let (mut ir, module) = read(world.ctx, program);
    let mut kept = |set: &PatternSet| {
        let mut diags = Diagnostics::new();
        let encoded = encode_module(&mut ir, module, &world.vocabulary, set, &mut diags);
        encoded.expect("it is a program").program.columns().to_vec()
    };
    assert_eq!(kept(&set), [0, 1]);
    assert_eq!(kept(&only), [1]);
}

/// A row of operations, each with the one before and one and the same value as operands.
fn row(length: usize) -> String {
    let mut text = "pdl.pattern @row : benefit(1) {\n%t = type\n%v = operand\n%r0 = operand\n".to_string();
    for number in 1..=length {
        text += &format!(
            "%o{number} = operation \"t.or\"(%r{}, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
             %r{number} = result 0 of %o{number}\n",
            number - 1
        );
    }
    text + &format!("rewrite %o{length} {{ erase %o{length} }}\n}}")
}

#[test]
fn a_pattern_may_be_large_but_not_too_large() {
    let (set, codes) = read_set(&mut world(), &row(MOST_OPERATIONS));
    assert_eq!(codes, []);
    assert_eq!((set.patterns[0].depth() as usize, set.patterns[0].equalities.len()), (4096, 4095));
    for length in [MOST_OPERATIONS + 1, 100_000] {
        assert_eq!(read_set(&mut world(), &row(length)).1, [codes::PATTERN_SIZE]);
    }
}

#[test]
fn what_a_tree_cannot_say_is_refused() {
    says("%r = operation \"arith.ori\"\nrewrite %r { erase %r }", &[codes::MATCH_UNKNOWN]);
    let two = "%a = operand\n%r = operation \"t.end\"(%a : !pdl.value)\n%s = operation \"t.end\"(%a : !pdl.value)\n";
    says(&format!("{two}rewrite %r {{ erase %s }}"), &[codes::MATCH_USERS]);
    says(&format!("{two}rewrite with \"f\"(%r, %s : !pdl.operation, !pdl.operation)"), &[codes::MATCH_USERS]);
    says(
        "%a = operands\n%r = operation \"t.end\"(%a : !pdl.range<value>)\nrewrite %r { erase %r }",
        &[codes::MATCH_RANGE],
    );
    let open = "%t = type\n%a = operand\n%b = operation (%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n%0 = result 0 of %b\n\
        %r = operation (%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\nrewrite %r { erase %r }";
    says(open, &[codes::MATCH_OPEN_TYPE]);
    let shared = "%t = type\n%k = attribute\n%a = operation \"t.const\" {\"value\" = %k} -> (%t : !pdl.type)\n%0 = result 0 of %a\n\
        %b = operation \"t.const\" {\"value\" = %k} -> (%t : !pdl.type)\n%1 = result 0 of %b\n\
        %r = operation \"t.or\"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\nrewrite %r { erase %r }";
    says(shared, &[codes::MATCH_ATTRIBUTE]);
}

#[test]
fn the_second_use_of_one_result_is_free_as_in_mlir() {
    let used = |first: &str, second: &str| {
        format!(
            "%a = operand\n%t = type\n%i = operation \"t.narrow\"(%a : !pdl.value) -> (%t : !pdl.type)\n\
             %0 = result 0 of %i\n%1 = result 0 of %i\n%e = operation \"t.or\"(%1, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
             %2 = result 0 of %e\n%r = operation \"t.or\"({first}, {second} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n\
             rewrite %r {{ erase %r }}"
        )
    };
    let of = |first: &str, second: &str| {
        let text = format!("pdl.pattern : benefit(1) {{\n{}\n}}", used(first, second));
        let (set, codes) = read_set(&mut world(), &text);
        (set.patterns[0].equalities.len(), codes)
    };
    // What comes first is what MLIR meets first on its way from the root down: the use in `%e` or the one in `%r`.
    assert_eq!(of("%2", "%0"), (1, vec![codes::MATCH_RESULT_AGAIN]));
    assert_eq!(of("%0", "%2"), (1, vec![codes::MATCH_RESULT_AGAIN]));
    let (set, _) = read_set(&mut world(), &format!("pdl.pattern : benefit(1) {{\n{}\n}}", used("%2", "%0")));
    let free = &set.patterns[0].nodes[0].operands;
    assert_eq!(free, &[Some(1), None], "the second use has no node and is in no equality");
}

#[test]
fn a_pattern_that_can_never_match_is_kept_and_warned_of() {
    says(
        "%a = operand\n%r = operation \"t.or\"(%a : !pdl.value)\nrewrite %r { erase %r }",
        &[codes::MATCH_NEVER],
    );
    let types = "%a = operand\n%t = type : i64\n\
        %r = operation \"t.or\"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\nrewrite %r { erase %r }";
    says(types, &[codes::MATCH_NEVER]);
    let second = "%a = operand\n%t = type\n%i = operation \"t.narrow\"(%a : !pdl.value) -> (%t : !pdl.type)\n%0 = result 1 of %i\n\
        %r = operation \"t.end\"(%0 : !pdl.value)\nrewrite %r { erase %r }";
    says(second, &[codes::MATCH_NEVER]);
}

#[test]
fn a_value_that_would_be_of_two_types_is_nowhere() {
    let of = |below: &str, operands: &str| {
        format!(
            "%a = operand\n%b = operand\n%t = type\n%u = type\n%i = operation {below} -> (%t : !pdl.type)\n%0 = result 0 of %i\n\
             %r = operation \"t.wide\"({operands} : !pdl.value, !pdl.value) -> (%u : !pdl.type)\nrewrite %r {{ erase %r }}"
        )
    };
    let narrow = "\"t.narrow\"(%a : !pdl.value)";
    let wide = "\"t.wide\"(%a, %a : !pdl.value, !pdl.value)";
    // What makes the value makes another type.
    says(&of(narrow, "%0, %b"), &[codes::MATCH_NEVER]);
    says(&of(wide, "%0, %b"), &[]);
    // The value stands at operands of two types.
    let end = "%a = operand\n%t = type\n%i = operation \"t.narrow\"(%a : !pdl.value) -> (%t : !pdl.type)\n%0 = result 0 of %i\n\
        %r = operation \"t.or\"(%0, OTHER : !pdl.value, !pdl.value) -> (%t : !pdl.type)\nrewrite %r { erase %r }";
    says(&end.replace("OTHER", "%a"), &[codes::MATCH_NEVER]);
    says(&end.replace("OTHER", "%b").replace("%a = operand", "%a = operand\n%b = operand"), &[]);
}

/// The numbers of a program's entries in its text, where the function is 0, and every block ends in a branch.
fn numbers_in_text(program: &Program) -> Vec<u32> {
    let mut numbers = vec![0; program.len()];
    let mut next = 1;
    for block in &program.blocks {
        for entry in block.entries.clone().skip(block.arguments as usize) {
            numbers[entry as usize] = next;
            next += 1;
        }
        next += 1;
    }
    numbers
}

#[test]
fn a_text_says_what_it_was_made_from() {
    let (mut matched, mut tried) = (0, 0);
    for seed in 0..200 {
        let rng = &mut Rng::new(seed);
        let shape = Shape::of_text(rng);
        let alphabet = shape.alphabet(rng);
        let patterns: Vec<Pattern> = (0..5).map(|n| shape.pattern(&alphabet, format!("p{n}"), rng)).collect();
        let sayable = |pattern: &Pattern| text::pattern(&alphabet, pattern, 1).is_some();
        let patterns: Vec<Pattern> = patterns.into_iter().filter(sayable).collect();
        let program = shape.program(&alphabet, &patterns, rng);
        let Some(program_text) = text::program(&alphabet, &program) else { continue };
        tried += patterns.len();
        let numbers = numbers_in_text(&program);
        let expected = reference::all_matches(&program, &patterns);
        let mut expected: Vec<(u32, u32)> =
            expected.iter().map(|(root, pattern)| (numbers[*root as usize], *pattern)).collect();
        expected.sort_unstable();
        let mut world = world_of(&text::dialect(&alphabet, "t"));
        let pattern_text: String =
            patterns.iter().filter_map(|pattern| text::pattern(&alphabet, pattern, 1)).collect();
        let (set, codes) = read_set(&mut world, &pattern_text);
        assert_eq!(codes, [], "seed {seed}");
        let (mut ir, module) = read(world.ctx, &program_text);
        let mut diags = Diagnostics::new();
        let encoded = encode_module(&mut ir, module, &world.vocabulary, &set, &mut diags);
        let Encoded { program, numbers, .. } = encoded.unwrap_or_else(|| panic!("seed {seed}: {diags:?}"));
        let found = reference::all_matches(&program, &set.patterns);
        let number = |root: u32| numbers[root as usize].expect("a root is an operation");
        let mut found: Vec<(u32, u32)> = found.iter().map(|(root, p)| (number(*root), *p)).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
        matched += found.len();
    }
    assert!(tried > 500 && matched > 2000, "{tried} patterns, {matched} matches");
}
