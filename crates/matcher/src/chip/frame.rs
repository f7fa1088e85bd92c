//! What is the same in all chips: their ports, streams side by side, and the way records go through those that hold many of them.

use super::count::{Counted, count};
use super::fields::is_operation;
use super::{Chip, Plan, ROOT_BITS, TOP, port_name};
use crate::stream::layout::bits_for;
use circuit::{Logic, ModuleBuilder, Sync};
use ir::{Ir, Op, Value};

/// The name of the module that looks at one stream.
const STREAM: &str = "matcher_stream";

/// What a stream comes in by.
pub struct Input {
    /// The clock.
    pub clk: Value,
    /// Forgets all records.
    pub rst: Value,
    /// Whether there is a record.
    pub valid: Value,
    /// The record.
    pub record: Value,
    /// Whether there will be none.
    pub complete: Value,
}

impl Input {
    /// Registers that are put back with the chip.
    pub fn sync(&self) -> Sync {
        Sync::on(self.clk).reset(self.rst)
    }
}

/// What is made of a stream.
pub struct Looked {
    /// Whether a record that is no separator has been looked at.
    pub root: Value,
    /// For each pattern whether it matches at that record.
    pub matches: Vec<Value>,
    /// Whether a record that is offered is taken.
    pub ready: Value,
    /// Whether a record is still to be looked at.
    pub under_way: Value,
    /// How many cycles it takes until the last record has been looked at.
    pub drain: u32,
}

/// Makes a chip: for each stream an instance of what `look` makes, and one counter.
pub fn chip(
    ir: &mut Ir,
    design: Op,
    plan: &Plan<'_>,
    look: impl FnOnce(&mut ModuleBuilder<'_>, &Input) -> Looked,
) -> Chip {
    let (stream, drain) = stream(ir, design, plan, look);
    let mut c = ModuleBuilder::new(ir, design, TOP);
    let (clk, rst) = (c.clock("clk"), c.input("rst", 1));
    let complete = c.input("complete", 1);
    let sync = Sync::on(clk).reset(rst);
    let (mut found, mut roots, mut under_way) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..plan.streams {
        let named = |name: &str| port_name(name, number as usize, plan.streams as usize);
        let valid = c.input(&named("valid"), 1);
        let record = c.input(&named("record"), plan.layout.record_bits());
        let inputs =
            [("clk", clk), ("rst", rst), ("valid", valid), ("record", record), ("complete", complete)];
        let looked = c.instance(&named("stream"), stream, &inputs);
        c.output(&named("ready"), looked["ready"]);
        let (root, matches) = (looked["root"], looked["matches"]);
        let root_found = c.delay("found_root", root, sync);
        let width = c.width(matches);
        let gate = c.replicate(root, width);
        let matches = c.and(matches, gate);
        let matches = c.delay("found", matches, sync);
        if plan.lists_matches {
            list(&mut c, named, sync, root_found, matches);
        }
        found.extend((0..plan.patterns.len() as u32).map(|pattern| c.bit(matches, pattern)));
        roots.push(root_found);
        under_way.push(looked["under_way"]);
    }
    let some = c.or_all(&roots);
    let Counted { count, on_the_way } = count(&mut c, sync, &found, some);
    // A root is found, goes through the additions, and is counted.
    let drain = drain + 1 + on_the_way.len() as u32;
    c.output("count", count);
    under_way.extend(on_the_way);
    let busy = c.or_all(&under_way);
    let idle = c.not(busy);
    c.output("idle", idle);
    Chip { design, top: c.finish(), drain }
}

/// The module that looks at one stream.
fn stream(
    ir: &mut Ir,
    design: Op,
    plan: &Plan<'_>,
    look: impl FnOnce(&mut ModuleBuilder<'_>, &Input) -> Looked,
) -> (Op, u32) {
    let mut c = ModuleBuilder::new(ir, design, STREAM);
    c.private();
    let input = Input {
        clk: c.clock("clk"),
        rst: c.input("rst", 1),
        valid: c.input("valid", 1),
        record: c.input("record", plan.layout.record_bits()),
        complete: c.input("complete", 1),
    };
    let looked = look(&mut c, &input);
    let matches: Vec<Value> = looked.matches.iter().rev().copied().collect();
    let matches = if matches.is_empty() { c.lit(1, 0) } else { c.concat(&matches) };
    c.output("ready", looked.ready);
    c.output("root", looked.root);
    c.output("matches", matches);
    c.output("under_way", looked.under_way);
    (c.finish(), looked.drain)
}

/// Says which patterns match at which root.
fn list(c: &mut ModuleBuilder<'_>, named: impl Fn(&str) -> String, sync: Sync, root: Value, matches: Value) {
    let number = c.reg("root", ROOT_BITS, sync.enable(root));
    let next = c.add(number, 1);
    c.drive(number, next);
    let some = c.any(matches);
    c.output(&named("match_valid"), some);
    c.output(&named("match_root"), number);
    c.output(&named("match_patterns"), matches);
}

/// Records that go through a chip step by step. When there are no more, separators follow: none is a root, and nothing is reached through one.
pub struct Steps {
    /// Whether there is a step at the next edge.
    pub moves: Value,
    /// What comes in with it.
    pub entering: Value,
    /// Registers that take something in every step.
    pub held: Sync,
    left: Value,
}

impl Steps {
    /// The steps of records that are looked at so many steps after they came in. No step is made while `waits` is set.
    pub fn of(c: &mut Logic<'_>, plan: &Plan<'_>, input: &Input, waits: Option<Value>, length: u32) -> Steps {
        let mut moves = c.or(input.valid, input.complete);
        if let Some(waits) = waits {
            let goes = c.not(waits);
            moves = c.and(moves, goes);
        }
        let entering = c.mux(input.valid, input.record, 0);
        let enters = is_operation(c, plan.layout, entering);
        let left = c.reg("left", bits_for(u64::from(length) + 1), input.sync().enable(moves));
        let (less, some) = (c.sub(left, 1), c.any(left));
        let fewer = c.mux(some, less, 0);
        let next = c.mux(enters, u64::from(length), fewer);
        c.drive(left, next);
        Steps { moves, entering, held: Sync::on(input.clk).enable(moves), left }
    }

    /// Whether a record has not been looked at.
    pub fn under_way(&self, c: &mut Logic<'_>) -> Value {
        c.any(self.left)
    }
}
