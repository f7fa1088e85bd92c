//! Counting matches.

use super::COUNT_BITS;
use circuit::{Logic, Sync};
use ir::Value;

/// A counter of bits that are set.
pub struct Counted {
    /// How many there were.
    pub count: Value,
    /// Bits that say that a number is still on its way to the counter.
    pub on_the_way: Vec<Value>,
}

/// How many additions stand between two registers.
const LEVELS: u32 = 2;

/// Counts bits that are set. Some of them may be set only while `some` is.
pub fn count(c: &mut Logic<'_>, sync: Sync, bits: &[Value], some: Value) -> Counted {
    let mut on_the_way = vec![some];
    let mut last = some;
    let mut numbers = bits.to_vec();
    while numbers.len() > 1 {
        for _ in 0..LEVELS {
            numbers = numbers.chunks(2).map(|pair| sum(c, pair)).collect();
        }
        numbers = numbers.iter().map(|number| c.delay("sum", *number, sync)).collect();
        last = c.delay("sum_some", last, sync);
        on_the_way.push(last);
    }
    let count = c.reg("counter", COUNT_BITS, sync);
    let none = c.lit(1, 0);
    let more = numbers.first().copied().unwrap_or(none);
    let more = c.zext(more, COUNT_BITS);
    let next = c.add(count, more);
    c.drive(count, next);
    Counted { count, on_the_way }
}

/// The sum of one or two numbers.
fn sum(c: &mut Logic<'_>, numbers: &[Value]) -> Value {
    let [a, b] = numbers else { return numbers[0] };
    let width = c.width(*a).max(c.width(*b)) + 1;
    let (a, b) = (c.zext(*a, width), c.zext(*b, width));
    c.add(a, b)
}
