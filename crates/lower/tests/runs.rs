//! Programs give the same results and the same memory before and after the conversions of control flow, in any order:
//! programs written for it, and random control-flow graphs.
//!
//! A random graph is reducible by construction: branches forward are free, branches back go to blocks that dominate. Every
//! block mixes its number and some values into a memory, so that a run that takes another way, does something twice or
//! hands on a wrong value leaves another trace. Which way a branch takes follows from a state in that memory.

use base::render::{Style, render_all};
use base::{Bits, Diagnostics, Rng};
use interp::{Interpreter, Limits, Value};
use ir::pass::{PassArgs, PassDef};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::verify::verify;
use ir::{Context, Ir, Op, Type};
use lower::cf_to_scf::LIFT_CF_TO_SCF;
use lower::scf_to_cf::SCF_TO_CF;
use std::fmt::Write;

struct Program {
    ir: Ir,
    module: Op,
}

impl Program {
    fn read(text: &str) -> Program {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let mut diags = Diagnostics::new();
        let source = ir.ctx.sources.add("test.mlir", text);
        let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
        match module {
            Some(module) if verify(&mut ir, module, &mut diags) => Program { ir, module },
            _ => panic!("{}\n{text}", render_all(&diags, &ir.ctx.sources, Style::Plain)),
        }
    }

    fn text(&self) -> String {
        print(&self.ir, self.module, PrintOptions::default())
    }

    /// Runs a pass and verifies what it left.
    fn pass(&mut self, pass: &'static PassDef) {
        let before = self.text();
        let mut diags = Diagnostics::new();
        let done = (pass.run)(&mut self.ir, self.module, &PassArgs::defaults(pass), &mut diags).is_ok();
        if !done || !verify(&mut self.ir, self.module, &mut diags) {
            let report = render_all(&diags, &self.ir.ctx.sources, Style::Plain);
            panic!("{}: {report}\nbefore:\n{before}\nafter:\n{}", pass.name, self.text());
        }
    }

    /// Results and memory after a call of `@f`; `None` when it takes too long.
    fn run(&self, arguments: &[Value], steps: u64) -> Option<(Vec<Value>, Vec<Value>)> {
        let limits = Limits { steps, ..Limits::default() };
        match Interpreter::new(&self.ir, self.module).limits(limits).call("f", arguments.to_vec()) {
            Ok(outcome) => Some((outcome.results, outcome.arguments_after)),
            Err(errors) if errors.iter().any(|error| error.code == base::codes::STEP_LIMIT) => None,
            Err(errors) => panic!("{errors:?}\n{}", self.text()),
        }
    }

    /// Whether the body of `@f` is a single block without branches, or one without structured operations.
    fn has(&self, prefix: &str) -> bool {
        self.ir.walk(self.module).into_iter().any(|op| {
            let name = self.ir.name(op);
            name.starts_with(prefix) && name != "cf.assert"
        })
    }
}

const STEPS: u64 = 20_000;

/// Checks that a program does the same after the conversions; says how many of the runs ended.
fn check(text: &str, inputs: &[Vec<Value>]) -> usize {
    let mut program = Program::read(text);
    let expected: Vec<_> = inputs.iter().map(|input| program.run(input, STEPS)).collect();
    for pass in [&SCF_TO_CF, &LIFT_CF_TO_SCF, &SCF_TO_CF, &LIFT_CF_TO_SCF] {
        let before = program.text();
        program.pass(pass);
        assert!(!program.has(if pass.name == SCF_TO_CF.name { "scf." } else { "cf." }), "{}", program.text());
        for (input, expected) in inputs.iter().zip(&expected) {
            if expected.is_some() {
                // Structured programs take more steps, for the values they hand along.
                let found = program.run(input, 100 * STEPS);
                assert!(
                    &found == expected,
                    "{}: {expected:?} became {found:?} for {input:?}\nbefore:\n{before}\nafter:\n{}",
                    pass.name,
                    program.text()
                );
            }
        }
    }
    expected.iter().flatten().count()
}

fn int(value: i64) -> Value {
    Value::Scalar(Bits::from_i64(32, value), Type::I32)
}

fn index(value: i64) -> Value {
    Value::Scalar(Bits::from_i64(64, value), Type::INDEX)
}

fn memory(values: &[i64]) -> Value {
    let data = values.iter().map(|value| Some(Bits::from_i64(64, *value))).collect();
    Value::Memref { shape: vec![values.len() as u64], element: Type::I64, data }
}

fn check_ints(text: &str, inputs: &[&[i64]]) {
    let inputs: Vec<Vec<Value>> =
        inputs.iter().map(|input| input.iter().map(|value| int(*value)).collect()).collect();
    assert_eq!(check(text, &inputs), inputs.len(), "all runs end");
}

#[test]
fn counted_loops_with_carried_values() {
    check_ints(
        "func.func @f(%n: i32, %s: i32) -> (i32, i32) {
          %c0 = arith.constant 0 : i32
          %c1 = arith.constant 1 : i32
          %a, %b = scf.for %i = %c0 to %n step %s iter_args(%x = %c0, %y = %c1) -> (i32, i32) : i32 {
            %z = scf.for %j = %c0 to %i step %c1 iter_args(%w = %y) -> (i32) : i32 {
              %v = arith.addi %w, %x : i32
              scf.yield %v : i32
            }
            scf.yield %z, %x : i32, i32
          }
          return %a, %b : i32, i32
        }",
        &[&[0, 1], &[1, 1], &[7, 1], &[9, 4], &[-3, 2]],
    );
}

#[test]
fn parallel_loops_with_reductions() {
    let text = "func.func @f(%n: index, %m: index, %t: memref<16xi64>) -> (i64, i64) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %a = arith.constant 100 : i64
          %b = arith.constant -1 : i64
          %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %m) step (%c1, %c1) init (%a, %b) -> (i64, i64) {
            %p = arith.muli %i, %j : index
            %q = arith.index_cast %p : index to i64
            memref.store %q, %t[%i] : memref<16xi64>
            scf.reduce(%q, %q : i64, i64) {
            ^bb0(%x: i64, %y: i64):
              %s = arith.addi %x, %y : i64
              scf.reduce.return %s : i64
            }, {
            ^bb0(%x: i64, %y: i64):
              %g = arith.cmpi sgt, %x, %y : i64
              %s = scf.if %g -> (i64) {
                scf.yield %x : i64
              } else {
                scf.yield %y : i64
              }
              scf.reduce.return %s : i64
            }
          }
          scf.parallel (%i) = (%c0) to (%n) step (%c1) {
            memref.store %a, %t[%i] : memref<16xi64>
            scf.reduce
          }
          return %r#0, %r#1 : i64, i64
        }";
    let input = |n, m| vec![index(n), index(m), memory(&[0; 16])];
    assert_eq!(check(text, &[input(0, 0), input(5, 7), input(16, 1), input(3, 2)]), 4);
}

#[test]
fn choices_and_regions_with_blocks() {
    let text = "func.func @f(%n: index, %m: index) -> (index, index) {
          %r:2 = scf.index_switch %n -> index, index
          case 4294967297 {
            scf.yield %m, %n : index, index
          }
          case -1 {
            %c = arith.cmpi slt, %n, %m : index
            scf.if %c {
              scf.yield
            }
            scf.yield %n, %n : index, index
          }
          case 1 {
            %x = scf.execute_region -> index {
              %c = arith.cmpi slt, %n, %m : index
              cf.cond_br %c, ^a, ^b(%m : index)
            ^a:
              %y = arith.addi %m, %m : index
              scf.yield %y : index
            ^b(%z: index):
              %d = arith.cmpi slt, %z, %n : index
              %e = arith.addi %z, %n : index
              cf.cond_br %d, ^b(%e : index), ^e
            ^e:
              scf.yield %e : index
            }
            scf.yield %x, %m : index, index
          }
          default {
            scf.yield %m, %m : index, index
          }
          return %r#0, %r#1 : index, index
        }";
    let inputs: Vec<_> = [(4_294_967_297, 3), (1, 5), (1, -5), (-1, 2), (-1, -7), (0, 9)]
        .map(|(n, m)| vec![index(n), index(m)])
        .into();
    assert_eq!(check(text, &inputs), inputs.len());
}

#[test]
fn loops_with_several_exits_and_ways_back() {
    check_ints(
        "func.func @f(%n: i32, %m: i32) -> i32 {
          %c0 = arith.constant 0 : i32
          %c1 = arith.constant 1 : i32
          %c3 = arith.constant 3 : i32
          cf.br ^outer(%c0, %c0 : i32, i32)
        ^outer(%i: i32, %s: i32):
          %more = arith.cmpi slt, %i, %n : i32
          cf.cond_br %more, ^inner(%c0, %s : i32, i32), ^done(%s : i32)
        ^inner(%j: i32, %t: i32):
          %u = arith.addi %t, %j : i32
          %j1 = arith.addi %j, %c1 : i32
          %i1 = arith.addi %i, %c1 : i32
          %big = arith.cmpi sgt, %u, %m : i32
          cf.cond_br %big, ^early, ^go
        ^go:
          %rem = arith.remsi %j1, %c3 : i32
          cf.switch %rem : i32, [default: ^inner(%j1, %u : i32, i32), 0: ^test, 2: ^skip]
        ^test:
          %end = arith.cmpi sge, %j1, %i : i32
          cf.cond_br %end, ^outer(%i1, %u : i32, i32), ^inner(%j1, %u : i32, i32)
        ^skip:
          %odd = arith.cmpi sgt, %j, %i : i32
          cf.cond_br %odd, ^done(%j : i32), ^inner(%j1, %t : i32, i32)
        ^early:
          %v = arith.muli %u, %c3 : i32
          return %v : i32
        ^done(%r: i32):
          return %r : i32
        }",
        &[&[0, 10], &[1, 10], &[5, 10], &[20, 30], &[20, 1000], &[3, -1]],
    );
}

#[test]
fn wide_flags_are_compared() {
    let text = "func.func @f(%n: i32) -> i32 {
          %w = arith.extsi %n : i32 to i100
          %s = arith.constant 70 : i100
          %x = arith.shli %w, %s : i100
          cf.switch %x : i100, [default: ^a(%n : i32), 1180591620717411303424: ^b, -1180591620717411303424: ^c]
        ^a(%r: i32):
          return %r : i32
        ^b:
          %c7 = arith.constant 7 : i32
          cf.br ^a(%c7 : i32)
        ^c:
          %c8 = arith.constant 8 : i32
          return %c8 : i32
        }";
    check_ints(text, &[&[0], &[1], &[-1], &[2]]);
}

#[test]
fn nothing_is_copied() {
    // A ladder of diamonds with shortcuts doubles with every rung when code is copied.
    let mut text = String::from("func.func @f(%c: i1) {\n  cf.br ^a0\n");
    for rung in 0..200 {
        let next = rung + 1;
        writeln!(text, "^a{rung}:\n  cf.cond_br %c, ^a{next}, ^b{next}").unwrap();
        writeln!(text, "^b{next}:\n  cf.assert %c, \"{rung}\"\n  cf.cond_br %c, ^a{next}, ^b{}", next + 1)
            .unwrap();
    }
    text.push_str("^a200:\n  return\n^b201:\n  return\n}\n");
    let mut program = Program::read(&text);
    let before = program.ir.walk(program.module).len();
    program.pass(&LIFT_CF_TO_SCF);
    let ops = program.ir.walk(program.module);
    assert_eq!(ops.iter().filter(|op| program.ir.name(**op) == "cf.assert").count(), 200);
    assert!(ops.len() < 10 * before, "{before} operations became {}", ops.len());
}

#[test]
fn long_rows_of_tests_do_not_nest_without_bound() {
    let mut text = String::from(
        "func.func @f(%n: i32) -> i32 {\n  %one = arith.constant 1 : i32\n  cf.br ^t0(%n : i32)\n",
    );
    for test in 0..500 {
        writeln!(text, "^t{test}(%x{test}: i32):\n  %k{test} = arith.constant {test} : i32").unwrap();
        writeln!(text, "  %y{test} = arith.addi %x{test}, %one : i32").unwrap();
        writeln!(text, "  %c{test} = arith.cmpi eq, %n, %k{test} : i32").unwrap();
        writeln!(text, "  cf.cond_br %c{test}, ^out(%y{} : i32), ^t{}(%y{test} : i32)", test / 2, test + 1)
            .unwrap();
    }
    text.push_str("^t500(%z: i32):\n  return %z : i32\n^out(%o: i32):\n  %p = arith.muli %o, %n : i32\n  return %p : i32\n}\n");
    check_ints(&text, &[&[0], &[7], &[85], &[250], &[499], &[500], &[-1]]);
    let mut program = Program::read(&text);
    program.pass(&LIFT_CF_TO_SCF);
    Program::read(&program.text());
}

#[test]
fn loops_that_nest_too_deep_are_reported_and_nothing_changes() {
    let mut text = String::from("func.func @f(%c: i1) {\n  cf.br ^a0\n");
    for level in 0..30 {
        writeln!(text, "^a{level}:\n  cf.cond_br %c, ^a{}, ^e{level}", level + 1).unwrap();
    }
    text.push_str("^a30:\n  cf.br ^e29\n");
    for level in (1..30).rev() {
        writeln!(text, "^e{level}:\n  cf.cond_br %c, ^a{level}, ^e{}", level - 1).unwrap();
    }
    text.push_str("^e0:\n  return\n}\n");
    let mut program = Program::read(&text);
    let before = program.text();
    let mut diags = Diagnostics::new();
    let args = PassArgs::defaults(&LIFT_CF_TO_SCF);
    assert!((LIFT_CF_TO_SCF.run)(&mut program.ir, program.module, &args, &mut diags).is_err());
    let messages: Vec<&str> = diags.iter().map(|diagnostic| &diagnostic.message[..]).collect();
    assert_eq!(messages, ["loops are nested 29 deep here, more than 24"]);
    assert_eq!(program.text(), before);
}

// ----- random graphs -----

const TYPES: [&str; 3] = ["i32", "i64", "index"];

struct Maker {
    rng: Rng,
    successors: Vec<Vec<usize>>,
    dominators: Vec<Vec<usize>>,
    /// Per block the types of its arguments, as numbers.
    args: Vec<Vec<usize>>,
    text: String,
}

/// The text of a function `@f(memref<2xi64>, i32, index) -> (i32, i64)` of random control flow with `most` blocks at most.
fn random_function(seed: u64, most: usize) -> String {
    let mut rng = Rng::new(seed);
    let count = 2 + rng.index(most - 1);
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); count];
    for block in 1..count {
        let from = block - 1 - rng.index(block.min(3));
        successors[from].push(block);
    }
    for _ in 0..rng.index(count + 1) {
        let from = rng.index(count - 1);
        let to = from + 1 + rng.index(count - 1 - from);
        successors[from].push(to);
    }
    let dominators = dominators(&successors);
    // Few enough that loops do not nest deeper than they may.
    for _ in 0..rng.index(count.min(20)) {
        let from = 1 + rng.index(count - 1);
        // The entry may not be branched to.
        let heads: Vec<usize> = dominators[from].iter().copied().filter(|head| *head != 0).collect();
        successors[from].push(*rng.pick(&heads));
        let last = successors[from].len() - 1;
        let other = rng.index(last + 1);
        successors[from].swap(other, last);
    }
    let args = (0..count)
        .map(|block| (0..if block == 0 { 0 } else { rng.index(4) }).map(|_| rng.index(3)).collect())
        .collect();
    Maker { rng, successors, dominators, args, text: String::new() }.write()
}

/// Per block the blocks that dominate it, itself included, when all edges go forward.
fn dominators(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![vec![0]];
    for block in 1..successors.len() {
        let preds: Vec<usize> = (0..block).filter(|pred| successors[*pred].contains(&block)).collect();
        let in_all = |candidate: &usize| preds.iter().all(|pred| found[*pred].contains(candidate));
        let mut here: Vec<usize> = (0..block).filter(in_all).collect();
        here.push(block);
        found.push(here);
    }
    found
}

impl Maker {
    fn write(mut self) -> String {
        self.text.push_str("func.func @f(%m: memref<2xi64>, %p0: i32, %p2: index) -> (i32, i64) {\n");
        self.text.push_str("  %p1 = arith.constant 5 : i64\n  %z = arith.constant 0 : index\n  %o = arith.constant 1 : index\n");
        self.text.push_str("  %k = arith.constant 6364136223846793005 : i64\n  %a = arith.constant 1442695040888963407 : i64\n");
        self.text.push_str("  %sh = arith.constant 40 : i64\n  %th = arith.constant 31 : i64\n");
        for block in 0..self.successors.len() {
            self.block(block);
        }
        self.text.push_str("}\n");
        self.text
    }

    /// A value of a type that is there at the end of a block.
    fn value(&mut self, block: usize, ty: usize) -> String {
        let mut names = vec![format!("%p{ty}")];
        for dominator in &self.dominators[block] {
            names.push(format!("%v{dominator}_{ty}"));
            let args = self.args[*dominator].iter().enumerate().filter(|(_, arg)| **arg == ty);
            names.extend(args.map(|(number, _)| format!("%x{dominator}_{number}")));
        }
        self.rng.pick(&names).clone()
    }

    fn block(&mut self, block: usize) {
        if block > 0 {
            let args = self.args[block].iter().enumerate();
            let args: Vec<String> =
                args.map(|(number, ty)| format!("%x{block}_{number}: {}", TYPES[*ty])).collect();
            let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
            writeln!(self.text, "^b{block}{args}:").unwrap();
        }
        // Values of its own, from what was there before: its arguments and its dominators' values.
        for (ty, name) in TYPES.iter().enumerate() {
            let [lhs, rhs] = [0, 1].map(|_| {
                loop {
                    let value = self.value(block, ty);
                    if !value.starts_with(&format!("%v{block}_")) {
                        break value;
                    }
                }
            });
            writeln!(self.text, "  %v{block}_{ty} = arith.addi {lhs}, {rhs} : {name}").unwrap();
        }
        let b = block;
        writeln!(
            self.text,
            "  %id{b} = arith.constant {b} : i64\n  %e{b} = arith.extsi %v{b}_0 : i32 to i64"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %f{b} = arith.index_cast %v{b}_2 : index to i64\n  %g{b} = arith.xori %e{b}, %f{b} : i64"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %h{b} = arith.xori %g{b}, %v{b}_1 : i64\n  %i{b} = arith.addi %h{b}, %id{b} : i64"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %j{b} = memref.load %m[%z] : memref<2xi64>\n  %k{b} = arith.muli %j{b}, %th : i64"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %l{b} = arith.addi %k{b}, %i{b} : i64\n  memref.store %l{b}, %m[%z] : memref<2xi64>"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %n{b} = memref.load %m[%o] : memref<2xi64>\n  %q{b} = arith.muli %n{b}, %k : i64"
        )
        .unwrap();
        writeln!(
            self.text,
            "  %r{b} = arith.addi %q{b}, %a : i64\n  memref.store %r{b}, %m[%o] : memref<2xi64>"
        )
        .unwrap();
        writeln!(self.text, "  %s{b} = arith.shrui %r{b}, %sh : i64").unwrap();
        self.terminator(block);
    }

    fn way(&mut self, block: usize, to: usize) -> String {
        let types = self.args[to].clone();
        if types.is_empty() {
            return format!("^b{to}");
        }
        let values: Vec<String> = types.iter().map(|ty| self.value(block, *ty)).collect();
        let types: Vec<&str> = types.iter().map(|ty| TYPES[*ty]).collect();
        format!("^b{to}({} : {})", values.join(", "), types.join(", "))
    }

    fn terminator(&mut self, b: usize) {
        let ways: Vec<String> = self.successors[b].clone().into_iter().map(|to| self.way(b, to)).collect();
        match &ways[..] {
            [] => {
                let (x, y) = (self.value(b, 0), self.value(b, 1));
                writeln!(self.text, "  return {x}, {y} : i32, i64").unwrap();
            }
            [way] => writeln!(self.text, "  cf.br {way}").unwrap(),
            [yes, no] => {
                writeln!(
                    self.text,
                    "  %c{b} = arith.trunci %s{b} : i64 to i1\n  cf.cond_br %c{b}, {yes}, {no}"
                )
                .unwrap();
            }
            [default, cases @ ..] => {
                let count = ways.len();
                writeln!(
                    self.text,
                    "  %w{b} = arith.constant {count} : i64\n  %c{b} = arith.remui %s{b}, %w{b} : i64"
                )
                .unwrap();
                write!(self.text, "  cf.switch %c{b} : i64, [default: {default}").unwrap();
                for (number, way) in cases.iter().enumerate() {
                    write!(self.text, ", {number}: {way}").unwrap();
                }
                self.text.push_str("]\n");
            }
        }
    }
}

#[test]
fn random_graphs_do_the_same() {
    let count = if std::env::var_os("FLOWRIGHT_FULL").is_some() { 10_000 } else { 500 };
    let mut ended = 0;
    for seed in 0..count {
        // Now and then one that would nest too deep if nothing were done about it.
        let text = random_function(seed, if seed % 100 == 99 { 600 } else { 15 });
        let input = |state| vec![memory(&[0, state]), int(seed as i64 % 100), index(3)];
        let inputs: Vec<_> = (1..5).map(|number| input(number * 7919 + seed as i64)).collect();
        ended += check(&text, &inputs);
    }
    // Loops end with a chance of a half a round; hardly any run is cut short.
    assert!(ended > 2 * count as usize, "{ended} runs of {count} programs ended");
}
