//! What a unit asks, and how long it takes at the most.

use crate::chip::Plan;
use crate::pattern::{Pattern, Slot};

/// A question of a pattern: a state of its machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Whether a node's operation has one of its opcodes.
    Opcode(u32),
    /// Whether two slots have the same value.
    Same(Slot, Slot),
}

impl Check {
    /// The nodes whose operations must be there.
    pub fn nodes(self) -> Vec<u32> {
        match self {
            Check::Opcode(node) => vec![node],
            Check::Same(a, b) => vec![a.node, b.node],
        }
    }
}

/// What is asked for a pattern, in order: what comes first in the stream is asked for first. A node's opcode stands before everything that is below it, since only an operation of these has such operands.
pub fn checks(pattern: &Pattern) -> Vec<Check> {
    let mut checks: Vec<Check> = (0..pattern.nodes.len() as u32).map(Check::Opcode).collect();
    let different = pattern.equalities.iter().filter(|(a, b)| a != b);
    checks.extend(different.map(|(a, b)| Check::Same(*a, *b)));
    let depths = pattern.depths();
    checks.sort_by_key(|check| depth(*check, &depths));
    checks
}

/// How far below the root the operations are that a question is about.
fn depth(check: Check, depths: &[u32]) -> u32 {
    check.nodes().iter().map(|node| depths[*node as usize] - 1).max().expect("a check is about a node")
}

/// How many records the operations of a match lie behind its root at the most.
pub fn span(pattern: &Pattern, window: u32) -> u32 {
    (pattern.depth() - 1).saturating_mul(window)
}

/// In which cycle after the one that takes the root the result is there, if every operation is as far away as it can be.
pub fn cycles(pattern: &Pattern, window: u32) -> u32 {
    let depths = pattern.depths();
    let asked = checks(pattern).into_iter().fold(0, |before: u32, check| {
        // An operation is in its register the cycle after it came.
        let comes = depth(check, &depths).saturating_mul(window).saturating_add(1);
        before.saturating_add(1).max(comes)
    });
    asked.saturating_add(1)
}

/// With fewer units, a unit's next root would be there before all operations of its last one: the stream would have to go on and to wait.
pub fn least_units(pattern: &Pattern, window: u32) -> u32 {
    span(pattern, window).saturating_add(1)
}

/// How many units a chip has for a pattern. If it was said how many, the stream may have to wait for their results.
pub fn units(plan: &Plan<'_>, pattern: &Pattern) -> u32 {
    let window = plan.layout.window;
    plan.units.map_or_else(|| cycles(pattern, window), |units| units.max(least_units(pattern, window)))
}
