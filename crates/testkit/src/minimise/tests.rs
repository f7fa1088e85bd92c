//! Minimising: what is left still fails, and little of it is left.

use super::*;
use crate::program::{Catalogue, Config, generate};
use ir::Context;
use ir::text::{ParseOptions, parse};

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("text", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    (ir, module.unwrap_or_else(|| panic!("{diags:?}\n{text}")))
}

/// What is left of a text when everything may go except an operation of this name.
fn keep(text: &str, name: &str) -> String {
    let (ir, module) = read(text);
    let fails = |ir: &Ir, module: Op| ir.walk(module).iter().any(|op| ir.name(*op) == name);
    minimise(&ir, module, Duration::from_secs(60), &fails)
}

#[test]
fn loops_branches_arguments_and_functions_go() {
    let text = "func.func private @other(%a: i32) -> i32 {\n  return %a : i32\n}\n\
        func.func @f(%n: index, %m: memref<4xi32>, %a: i32) -> (i32, i32) {\n  %c0 = arith.constant 0 : index\n  \
        %c1 = arith.constant 1 : index\n  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {\n    \
        %p = arith.cmpi slt, %x, %a : i32\n    %y = scf.if %p -> (i32) {\n      %q = arith.muli %x, %a : i32\n      \
        scf.yield %q : i32\n    } else {\n      scf.yield %x : i32\n    }\n    scf.yield %y : i32\n  }\n  \
        %s = call @other(%r) : (i32) -> i32\n  cf.br ^bb1(%s : i32)\n^bb1(%t: i32):\n  return %t, %r : i32, i32\n}";
    let small = keep(text, "arith.muli");
    assert_eq!(
        small,
        "module {\n  func.func @f() {\n    %c0_i32 = arith.constant 0 : i32\n    \
         %q = arith.muli %c0_i32, %c0_i32 : i32\n    return\n  }\n}\n"
    );
}

#[test]
fn generated_programs_become_small() {
    let catalogue = Catalogue::new();
    let text = generate(&catalogue, Config { seed: 5, size: 40 });
    let (ir, module) = read(&text);
    let name = ir.name(ir.walk(module)[ir.walk(module).len() / 2]).to_string();
    let small = keep(&text, &name);
    assert!(small.contains(&name) && small.lines().count() < 12, "{name}\n{small}");
}
