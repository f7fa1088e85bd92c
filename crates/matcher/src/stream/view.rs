//! The program that a stream shows: what a chip has to find is what matches in it.

use super::layout::{Far, Layout};
use super::{Order, Record, Stream};
use crate::alphabet::{Alphabet, Opcode};
use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use rustc_hash::FxHashMap;

/// The program that records show, and the number in it of each record. Far values are operations of no dialect, which stand before the arguments of their block. `None` if a record
/// says what none can: a code or a distance that is not there.
pub fn view(alphabet: &Alphabet, layout: &Layout, stream: &Stream) -> Option<(Program, Vec<Option<u32>>)> {
    let mut program = Program::new(alphabet);
    let mut entries = Vec::with_capacity(stream.records.len());
    let blocks = stream.records.split_inclusive(|record| record.code == Layout::SEPARATOR);
    for block in blocks {
        let (separator, records) = block.split_last().expect("a part has an end");
        if separator.code != Layout::SEPARATOR {
            return None;
        }
        program.begin_block(0);
        let mut far = FxHashMap::default();
        let mut made = Vec::new();
        for operand in records.iter().flat_map(|record| &record.operands).filter(|operand| operand.far) {
            if operand.payload == Far::NAMELESS {
                made.push(program.push(Opcode::FOREIGN, &[], 0));
            } else {
                far.entry(operand.payload).or_insert_with(|| program.push(Opcode::FOREIGN, &[], 0));
            }
        }
        let mut nameless = made.into_iter();
        let first = program.len() as u32;
        let count = records.len() as u32;
        let place = |index: u32| if stream.order == Order::Forwards { index } else { count - 1 - index };
        for index in 0..count {
            let record = &records[place(index) as usize];
            let Some((opcode, fields)) = layout.operation(record.code) else {
                if record.code != Layout::OTHER {
                    return None;
                }
                program.push(Opcode::FOREIGN, &[], 0);
                continue;
            };
            let mut operands = vec![Program::NO_VALUE; alphabet.kind(opcode).operands as usize];
            for field in fields {
                let operand = record.operands[*field as usize];
                operands[layout.positions[*field as usize] as usize] = match (operand.far, operand.payload) {
                    (true, Far::NAMELESS) => nameless.next()?,
                    (true, number) => far[&number],
                    (false, distance) if distance < index => first + index - distance - 1,
                    (false, _) => return None,
                };
            }
            let holds = |(bit, _): &(u32, &u64)| record.facts >> bit & 1 != 0;
            let facts = (0..).zip(&layout.facts).filter(holds).fold(0, |all, (_, fact)| all | fact);
            program.push(opcode, &operands, facts);
        }
        entries.extend((0..count).map(|index| Some(first + place(index))));
        entries.push(None);
    }
    Some((program, entries))
}

/// The matches that a chip has to find, pairs of the number of a record, separators aside, and of a pattern. They are those of the program that the stream shows, without those that need a far value without
/// a number to be equal to itself: two nodes may lie on one record, and a chip sees two zeros. `find` gives all matches of a program.
pub fn matches(
    alphabet: &Alphabet,
    layout: &Layout,
    stream: &Stream,
    patterns: &[Pattern],
    find: impl FnOnce(&Program, &[Pattern]) -> Vec<(u32, u32)>,
) -> Option<Vec<(u32, u32)>> {
    let (program, numbers) = view(alphabet, layout, stream)?;
    let mut record_of = vec![None; program.len()];
    let records = stream.records.iter().zip(&numbers).filter_map(|(record, entry)| Some((record, (*entry)?)));
    for (number, (record, entry)) in (0..).zip(records) {
        record_of[entry as usize] = Some((number, record));
    }
    let mut found = Vec::new();
    for (root, number) in find(&program, patterns) {
        let (record, _) = record_of[root as usize].expect("a pattern has no node for what is no record");
        if !compares_nameless(&program, layout, &patterns[number as usize], root, &record_of) {
            found.push((record, number));
        }
    }
    found.sort_unstable();
    Some(found)
}

/// Whether a match compares far values without a number.
fn compares_nameless(
    program: &Program,
    layout: &Layout,
    pattern: &Pattern,
    root: u32,
    record_of: &[Option<(u32, &Record)>],
) -> bool {
    let mut lies_on = vec![root; pattern.nodes.len()];
    for (index, node) in pattern.nodes.iter().enumerate() {
        for (position, child) in (0..).zip(&node.operands) {
            if let Some(child) = child {
                lies_on[*child as usize] = program.operand(lies_on[index], position);
            }
        }
    }
    let is_nameless = |slot: &Slot| {
        let (_, record) = record_of[lies_on[slot.node as usize] as usize].expect("a node lies on a record");
        let operand = record.operands[layout.field(slot.operand) as usize];
        operand.far && operand.payload == Far::NAMELESS
    };
    pattern.equalities.iter().any(|(a, b)| a != b && is_nameless(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::OpKind;
    use crate::pattern::Node;
    use crate::reference;
    use crate::stream::{encode, missed};

    #[test]
    fn a_far_value_without_a_number_is_not_equal_to_itself() {
        let kind = |name: &str, operands| OpKind { name: name.to_string(), operands, has_result: true };
        let alphabet = Alphabet::new([kind("neg", 1), kind("or", 2)]).expect("two kinds fit");
        let [neg, or] = ["neg", "or"].map(|name| alphabet.find(name).expect("it has it"));
        let node = |opcode, operands| Node { opcodes: [opcode].into_iter().collect(), facts: 0, operands };
        let nodes = vec![node(or, vec![Some(1), Some(2)]), node(neg, vec![None]), node(neg, vec![None])];
        let equalities = vec![(Slot { node: 1, operand: 0 }, Slot { node: 2, operand: 0 })];
        let patterns = [Pattern { name: "p".to_string(), benefit: 1, nodes, equalities }];
        // With a window of one record there is a number for one far value.
        let layout = Layout::new(&alphabet, &patterns, 1);
        let mut program = Program::new(&alphabet);
        program.begin_block(2);
        program.begin_block(0);
        let mut both = Vec::new();
        for value in 0..2 {
            let negated = program.push(neg, &[value], 0);
            both.push(program.push(or, &[negated, negated], 0));
        }
        assert_eq!(reference::all_matches(&program, &patterns), [(both[0], 0), (both[1], 0)]);
        for order in [Order::Forwards, Order::Backwards] {
            let stream = encode(&program, &layout, order);
            let shown =
                matches(&alphabet, &layout, &stream, &patterns, reference::all_matches).expect("we wrote it");
            assert_eq!(shown.len(), 1, "{order:?}: {shown:?}");
        }
        assert_eq!(missed::missed(&program, &layout, &patterns), [(both[1], 0)]);
    }
}
