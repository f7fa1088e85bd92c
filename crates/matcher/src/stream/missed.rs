//! The matches that a chip cannot see, because of values that are far from where they are used.

use super::layout::{Far, Layout};
use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use crate::reference::lay;
use rustc_hash::FxHashMap;

/// Those of all matches of a program, pairs of an entry and the number of a pattern, that are not among those of its stream.
pub fn missed(
    program: &Program,
    layout: &Layout,
    patterns: &[Pattern],
    found: &[(u32, u32)],
) -> Vec<(u32, u32)> {
    let numbers = FarNumbers::of(program, layout);
    let is_missed =
        |(root, number): &&(u32, u32)| !is_seen(program, &patterns[*number as usize], *root, &numbers);
    found.iter().filter(is_missed).copied().collect()
}

/// The numbers of far values in the records of a program.
struct FarNumbers<'a> {
    layout: &'a Layout,
    /// The number of each far value, by the entry that has it as an operand and the field.
    numbers: FxHashMap<(u32, u32), u32>,
}

impl FarNumbers<'_> {
    fn of<'a>(program: &Program, layout: &'a Layout) -> FarNumbers<'a> {
        let mut numbers = FxHashMap::default();
        for block in &program.blocks {
            let mut far = Far::new(layout);
            for entry in block.entries.clone() {
                for field in layout.fields_of(program.opcodes[entry as usize]) {
                    let value = program.operand(entry, layout.positions[*field as usize]);
                    if !layout.is_near(block, entry, value) {
                        numbers.insert((entry, *field), far.number_of(value));
                    }
                }
            }
        }
        FarNumbers { layout, numbers }
    }

    fn get(&self, entry: u32, position: u32) -> Option<u32> {
        self.numbers.get(&(entry, self.layout.field(position))).copied()
    }
}

/// Whether a chip finds a match that is one.
fn is_seen(program: &Program, pattern: &Pattern, root: u32, numbers: &FarNumbers<'_>) -> bool {
    let lies_on = lay(program, pattern, root).expect("it is a match");
    let far = |slot: &Slot| numbers.get(lies_on[slot.node as usize], slot.operand);
    let is_followed =
        |slot: &Slot| pattern.nodes[slot.node as usize].operands[slot.operand as usize].is_some();
    // The values are equal, because it is a match: it remains whether the stream says so.
    let says = |(a, b): &(Slot, Slot)| a == b || (far(a) == far(b) && far(a) != Some(Far::NAMELESS));
    pattern.slots().filter(is_followed).all(|slot| far(&slot).is_none())
        && pattern.equalities.iter().all(says)
}
