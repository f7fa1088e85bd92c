//! The machine: asks what its pattern asks, one thing a cycle.
//!
//! A question waits while an operation that it is about has not come. If one never comes, or the answer is no, the attempt has failed. The machine runs while the stream is paused, too.

use super::checks::{Check, checks};
use super::gatherer::{Buffer, Incoming};
use super::register::State;
use crate::chip::fields::{fit, identity, is_one_of, is_same};
use crate::pattern::{Pattern, Slot};
use crate::stream::layout::{Layout, bits_for};
use circuit::{Logic, Sync};
use ir::Value;

/// What is known of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchResult {
    /// It is under way.
    Unknown = 0,
    /// The pattern matches.
    Success = 1,
    /// It does not.
    Failure = 2,
}

/// How many bits a result has.
const RESULT_BITS: u32 = 2;

/// Makes the machine, and gives the result.
pub fn run(
    c: &mut Logic<'_>,
    layout: &Layout,
    pattern: &Pattern,
    buffer: &Buffer,
    incoming: &Incoming,
) -> Value {
    let checks = checks(pattern);
    let (success, failure) = (checks.len() as u32, checks.len() as u32 + 1);
    let state = c.reg("state", bits_for(u64::from(failure) + 1), Sync::on(incoming.clock));
    let mut next = state;
    for (number, check) in (0u32..).zip(&checks) {
        let answer = Answer::of(c, layout, pattern, buffer, *check);
        let here = c.eq(state, number);
        let bits = c.width(state);
        let (passed, failed) = (c.lit(bits, number + 1), c.lit(bits, failure));
        let done = c.mux(answer.holds, passed, failed);
        let waited = c.mux(answer.is_there, done, state);
        let outcome = c.mux(answer.never, failed, waited);
        next = c.mux(here, outcome, next);
    }
    let begins = c.and(incoming.takes, incoming.new_sequence);
    let next = c.mux(begins, 0, next);
    c.drive(state, next);
    let [succeeded, failed] = [success, failure].map(|end| c.eq(state, end));
    let [unknown, success, failure] = [MatchResult::Unknown, MatchResult::Success, MatchResult::Failure]
        .map(|result| c.lit(RESULT_BITS, result as i32));
    let result = c.mux(failed, failure, unknown);
    c.mux(succeeded, success, result)
}

/// What is known of a question.
struct Answer {
    /// All operations have come.
    is_there: Value,
    /// One never comes.
    never: Value,
    /// Yes, if all have come.
    holds: Value,
}

impl Answer {
    fn of(c: &mut Logic<'_>, layout: &Layout, pattern: &Pattern, buffer: &Buffer, check: Check) -> Answer {
        let in_state = |c: &mut Logic<'_>, state: State| -> Vec<Value> {
            let nodes = check.nodes();
            nodes
                .iter()
                .map(|node| &buffer[*node as usize])
                .map(|(r, value)| r.is(c, *value, state))
                .collect()
        };
        let (found, never) = (in_state(c, State::Found), in_state(c, State::Never));
        let (is_there, never) = (c.and_all(&found), c.or_all(&never));
        let holds = match check {
            Check::Opcode(node) => {
                let (register, value) = &buffer[node as usize];
                let code = register.operation(c, *value).code;
                is_one_of(c, layout, code, &pattern.nodes[node as usize].opcodes)
            }
            Check::Same(a, b) => {
                let [a, b] = [a, b].map(|slot| who(c, layout, pattern, buffer, slot));
                is_same(c, a, b)
            }
        };
        Answer { is_there, never, holds }
    }
}

/// Who the value at a slot is: the distances on the way to it from the root, added up.
fn who(c: &mut Logic<'_>, layout: &Layout, pattern: &Pattern, buffer: &Buffer, slot: Slot) -> Value {
    let (register, value) = &buffer[slot.node as usize];
    let found = register.operation(c, *value);
    let field = layout.field(slot.operand);
    let operand = found.operands.into_iter().find(|(number, _, _)| *number == field);
    let (_, far, payload) = operand.expect("what is compared is kept");
    let bits = bits_for(u64::from(pattern.depth()) * u64::from(layout.window) + 1).max(layout.payload_bits());
    let (place, distance) = (fit(c, found.place, bits), fit(c, payload, bits));
    let one = c.lit(bits, 1);
    let made = c.add_all(&[place, distance, one]);
    identity(c, far, payload, made, bits + 1)
}
