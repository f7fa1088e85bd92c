//! `taps`: users come before their values, and one window that all patterns share has both when the value that comes last is there.
//!
//! Records go through a row of registers, a register a step. When a record is so far along that everything it can reach is behind it, it is the root: its operands say where in the row its children
//! are, theirs where the next level is. Each way from the root that a node of some pattern stands at is followed once, for all patterns; what is at the ends of ways is compared with what patterns ask for.
//! Nothing waits for anything, so there is a step for every record, whatever the patterns are.
//!
//! | steps | what happens |
//! |---|---|
//! | for each level | the places of the records are added up; the records are chosen from the row, [`BITS_A_STEP`] bits of the place in a step |
//! | 1 | where the values are made that patterns compare |
//! | 1 | which of them are equal |
//! | 1 | which patterns match |
//!
//! The row goes on moving while records are chosen from it, so that each level finds its records as many places further along.
//!
//! **Which values are equal.** A near value is told by the distance from the root to its record, a far one by its number in the block.
//!
//! **The end of a block.** No operand is a record of another block, so separators go through the row as records that are no root and match nothing.

mod window;

use super::fields::{asked_facts, equal_fields, identity, is_one_of, is_operation, is_same};
use super::frame::{self, Input, Looked, Steps};
use super::{Chip, Plan};
use crate::alphabet::OpcodeSet;
use crate::pattern::{Pattern, Way};
use crate::stream::layout::bits_for;
use crate::subpatterns::{Subpattern, Subpatterns};
use circuit::{ModuleBuilder, Sync};
use ir::{Ir, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use window::{Timing, Window};

pub use window::BITS_A_STEP;

/// Makes the chip.
pub fn make(ir: &mut Ir, plan: &Plan<'_>) -> Chip {
    let design = circuit::builder::design(ir);
    frame::chip(ir, design, plan, |c, input| look(c, plan, input))
}

fn look(c: &mut ModuleBuilder<'_>, plan: &Plan<'_>, input: &Input) -> Looked {
    let ways = ways(plan);
    let depth = ways.iter().map(|way| way.len() as u32 + 1).max().unwrap_or(1);
    let timing = Timing::new(plan.layout.window, depth);
    let questions: BTreeSet<(Way, Way)> =
        plan.patterns.iter().flat_map(|pattern| equal_fields(plan.layout, pattern)).collect();
    // Without questions no step is needed to answer them.
    let last = timing.end() + if questions.is_empty() { 0 } else { 2 };
    let drain = timing.root_at(last) + 1;
    let steps = Steps::of(c, plan, input, None, drain);
    let mut row = Vec::new();
    for _ in 0..drain {
        let before = row.last().copied().unwrap_or(steps.entering);
        // Zeros are a separator: what was never filled is no root.
        row.push(c.delay("row", before, input.sync().enable(steps.moves)));
    }
    let window = Window::new(c, plan.layout, timing, row, &ways, steps.held);
    let root = is_operation(c, plan.layout, window.root(last));
    let root = c.and(root, steps.moves);
    let ready = c.lit(1, 1);
    let under_way = steps.under_way(c);
    let mut plane = Plane::new(c, plan, window, &steps, last);
    plane.answer(
        &questions,
        1 + bits_for(u64::from(depth * plan.layout.window)).max(plan.layout.payload_bits()),
    );
    Looked { root, matches: plane.matches(), ready, under_way, drain }
}

/// The ways from the root, by fields, that a node of some pattern stands at the end of.
fn ways(plan: &Plan<'_>) -> BTreeSet<Way> {
    let mut ways = BTreeSet::new();
    for pattern in plan.patterns {
        let mut of_nodes = vec![Way::new(); pattern.nodes.len()];
        for (node, slot) in pattern.slot_of_nodes().into_iter().enumerate() {
            if let Some(slot) = slot {
                of_nodes[node] = of_nodes[slot.node as usize].clone();
                of_nodes[node].push(plan.layout.field(slot.operand));
            }
        }
        ways.extend(of_nodes);
    }
    ways
}

/// How many records are chosen from, for all ways, and for how many steps what was chosen is kept at the most: what there is most of in the chip.
pub fn tapped(plan: &Plan<'_>) -> u64 {
    // Ways are told by the way without the last operand and that operand: spelled out, they would be as long as patterns are deep.
    let mut numbers = FxHashMap::default();
    let mut levels = vec![0];
    for pattern in plan.patterns {
        let mut of_nodes = vec![0; pattern.nodes.len()];
        for (node, slot) in pattern.slot_of_nodes().into_iter().enumerate() {
            let Some(slot) = slot else { continue };
            let above: u32 = of_nodes[slot.node as usize];
            of_nodes[node] = *numbers.entry((above, slot.operand)).or_insert_with(|| {
                levels.push(levels[above as usize] + 1);
                levels.len() as u32 - 1
            });
        }
    }
    let window = plan.layout.window;
    let depth = 1 + levels.iter().max().expect("the root has a level");
    let steps = u64::from(Timing::new(window, depth).end());
    levels[1..].iter().map(|level| u64::from(*level) * u64::from(window) + steps).sum()
}

/// What patterns ask of the records that were chosen.
struct Plane<'a, 'b> {
    c: &'a mut ModuleBuilder<'b>,
    plan: &'a Plan<'a>,
    window: Window<'a>,
    held: Sync,
    /// When patterns are matched.
    last: u32,
    subpatterns: Subpatterns,
    /// Which questions are answered with yes. Patterns ask the same ones, of opcodes and of what is below, too.
    same: FxHashMap<(Way, Way), Value>,
    below: FxHashMap<(Way, u32), Value>,
    opcodes: FxHashMap<(Way, OpcodeSet), Value>,
}

impl<'a, 'b> Plane<'a, 'b> {
    fn new(
        c: &'a mut ModuleBuilder<'b>,
        plan: &'a Plan<'a>,
        window: Window<'a>,
        steps: &Steps,
        last: u32,
    ) -> Plane<'a, 'b> {
        let subpatterns = Subpatterns::of(plan.patterns);
        let (same, below, opcodes) = Default::default();
        Plane { c, plan, window, held: steps.held, last, subpatterns, same, below, opcodes }
    }

    /// Finds which values are the same: who they are in one step, and the comparison in the next.
    fn answer(&mut self, questions: &BTreeSet<(Way, Way)>, bits: u32) {
        let mut known = FxHashMap::default();
        for (a, b) in questions {
            let [a_is, b_is] = [a, b].map(|way| {
                *known.entry(way.clone()).or_insert_with(|| {
                    let time = self.last - 2;
                    let (field, node) = way.split_last().expect("a value is an operand");
                    let (far, number) = self.window.operand(self.c, node, *field, time);
                    let made = self.window.made(self.c, way, time, bits - 1);
                    let is = identity(self.c, far, number, made, bits);
                    self.c.delay("identity", is, self.held)
                })
            });
            let same = is_same(self.c, a_is, b_is);
            let same = self.c.delay("same", same, self.held);
            self.same.insert((a.clone(), b.clone()), same);
        }
    }

    /// For each pattern whether it matches.
    fn matches(&mut self) -> Vec<Value> {
        let whole = std::mem::take(&mut self.subpatterns.whole);
        whole.iter().zip(self.plan.patterns).map(|(of, pattern)| self.pattern(of, pattern)).collect()
    }

    fn pattern(&mut self, of: &Subpattern, pattern: &Pattern) -> Value {
        let mut all = vec![self.tree(&Way::new(), of)];
        all.extend(equal_fields(self.plan.layout, pattern).iter().map(|question| self.same[question]));
        self.c.and_all(&all)
    }

    /// Whether a subpattern matches at the end of a way.
    fn tree(&mut self, way: &Way, of: &Subpattern) -> Value {
        let (layout, last) = (self.plan.layout, self.last);
        let mut all = vec![self.opcode(way, &of.opcodes)];
        for bit in asked_facts(layout, of.facts) {
            all.push(self.window.field(self.c, way, last, |fields| fields.facts[bit]));
        }
        for (position, below) in (0..).zip(&of.operands) {
            let Some(number) = *below else { continue };
            let field = layout.field(position);
            let far = self.window.operand(self.c, way, field, last).0;
            let near = self.c.not(far);
            let mut child = way.clone();
            child.push(field);
            all.extend([near, self.below(child, number)]);
        }
        self.c.and_all(&all)
    }

    fn below(&mut self, way: Way, number: u32) -> Value {
        if let Some(known) = self.below.get(&(way.clone(), number)) {
            return *known;
        }
        let of = self.subpatterns.below[number as usize].clone();
        let matches = self.tree(&way, &of);
        self.below.insert((way, number), matches);
        matches
    }

    fn opcode(&mut self, way: &Way, opcodes: &OpcodeSet) -> Value {
        if let Some(known) = self.opcodes.get(&(way.clone(), opcodes.clone())) {
            return *known;
        }
        let code = self.window.field(self.c, way, self.last, |fields| fields.code);
        let is = is_one_of(self.c, self.plan.layout, code, opcodes);
        self.opcodes.insert((way.clone(), opcodes.clone()), is);
        is
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chip::Arch;
    use crate::chip::testing::{Case, check};
    use crate::random::Shape;
    use base::Rng;

    #[test]
    fn it_finds_what_the_stream_shows() {
        check(Arch::Taps, 300);
    }

    #[test]
    fn what_is_chosen_from_is_counted_way_by_way() {
        let mut shared = 0;
        for seed in 0..300 {
            let rng = &mut Rng::new(seed);
            let case = Case::new(&Shape::any(rng), rng);
            let plan = case.plan();
            let ways = ways(&plan);
            let (window, levels) = (plan.layout.window, ways.iter().map(|way| way.len() as u32));
            let steps = Timing::new(window, 1 + levels.clone().max().unwrap_or(0)).end();
            let below = levels.filter(|level| *level > 0);
            let expected: u64 = below.clone().map(|level| u64::from(level * window + steps)).sum();
            assert_eq!(tapped(&plan), expected, "seed {seed}");
            let nodes: usize = plan.patterns.iter().map(|pattern| pattern.nodes.len() - 1).sum();
            shared += u32::from(below.count() < nodes);
        }
        assert!(shared > 50, "in {shared} of 300 sets a way is one of several nodes");
    }
}
