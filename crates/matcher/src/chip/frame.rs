//! What is the same in all chips: the fields of records, and counting.

use super::{COUNT_BITS, Plan, ROOT_BITS};
use crate::alphabet::OpcodeSet;
use crate::stream::layout::Layout;
use circuit::{Logic, ModuleBuilder, Sync};
use ir::Value;

/// A record, taken apart.
#[derive(Clone)]
pub struct Fields {
    /// What it is.
    pub code: Value,
    /// For each operand whether it is far, and its payload.
    pub operands: Vec<(Value, Value)>,
    /// A bit each.
    pub facts: Vec<Value>,
}

impl Fields {
    /// The fields of a record.
    pub fn of(c: &mut Logic<'_>, layout: &Layout, record: Value) -> Fields {
        let mut low = 0;
        let mut take = |c: &mut Logic<'_>, bits: u32| {
            low += bits;
            c.extract(record, low - bits, bits)
        };
        let code = take(c, layout.code_bits());
        let operand = |_| {
            let payload = take(c, layout.payload_bits());
            (take(c, 1), payload)
        };
        let operands = (0..layout.fields()).map(operand).collect();
        let facts = layout.facts.iter().map(|_| take(c, 1)).collect();
        Fields { code, operands, facts }
    }

    /// Whether it is a record of one of these operations.
    pub fn is_one_of(&self, c: &mut Logic<'_>, layout: &Layout, opcodes: &OpcodeSet) -> Value {
        let is = opcodes.iter().map(|opcode| u64::from(layout.code(opcode)));
        let is: Vec<Value> = is.map(|code| c.eq(self.code, code)).collect();
        if is.is_empty() { c.lit(1, 0) } else { c.or_all(&is) }
    }

    /// Whether the facts hold that a node asks for; they are many bits of a program's facts.
    pub fn hold(&self, layout: &Layout, asked: u64) -> impl Iterator<Item = Value> {
        let wanted = self.facts.iter().zip(&layout.facts).filter(move |(_, fact)| asked & **fact != 0);
        wanted.map(|(bit, _)| *bit)
    }
}

/// Counts matches and, if that was asked for, says which. `root` is a record that is not a separator; `matches` has a bit for each pattern. Gives
/// the bits that say that a number is still on its way to the counter.
pub fn count(
    c: &mut ModuleBuilder<'_>,
    plan: &Plan<'_>,
    sync: Sync,
    root: Value,
    matches: &[Value],
) -> Vec<Value> {
    let none = c.lit(1, 0);
    let gated: Vec<Value> = matches.iter().map(|bit| c.and(*bit, root)).collect();
    let found: Vec<Value> = gated.iter().map(|bit| c.delay("found", *bit, sync)).collect();
    let found_root = c.delay("found_root", root, sync);
    if plan.lists_matches {
        let number = c.reg("root", ROOT_BITS, sync.enable(found_root));
        let next = c.add(number, 1);
        c.drive(number, next);
        let all: Vec<Value> = found.iter().rev().copied().collect();
        let all = if all.is_empty() { none } else { c.concat(&all) };
        let some = c.any(all);
        c.output("match_valid", some);
        c.output("match_root", number);
        c.output("matches", all);
    }
    let mut on_the_way = vec![found_root];
    let mut last = found_root;
    let mut numbers = found;
    while numbers.len() > 1 {
        // Three levels of additions fit between two registers on any target that we know of.
        for _ in 0..3 {
            numbers = numbers.chunks(2).map(|pair| sum(c, pair)).collect();
        }
        numbers = numbers.iter().map(|number| c.delay("sum", *number, sync)).collect();
        last = c.delay("sum_root", last, sync);
        on_the_way.push(last);
    }
    let counter = c.reg("counter", COUNT_BITS, sync);
    let more = numbers.first().copied().unwrap_or(none);
    let more = c.zext(more, COUNT_BITS);
    let next = c.add(counter, more);
    c.drive(counter, next);
    c.output("count", counter);
    on_the_way
}

/// The sum of one or two numbers.
fn sum(c: &mut Logic<'_>, numbers: &[Value]) -> Value {
    let [a, b] = numbers else { return numbers[0] };
    let width = c.width(*a).max(c.width(*b)) + 1;
    let (a, b) = (c.zext(*a, width), c.zext(*b, width));
    c.add(a, b)
}
