//! The law of examples: what `mlir-opt` 19 makes of the patterns that come with the tool, and what we make of them, find the same in programs.

mod common;

use base::{Diagnostics, Rng};
use common::{apply, count, messages, read_into};
use dialects::irdl::legal::Attributes;
use driver::load::{context, load_dialects};
use ir::text::type_print::type_text;
use ir::{Context, Ir, Type};
use matcher::Opcode;
use matcher::front::Vocabulary;
use matcher::interp::{Matcher, Natives};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use testkit::oracle;

/// Files of patterns, the dialects whose operations they name, and what programs of these there are.
struct Set {
    patterns: &'static str,
    dialects: &'static [&'static str],
    program: &'static str,
}

const ARITH32: &[&str] = &["dialects/arith32.irdl.mlir", "dialects/const32.irdl.mlir"];

const SETS: [Set; 12] = [
    Set { patterns: "matching/arith32.mlir", dialects: ARITH32, program: "dialects/arith32.mlir" },
    Set { patterns: "matching/constants.mlir", dialects: ARITH32, program: "dialects/arith32.mlir" },
    Set { patterns: "matching/numbers.mlir", dialects: ARITH32, program: "dialects/arith32.mlir" },
    Set {
        patterns: "matching/rv32i.mlir",
        dialects: &["dialects/rv32i.irdl.mlir"],
        program: "dialects/rv32i.mlir",
    },
    Set { patterns: "patterns/attributes.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/benefits.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/choices.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/native.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/neg_product.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/ranges.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/redundant_or.mlir", dialects: &[], program: "simplify.mlir" },
    Set { patterns: "patterns/two_roots.mlir", dialects: &[], program: "simplify.mlir" },
];

/// Operations that the patterns of `examples/patterns` name and no program of the examples has.
const OTHERS: &str = r#"
func.func @f(%a: i32, %b: i64, %c: f32) {
  "example.op"(%a) : (i32) -> ()
  "example.op"(%a, %b) : (i32, i64) -> ()
  "example.op"(%a, %b, %c) : (i32, i64, f32) -> ()
  %0 = "example.gives"() : () -> i32
  %1 = "example.gives"() : () -> i64
  %2:2 = "example.gives"() : () -> (i32, i32)
  %3:2 = "example.gives"() : () -> (i32, i64)
  %4:2 = "example.many"() : () -> (i32, i64)
  %5 = "example.many"() : () -> f32
  "example.tagged"() {kind = 1 : i32} : () -> ()
  "example.tagged"() {kind = "word"} : () -> ()
  "example.tagged"() {kind = 2 : i32} : () -> ()
  %6 = arith.constant 8 : i32
  %7 = arith.muli %a, %6 : i32
  %8 = arith.constant 7 : i32
  %9 = arith.muli %a, %8 : i32
  %10 = "example.reduce"(%a, %b) : (i32, i64) -> i32
  "example.pick"() : () -> ()
  %11:2 = "example.inner"(%a, %b) : (i32, i64) -> (i32, f32)
  %12:2 = "example.outer"(%11#0, %11#1) : (i32, f32) -> (i32, f32)
  %13:2 = "example.outer"(%11#1, %11#0) : (f32, i32) -> (i32, f32)
  %14:3 = "example.call"(%a, %a, %b) : (i32, i32, i64) -> (f32, i32, i64)
  "example.use"(%14#0, %14#1, %14#2) : (f32, i32, i64) -> ()
  "example.use"(%14#0, %14#2, %14#1) : (f32, i64, i32) -> ()
  "example.nothing"() : () -> ()
  %15 = "example.buffer"() {kind = "a", size = 4 : i32, bounds = 4 : i32} : () -> i32
  %16 = "example.buffer"() {kind = "a", size = 4 : i32, bounds = 5 : i32} : () -> i32
  %17 = "example.source"() : () -> i32
  "example.left"(%17) : (i32) -> ()
  "example.right"(%17) : (i32) -> ()
  "example.right"(%17) : (i32) -> ()
  %18 = arith.addi %a, %a : i32
  %19 = arith.subi %18, %18 : i32
  %20 = arith.cmpi ne, %19, %19 : i32
  %21 = arith.ori %a, %18 : i32
  %22 = arith.ori %18, %21 : i32
  return
}
"#;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(example(name)).expect("examples are text")
}

/// The patterns of a file in one module, each with a benefit of its own, which stays with it on every way.
fn numbered(name: &str) -> String {
    let text = text_of(name);
    let mut pieces = text.split("benefit(");
    let mut numbered = pieces.next().expect("there is a first piece").to_string();
    for (number, piece) in pieces.enumerate() {
        let (_, rest) = piece.split_once(')').expect("a benefit ends");
        numbered += &format!("benefit({number}){rest}");
    }
    numbered
}

/// The functions that examples call; what those do that no program of ours has does not matter, as long as it is the same for both.
fn natives() -> Natives {
    Natives::known().constraint("is_wide", |_, _| None).constraint("log2", |_, args| Some(args.to_vec()))
}

/// What a matcher, or patterns that a matcher is first made of, find in a program: numbers of roots, each with the benefit of a pattern.
fn found(ctx: &Context, patterns: &str, is_lowered: bool, program: &str) -> Result<Vec<(u32, u16)>, String> {
    let mut ir = Ir::new(ctx.clone());
    let patterns = read_into(&mut ir, patterns)?;
    if !is_lowered {
        apply("pdl-to-pdl-interp", &mut ir, patterns)?;
    }
    let mut diags = Diagnostics::new();
    let matcher = Matcher::decode(&mut ir, patterns, &natives(), &mut diags);
    let matcher = matcher.ok_or_else(|| messages(&ir, &diags))?;
    let module = read_into(&mut ir, program)?;
    let numbers: BTreeMap<_, u32> = ir.walk(module).into_iter().skip(1).zip(0..).collect();
    let matches = matcher.all_matches(&mut ir, module);
    let matches = matches.map_err(|too_long| too_long.diagnostic(&ir).message)?;
    let benefit = |pattern: usize| matcher.patterns()[pattern].benefit;
    let mut found: Vec<_> =
        matches.iter().map(|(root, found)| (numbers[root], benefit(found.pattern))).collect();
    found.sort_unstable();
    Ok(found)
}

/// A random program of operations of dialects, most of them such as patterns name: each operand is one of the last values of its type, or an argument.
fn random_program(ctx: &Context, vocabulary: &Vocabulary, patterns: &str, rng: &mut Rng) -> String {
    let opcodes: Vec<Opcode> = vocabulary.alphabet.operations().collect();
    let is_named = |opcode: &&Opcode| {
        let name = &vocabulary.alphabet.kind(**opcode).name;
        patterns.contains(&format!("\"{name}\""))
    };
    let named: Vec<Opcode> = opcodes.iter().filter(is_named).copied().collect();
    let types = |opcode: Opcode| vocabulary.operand_types(opcode).to_vec();
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let name = |ty: Type| type_text(ctx, ty);
    let mut arguments = Vec::new();
    for ty in opcodes.iter().flat_map(|opcode| types(*opcode)).map(name) {
        let own = values.entry(ty.clone()).or_default();
        if own.is_empty() {
            own.extend([format!("%a{}", arguments.len()), format!("%a{}", arguments.len() + 1)]);
            arguments.extend(own.iter().map(|value| format!("{value}: {ty}")));
        }
    }
    let mut text = format!("func.func @f({}) {{\n", arguments.join(", "));
    for number in 0..200 {
        let among = if rng.chance(4, 5) { &named } else { &opcodes };
        let opcode = *rng.pick(among);
        let types: Vec<String> = types(opcode).into_iter().map(name).collect();
        let operand = |ty: &String| {
            let own = &values[ty];
            own[own.len() - 1 - rng.index(own.len().min(4))].clone()
        };
        let operands: Vec<String> = types.iter().map(operand).collect();
        let kind = vocabulary.alphabet.kind(opcode);
        let constant = [0, 1, -1, 8, 0x7fff_ffff][number % 5];
        let attributes = match kind.name == "const32.value" {
            true => format!(" {{value = {constant} : i32}}"),
            false => String::new(),
        };
        let result = vocabulary.result_type(opcode).map(name);
        let made = result.as_ref().map_or(String::new(), |_| format!("%{number} = "));
        let given = result.clone().unwrap_or("()".to_string());
        text += &format!(
            "  {made}\"{}\"({}){attributes} : ({}) -> {given}\n",
            kind.name,
            operands.join(", "),
            types.join(", ")
        );
        if let Some(ty) = result {
            values.entry(ty).or_default().push(format!("%{number}"));
        }
    }
    text + "  return\n}\n"
}

/// The programs of a set: that of the examples, others that its patterns are about, and random ones.
fn programs(set: &Set, patterns: &str, ctx: &mut Context, loaded: &[&'static ir::Dialect]) -> Vec<String> {
    let mut programs = vec![text_of(set.program)];
    if loaded.is_empty() {
        programs.push(OTHERS.to_string());
        programs.extend((0..count(10, 100)).map(testkit::pdl::plain_program));
        return programs;
    }
    let mut diags = Diagnostics::new();
    let vocabulary = Vocabulary::new(ctx, loaded, Attributes::Taken, &mut diags).expect("chips take them");
    let random = |seed| random_program(ctx, &vocabulary, patterns, &mut Rng::new(seed));
    programs.extend((0..count(10, 100)).map(random));
    programs
}

#[test]
fn matchers_of_mlir_and_ours_find_the_same_by_the_examples() {
    let patterns: Vec<String> = SETS.iter().map(|set| numbered(set.patterns)).collect();
    let lowered =
        oracle::round_trip(&patterns, &["--convert-pdl-to-pdl-interp", "--allow-unregistered-dialect"]);
    let lowered = lowered.unwrap_or_else(|(number, why)| panic!("{}: {why}", SETS[number].patterns));
    for ((set, patterns), lowered) in SETS.iter().zip(&patterns).zip(&lowered) {
        let name = set.patterns;
        let mut ctx = context();
        let files: Vec<PathBuf> = set.dialects.iter().map(|file| example(file)).collect();
        let mut diags = Diagnostics::new();
        let loaded = load_dialects(&mut ctx, &files, &mut diags).concat();
        assert!(diags.is_empty(), "{name}: {diags:?}");
        let mut matched: BTreeMap<u16, usize> = BTreeMap::new();
        for program in programs(set, patterns, &mut ctx, &loaded) {
            let of = |patterns, is_lowered| {
                let found = found(&ctx, patterns, is_lowered, &program);
                found.unwrap_or_else(|why| panic!("{name}: {why}"))
            };
            let (theirs, ours) = (of(lowered, true), of(patterns, false));
            assert_eq!(theirs, ours, "{name}: MLIR's matcher and ours in\n{program}");
            theirs.iter().for_each(|(_, benefit)| *matched.entry(*benefit).or_default() += 1);
        }
        let all = patterns.matches("pdl.pattern").count();
        // Not all: what asks for groups of results finds none of operations that nobody knows.
        assert!(2 * matched.len() > all, "{name}: {} of {all} patterns match somewhere", matched.len());
    }
}

#[test]
fn every_file_of_patterns_is_among_the_sets() {
    for folder in ["matching", "patterns"] {
        for entry in std::fs::read_dir(example(folder)).expect("the folder is there") {
            let file = entry.expect("the folder can be read").file_name();
            let name = format!("{folder}/{}", file.to_string_lossy());
            assert!(SETS.iter().any(|set| set.patterns == name), "{name} is in no set");
        }
    }
}
