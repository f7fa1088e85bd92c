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

#[test]
fn ports_instances_and_modules_go() {
    let text = "hw.module private @half(in %a : i8, in %b : i8, out s : i8, out c : i8) {\n  %0 = comb.add %a, %b : i8\n  \
        %1 = comb.and %a, %b : i8\n  hw.output %0, %1 : i8, i8\n}\n\
        hw.module @top(in %x : i8, in %p : !hw.array<2xi8>, out y : i8, out z : i16) {\n  \
        %s, %c = hw.instance \"u\" @half(a: %x: i8, b: %m: i8) -> (s: i8, c: i8)\n  %m = comb.mul %x, %e : i8\n  \
        %i = comb.extract %x from 3 : (i8) -> i1\n  %e = hw.array_get %p[%i] : !hw.array<2xi8>, i1\n  \
        %t = comb.concat %s, %c : i8, i8\n  hw.output %c, %t : i8, i16\n}";
    let small = keep(text, "comb.mul");
    assert_eq!(
        small,
        "module {\n  hw.module @top() {\n    %c0_i8 = hw.constant 0 : i8\n    \
         %m = comb.mul %c0_i8, %c0_i8 : i8\n    hw.output\n  }\n}\n"
    );
    let small = keep(text, "comb.and");
    assert!(small.contains("comb.and") && small.lines().count() < 8, "{small}");
}
