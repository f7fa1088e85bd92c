//! The law of rewriting with patterns: what a program becomes under patterns whose order does not matter is what `mlir-opt` makes of it.

mod common;

use base::Diagnostics;
use common::{count, custom, messages, read_into};
use ir::{Context, Ir};
use matcher::interp::{self, Natives, Patterns};
use testkit::{oracle, pdl};

/// Patterns that do not meet each other, and whose results no pattern matches: they may be applied in any order.
const SETS: &[&str] = &[
    // Operations become others, with all that they have.
    r#"
pdl.pattern : benefit(1) {
  %args = operands
  %types = types
  %root = operation "t.a"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
  rewrite %root {
    %attr = attribute = "made"
    %type = type : i8
    %new = operation "t.x"(%args : !pdl.range<value>) {"a" = %attr} -> (%types, %type : !pdl.range<type>, !pdl.type)
    %one = operation "t.y"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
    replace %root with %one
  }
}
"#,
    // Values replace results, operations go.
    r#"
pdl.pattern : benefit(2) {
  %type = type
  %value = operand : %type
  %rest = operands
  %root = operation "t.b"(%value, %rest : !pdl.value, !pdl.range<value>) -> (%type : !pdl.type)
  rewrite %root {
    replace %root with (%value : !pdl.value)
  }
}
pdl.pattern : benefit(1) {
  %args = operands
  %root = operation "t.c"(%args : !pdl.range<value>)
  rewrite %root {
    erase %root
  }
}
"#,
    // What was matched goes on elsewhere: attributes, types, single results, ranges put together.
    r#"
pdl.pattern : benefit(1) {
  %attr = attribute
  %type = type
  %args = operands
  %inner = operation "t.a"(%args : !pdl.range<value>) {"a" = %attr} -> (%type : !pdl.type)
  %made = result 0 of %inner
  %others = operands
  %types = types
  %root = operation "t.d"(%made, %others : !pdl.value, !pdl.range<value>) -> (%types : !pdl.range<type>)
  rewrite %root {
    %all = range %others, %args, %made : !pdl.range<value>, !pdl.range<value>, !pdl.value
    %first = operation "t.x"(%all : !pdl.range<value>) {"b" = %attr} -> (%type, %types : !pdl.type, !pdl.range<type>)
    %value = result 0 of %first
    %new = operation "t.y"(%value, %all : !pdl.value, !pdl.range<value>) -> (%types : !pdl.range<type>)
    %results = results of %new
    replace %root with (%results : !pdl.range<value>)
  }
}
"#,
    // Result types that follow from operands, and constants.
    r#"
pdl.pattern : benefit(1) {
  %type = type : i32
  %a = operand : %type
  %rest = operands
  %root = operation "t.b"(%a, %rest : !pdl.value, !pdl.range<value>) -> (%type : !pdl.type)
  rewrite %root {
    %sum = operation "arith.muli"(%a, %a : !pdl.value, !pdl.value)
    %value = result 0 of %sum
    %two = attribute = 2 : i64
    %less = operation "arith.cmpi"(%a, %value : !pdl.value, !pdl.value) {"predicate" = %two}
    %is = result 0 of %less
    %new = operation "arith.select"(%is, %a, %value : !pdl.value, !pdl.value, !pdl.value)
    replace %root with %new
  }
}
"#,
];

/// MLIR knows the dialects that a text uses. This one is dead, and goes.
const KNOWN: &str = "%c = arith.constant 1 : i32\n";

/// What we make of a program with patterns of `pdl_interp`.
fn ours(patterns: &str, program: &str) -> Result<String, String> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let patterns = read_into(&mut ir, patterns)?;
    let module = read_into(&mut ir, program)?;
    let mut diags = Diagnostics::new();
    let patterns = Patterns::decode(&mut ir, patterns, &Natives::default(), &mut diags);
    let patterns = patterns.ok_or_else(|| messages(&ir, &diags))?;
    match interp::apply(&mut ir, module, &[patterns], true, &mut diags) {
        true => Ok(custom(&ir, module)),
        false => Err(messages(&ir, &diags)),
    }
}

/// Runs texts through `mlir-opt`.
fn mlir(texts: &[String], arguments: &[&str]) -> Vec<String> {
    let arguments = [&["--allow-unregistered-dialect"], arguments].concat();
    oracle::round_trip(texts, &arguments)
        .unwrap_or_else(|(number, why)| panic!("mlir-opt refuses: {why}\n{}", texts[number]))
}

#[test]
fn programs_become_what_mlir_makes_of_them() {
    let known: Vec<String> =
        SETS.iter().map(|set| format!("{set}func.func @f() {{\n{KNOWN}return\n}}\n")).collect();
    let lowered = mlir(&known, &["--convert-pdl-to-pdl-interp"]);
    let mut changed = 0;
    for (set, lowered) in SETS.iter().zip(lowered) {
        let programs: Vec<String> = (0..count(40, 400)).map(pdl::plain_program).collect();
        let programs: Vec<String> =
            programs.iter().map(|program| format!("module @ir {{\n{KNOWN}{program}}}\n")).collect();
        let both: Vec<String> =
            programs.iter().map(|program| format!("module @patterns {{{set}}}\n{program}")).collect();
        let theirs = mlir(&both, &["--test-pdl-bytecode-pass"]);
        let ours: Vec<String> = (0..)
            .zip(&programs)
            .map(|(seed, program): (u64, _)| {
                ours(&lowered, program).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{program}"))
            })
            .collect();
        // The module around is there on their side only.
        let wrapped: Vec<String> = ours.iter().map(|text| format!("module {{\n{text}}}\n")).collect();
        for ((ours, theirs), program) in mlir(&wrapped, &[]).iter().zip(&theirs).zip(&programs) {
            assert!(ours == theirs, "MLIR makes\n{theirs}\nand we make\n{ours}\nof\n{program}\nwith\n{set}");
            changed += usize::from(["t.x", "arith."].iter().any(|made| ours.contains(made)));
        }
    }
    assert!(changed > SETS.len() * 5, "{changed} programs change, too few to say much");
}
