//! The program that a stream shows: what a chip has to find is what matches in it.

use super::layout::{Far, Layout};
use super::{Order, Record, Stream};
use crate::alphabet::Opcode;
use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use crate::reference::lay;
use rustc_hash::FxHashMap;

/// The program that records show, and the number in it of each record. Far values are operations of no dialect, which stand before the arguments of their block. Otherwise the number of a record that
/// says what none can, without separators: a code that is not there, a distance that leads out of the block or the window, or that there is no separator behind it.
pub fn view(layout: &Layout, stream: &Stream) -> Result<(Program, Vec<Option<u32>>), u32> {
    let mut program = Program::with_columns(layout.positions.clone());
    let mut entries = Vec::with_capacity(stream.records.len());
    let mut before = 0;
    let blocks = stream.records.split_inclusive(|record| record.code == Layout::SEPARATOR);
    for block in blocks {
        let (separator, records) = block.split_last().expect("a part has an end");
        if separator.code != Layout::SEPARATOR {
            return Err(before + records.len() as u32);
        }
        program.begin_block(0);
        let mut far = FarValues::of(&mut program, records);
        let first = program.len() as u32;
        let count = records.len() as u32;
        let place = |index: u32| if stream.order == Order::Forwards { index } else { count - 1 - index };
        for index in 0..count {
            let record = &records[place(index) as usize];
            push_record(&mut program, layout, record, first, &mut far).ok_or(before + place(index))?;
        }
        entries.extend((0..count).map(|index| Some(first + place(index))));
        entries.push(None);
        before += count;
    }
    Ok((program, entries))
}

/// Puts the operation of a record at the end of a program, in a block whose first record is the entry `first`.
fn push_record(
    program: &mut Program,
    layout: &Layout,
    record: &Record,
    first: u32,
    far: &mut FarValues,
) -> Option<()> {
    if record.code == Layout::OTHER {
        program.push(Opcode::FOREIGN, &[], 0);
        return Some(());
    }
    let (opcode, fields) = layout.operation(record.code)?;
    let here = program.len() as u32;
    // A chip has no record further away than its window, whatever its bits can say.
    let reach = layout.window.min(here - first);
    let holds = |(bit, _): &(u32, &u64)| record.facts >> bit & 1 != 0;
    let facts = (0..).zip(&layout.facts).filter(holds).fold(0, |all, (_, fact)| all | fact);
    program.push(opcode, &[], facts);
    for field in fields {
        let operand = record.operands[*field as usize];
        let value = match operand.far {
            true => far.entry(operand.payload),
            false if operand.payload < reach => here - operand.payload - 1,
            false => return None,
        };
        program.operands[layout.positions[*field as usize] as usize][here as usize] = value;
    }
    Some(())
}

/// The entries of the far values of a block: one for each number, and one for each use of a value that has none.
struct FarValues {
    numbered: FxHashMap<u32, u32>,
    nameless: std::vec::IntoIter<u32>,
}

impl FarValues {
    /// Puts them into a program, before the records that use them.
    fn of(program: &mut Program, records: &[Record]) -> FarValues {
        let mut numbered = FxHashMap::default();
        let mut nameless = Vec::new();
        for operand in records.iter().flat_map(|record| &record.operands).filter(|operand| operand.far) {
            if operand.payload == Far::NAMELESS {
                nameless.push(program.push(Opcode::FOREIGN, &[], 0));
            } else {
                numbered.entry(operand.payload).or_insert_with(|| program.push(Opcode::FOREIGN, &[], 0));
            }
        }
        FarValues { numbered, nameless: nameless.into_iter() }
    }

    /// The entry of a value by its number; of those without, the next.
    fn entry(&mut self, number: u32) -> u32 {
        match number {
            Far::NAMELESS => self.nameless.next().expect("there is one for each use"),
            number => self.numbered[&number],
        }
    }
}

/// The matches that a chip has to find, pairs of the number of a record, separators aside, and of a pattern. They are those of the program that the stream shows, without those that need a far value without
/// a number to be equal to itself: two nodes may lie on one record, and a chip sees two zeros. `find` gives all matches of a program.
pub fn matches(
    layout: &Layout,
    stream: &Stream,
    patterns: &[Pattern],
    find: impl FnOnce(&Program, &[Pattern]) -> Vec<(u32, u32)>,
) -> Result<Vec<(u32, u32)>, u32> {
    let (program, numbers) = view(layout, stream)?;
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
    Ok(found)
}

/// Whether a match compares far values without a number.
fn compares_nameless(
    program: &Program,
    layout: &Layout,
    pattern: &Pattern,
    root: u32,
    record_of: &[Option<(u32, &Record)>],
) -> bool {
    let lies_on = lay(program, pattern, root).expect("it is a match");
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
    use crate::alphabet::{Alphabet, OpKind};
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
        let patterns = [Pattern { name: "p".to_string(), nodes, equalities }];
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
        let found = reference::all_matches(&program, &patterns);
        assert_eq!(found, [(both[0], 0), (both[1], 0)]);
        for order in [Order::Forwards, Order::Backwards] {
            let stream = encode(&program, &layout, order);
            let shown = matches(&layout, &stream, &patterns, reference::all_matches).expect("we wrote it");
            assert_eq!(shown.len(), 1, "{order:?}: {shown:?}");
        }
        assert_eq!(missed::missed(&program, &layout, &patterns, &found), [(both[1], 0)]);
    }

    /// A row of operations, each with the one before as operand; the last record has a distance less one.
    fn shown_at(layout: &Layout, alphabet: &Alphabet, order: Order, distance: u32) -> bool {
        let neg = alphabet.find("neg").expect("it has it");
        let record = |payload| Record {
            code: layout.code(neg),
            operands: [crate::stream::Operand { far: false, payload }].into_iter().collect(),
            facts: 0,
        };
        let other = Record { code: Layout::OTHER, ..record(0) };
        let mut records = vec![other; 7];
        records.push(record(distance));
        if order == Order::Backwards {
            records.reverse();
        }
        records.push(layout.separator(0));
        view(layout, &Stream { order, records }).is_ok()
    }

    #[test]
    fn a_distance_beyond_the_window_or_the_block_is_no_record_of_ours() {
        let kind = OpKind { name: "neg".to_string(), operands: 1, has_result: true };
        let alphabet = Alphabet::new([kind]).expect("one kind fits");
        let neg = alphabet.find("neg").expect("it has it");
        let node = |below| Node { opcodes: [neg].into_iter().collect(), facts: 0, operands: vec![below] };
        let nodes = vec![node(Some(1)), node(None)];
        let patterns = [Pattern { name: "p".to_string(), nodes, equalities: Vec::new() }];
        for order in [Order::Forwards, Order::Backwards] {
            let shown = |window| {
                let layout = Layout::new(&alphabet, &patterns, window);
                [3, 4, 5, 6, 7].map(|distance| shown_at(&layout, &alphabet, order, distance))
            };
            // A window of 5 has distances of three bits, so that 5 to 7 can be written.
            assert_eq!(shown(5), [true, true, false, false, false], "{order:?}");
            assert_eq!(shown(20), [true, true, true, true, false], "{order:?}");
        }
    }
}
