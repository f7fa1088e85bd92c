//! The fields of records.

use crate::alphabet::OpcodeSet;
use crate::pattern::{Pattern, Way};
use crate::stream::layout::Layout;
use circuit::Logic;
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
}

/// Whether a record is no separator.
pub fn is_operation(c: &mut Logic<'_>, layout: &Layout, record: Value) -> Value {
    let code = c.trunc(record, layout.code_bits());
    c.ne(code, u64::from(Layout::SEPARATOR))
}

/// Whether a code is one of these operations.
pub fn is_one_of(c: &mut Logic<'_>, layout: &Layout, code: Value, opcodes: &OpcodeSet) -> Value {
    let is = opcodes.iter().map(|opcode| u64::from(layout.code(opcode)));
    let is: Vec<Value> = is.map(|number| c.eq(code, number)).collect();
    if is.is_empty() { c.lit(1, 0) } else { c.or_all(&is) }
}

/// Which bits of a record hold the facts that a node asks for; they are many bits of a program's facts.
pub fn asked_facts(layout: &Layout, asked: u64) -> impl Iterator<Item = usize> {
    let facts = layout.facts.iter().enumerate();
    facts.filter(move |(_, fact)| asked & **fact != 0).map(|(bit, _)| bit)
}

/// The equalities of a pattern, as ways by fields. That a slot is equal to itself goes without asking.
pub fn equal_fields(layout: &Layout, pattern: &Pattern) -> Vec<(Way, Way)> {
    let by_fields = |way: Way| way.iter().map(|position| layout.field(*position)).collect();
    let pairs = pattern.equal_ways().into_iter().filter(|(a, b)| a != b);
    pairs.map(|(a, b)| (by_fields(a), by_fields(b))).collect()
}

/// Who a value is: that it is far and its number, or where it was made, which is as good as any other number that all of one match count from the same place.
pub fn identity(c: &mut Logic<'_>, far: Value, number: Value, made: Value, bits: u32) -> Value {
    let (made, number) = (fit(c, made, bits - 1), fit(c, number, bits - 1));
    let value = c.mux(far, number, made);
    c.concat(&[far, value])
}

/// Whether two values are the same. A far value without a number is equal to nothing.
pub fn is_same(c: &mut Logic<'_>, a: Value, b: Value) -> Value {
    let bits = c.width(a);
    let nameless = c.lit(bits, 1i128 << (bits - 1));
    let (equal, named) = (c.eq(a, b), c.ne(a, nameless));
    c.and(equal, named)
}

/// A number in as many bits, with zeros before it or without its high bits.
pub fn fit(c: &mut Logic<'_>, number: Value, bits: u32) -> Value {
    if c.width(number) < bits { c.zext(number, bits) } else { c.trunc(number, bits) }
}
