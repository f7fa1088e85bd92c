//! The matches that a chip cannot see, because of values that are far from where they are used.

use super::layout::{Far, Layout};
use crate::pattern::{Pattern, Slot};
use crate::program::{Block, Program};
use crate::reference;

/// The matches that are not among those of the stream: pairs of an entry and the number of a pattern, in that order.
pub fn missed(program: &Program, layout: &Layout, patterns: &[Pattern]) -> Vec<(u32, u32)> {
    let depths: Vec<u32> = patterns.iter().map(Pattern::depth).collect();
    let mut missed = Vec::new();
    let mut seen = vec![Seen::default(); program.len()];
    for block in &program.blocks {
        let mut far = Far::new(layout);
        for entry in block.entries.clone() {
            let own = Seen::of(program, layout, block, entry, &seen, &mut far);
            let far_below = own.far_below;
            let may_miss = (0..).zip(patterns).zip(&depths).filter(|(_, depth)| far_below < **depth);
            seen[entry as usize] = own;
            for ((number, pattern), _) in may_miss {
                if reference::matches(program, pattern, entry)
                    && !is_seen(program, layout, pattern, entry, &seen)
                {
                    missed.push((entry, number));
                }
            }
        }
    }
    missed
}

/// What the stream says of an entry.
#[derive(Clone, Default)]
struct Seen {
    /// How many operations lie between the entry and the nearest far operand, its own or one of an operation that its near operands lead to.
    far_below: u32,
    /// For each field the number of the far value, if it is one.
    far: Vec<Option<u32>>,
}

impl Seen {
    fn of(
        program: &Program,
        layout: &Layout,
        block: &Block,
        entry: u32,
        seen: &[Seen],
        far: &mut Far,
    ) -> Seen {
        let mut own = Seen { far_below: u32::MAX, far: Vec::new() };
        own.far.resize(layout.positions.len(), None);
        for field in layout.fields_of(program.opcodes[entry as usize]) {
            let value = program.operand(entry, layout.positions[*field as usize]);
            if layout.is_near(block, entry, value) {
                own.far_below = own.far_below.min(seen[value as usize].far_below.saturating_add(1));
            } else {
                own.far_below = 0;
                own.far[*field as usize] = Some(far.number_of(value));
            }
        }
        own
    }
}

/// Whether a chip finds a match that is one.
fn is_seen(program: &Program, layout: &Layout, pattern: &Pattern, root: u32, seen: &[Seen]) -> bool {
    let far_number = |entry: u32, position: u32| seen[entry as usize].far[layout.field(position) as usize];
    let mut lies_on = vec![root; pattern.nodes.len()];
    for (index, node) in pattern.nodes.iter().enumerate() {
        let entry = lies_on[index];
        for (position, child) in (0..).zip(&node.operands) {
            let Some(child) = child else { continue };
            if far_number(entry, position).is_some() {
                return false;
            }
            lies_on[*child as usize] = program.operand(entry, position);
        }
    }
    let far = |slot: &Slot| far_number(lies_on[slot.node as usize], slot.operand);
    // The values are equal, because it is a match: it remains whether the stream says so.
    pattern.equalities.iter().all(|(a, b)| a == b || (far(a) == far(b) && far(a) != Some(Far::NAMELESS)))
}
