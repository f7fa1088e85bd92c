//! The law of the engine that runs PDL-Interp: on what `mlir-opt` makes of random patterns it finds what MLIR's bytecode finds, match for match, with the
//! same bindings and in the same order.

mod common;

use base::Diagnostics;
use common::{count, messages, read_into};
use dialects::pdl_interp;
use ir::text::attr_print::write_attr;
use ir::text::type_print::type_text;
use ir::{Context, Ir, Op, Value, ValueDef, symbols};
use matcher::interp::{Handle, Match, Matcher, Natives};
use std::collections::BTreeMap;
use testkit::oracle;
use testkit::pdl::{self, Asked};

/// So many sets go through MLIR at once.
const BATCH: u64 = 100;

/// What our engine finds, as the judge says it.
fn ours(patterns: &str, program: &str) -> Result<String, String> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let patterns = read_into(&mut ir, patterns)?;
    let module = read_into(&mut ir, program)?;
    let mut diags = Diagnostics::new();
    let natives = Natives::default();
    let matcher = Matcher::decode(&mut ir, patterns, &natives, &mut diags);
    let matcher = matcher.ok_or_else(|| messages(&ir, &diags))?;
    let found = matcher.all_matches(&mut ir, module);
    let found = found.map_err(|too_long| too_long.diagnostic(&ir).message)?;
    let numbers = ir.walk(module).into_iter().skip(1).zip(0..).collect();
    let mut text = Printer { ir: &ir, numbers, out: String::new() };
    for (root, found) in &found {
        let pattern = &matcher.patterns()[found.pattern];
        text.out.push_str(&format!("{} {}", text.numbers[root], pattern.benefit));
        for handle in handed(&ir, patterns, &pattern.rewriter, found) {
            text.handle(&handle);
        }
        text.out.push('\n');
    }
    Ok(text.out)
}

/// What the rewriter of a match hands to `record`.
fn handed(ir: &Ir, patterns: Op, rewriter: &str, found: &Match) -> Vec<Handle> {
    let rewriters = symbols::lookup(ir, patterns, "rewriters").expect("matchers have rewriters");
    let rewriter = symbols::lookup(ir, rewriters, rewriter).expect("it was found before");
    let body = ir.entry(ir.region(rewriter, 0)).expect("a function has a body");
    let call = ir.block_ops(body).find(|op| ir.code(*op) == pdl_interp::APPLY_REWRITE);
    let argument = |value: Value| match ir.value_def(value) {
        ValueDef::Argument(_, index) => found.inputs[index as usize].clone(),
        _ => panic!("constants are not handed"),
    };
    ir.operands(call.expect("all that rewriters do is to call")).map(argument).collect()
}

/// Handles as the judge prints them.
struct Printer<'a> {
    ir: &'a Ir,
    numbers: BTreeMap<Op, usize>,
    out: String,
}

impl Printer<'_> {
    fn op(&mut self, op: Op) {
        let text = self.numbers.get(&op).map_or("module".to_string(), |number| format!("op{number}"));
        self.out.push_str(&format!(" {text}"));
    }

    fn value(&mut self, value: Value) {
        match self.ir.value_def(value) {
            ValueDef::Result(op, index) => {
                self.op(op);
                self.out.push_str(&format!("#{index}"));
            }
            ValueDef::Argument(block, index) => {
                self.op(self.ir.block_parent_op(block).expect("blocks stand in operations"));
                self.out.push_str(&format!(".0.0.{index}"));
            }
            ValueDef::Forward => unreachable!("only the reader sees these"),
        }
    }

    fn handle(&mut self, handle: &Handle) {
        match handle {
            Handle::Null => self.out.push_str(" null"),
            Handle::Op(op) => self.op(*op),
            Handle::Value(value) => self.value(*value),
            Handle::Type(ty) => self.out.push_str(&format!(" {}", type_text(&self.ir.ctx, *ty))),
            Handle::Attr(attr) => {
                self.out.push(' ');
                write_attr(&self.ir.ctx, *attr, &mut self.out);
            }
            Handle::Ops(ops) => self.all(ops, Self::op),
            Handle::Values(values) => self.all(values, Self::value),
            Handle::Types(types) => self.all(types, |text, ty| text.handle(&Handle::Type(ty))),
        }
    }

    fn all<T: Copy>(&mut self, items: &[T], print: impl Fn(&mut Self, T)) {
        self.out.push_str(" [");
        for item in items {
            print(self, *item);
        }
        self.out.push_str(" ]");
    }
}

/// Compares a batch; gives back how many matches there were.
fn compare(seeds: std::ops::Range<u64>) -> usize {
    let cases: Vec<pdl::Case> = seeds.clone().map(pdl::case).collect();
    let patterns: Vec<String> = cases.iter().map(|case| case.patterns.clone()).collect();
    let lowered =
        oracle::round_trip(&patterns, &["--convert-pdl-to-pdl-interp", "--allow-unregistered-dialect"]);
    let lowered = lowered.unwrap_or_else(|(number, why)| {
        panic!("seed {}: mlir-opt refuses: {why}\n{}", seeds.start + number as u64, patterns[number])
    });
    let pairs: Vec<_> = lowered.into_iter().zip(cases.iter().map(|case| case.program.clone())).collect();
    let theirs = pdl::judge(&pairs, Asked::Bindings).unwrap_or_else(|why| panic!("seeds {seeds:?}: {why}"));
    for ((seed, case), (pair, theirs)) in seeds.zip(&cases).zip(pairs.iter().zip(&theirs)) {
        let ours = ours(&pair.0, &pair.1).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(
            ours == *theirs,
            "seed {seed}: MLIR finds\n{theirs}and we find\n{ours}with\n{}in\n{}",
            case.patterns,
            case.program
        );
    }
    theirs.iter().map(|set| set.lines().count()).sum()
}

#[test]
fn what_is_found_is_what_mlir_finds() {
    let sets = count(100, 1000);
    let matches: usize = (0..sets / BATCH).map(|batch| compare(batch * BATCH..(batch + 1) * BATCH)).sum();
    assert!(matches as u64 > 4 * sets, "{sets} sets have {matches} matches, too few to say much");
}
