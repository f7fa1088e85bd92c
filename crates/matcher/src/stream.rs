//! Programs as chips take them: a row of records, one a cycle.
//!
//! A record is an operation: its code, where its operands are made, and its facts. What no pattern looks at is left out ([`layout`]): operations that stand in no pattern
//! share one code, operands that no pattern follows or compares have no field, facts that none asks for no bit.
//!
//! | record | code | fields |
//! |---|---|---|
//! | separator | 0 | the number of the block that has just ended, as many of its low bits as fit |
//! | argument of a block, operation that stands in no pattern | 1 | zeros |
//! | any other operation | 2 and up | an operand in each |
//!
//! **Operands.** A value that is made in the same block, before its use and no more than a window away, is near: its field has the distance less one, so 0 is
//! the record next to it. Records of arguments count, separators do not, as no distance goes across one. Every other value is far, and has a number of its own in its block as long as there are numbers:
//! two far operands are the same value exactly if they have the same one. Those that come too late have the number 0, which is equal to nothing.
//!
//! **What a chip cannot see.** It does not follow far operands, and does not know when a far one and a near one are the same value. So a chip finds no match that is none, and misses
//! some; which ones follows from the program ([`missed`]), and software adds these. The sum is exact.
//!
//! **Order.** Backwards a block goes from its last operation to its first, and then from its last argument to its first; forwards the other way. A separator follows on either.

pub mod file;
pub mod key;
pub mod layout;
pub mod missed;
pub mod view;

use crate::program::Program;
use layout::{Far, Layout};
use smallvec::SmallVec;

/// Which way a block is gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// From its end, users before values.
    Backwards,
    /// From its beginning, values before users.
    Forwards,
}

impl Order {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Order::Backwards => "backwards",
            Order::Forwards => "forwards",
        }
    }
}

/// One record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What it is; see [`Layout`].
    pub code: u16,
    /// As many as the layout has fields.
    pub operands: SmallVec<[Operand; 4]>,
    /// A bit for each fact of the layout.
    pub facts: u64,
}

/// An operand in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Operand {
    /// Whether the value is made elsewhere.
    pub far: bool,
    /// The distance less one, or the number of a far value.
    pub payload: u32,
}

/// A program as records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    /// The order of every block.
    pub order: Order,
    /// The records, those of separators among them.
    pub records: Vec<Record>,
}

/// The records of a program.
pub fn encode(program: &Program, layout: &Layout, order: Order) -> Stream {
    let mut records = Vec::with_capacity(program.len() + program.blocks.len());
    for (number, block) in (0..).zip(&program.blocks) {
        let mut far = Far::new(layout);
        let first = records.len();
        // Far values are numbered in one order, so that what a chip sees does not depend on the way it goes through a block.
        records.extend(block.entries.clone().map(|entry| layout.record(program, block, entry, &mut far)));
        if order == Order::Backwards {
            records[first..].reverse();
        }
        records.push(layout.separator(number));
    }
    Stream { order, records }
}

/// The entry that each record is of, for those that are of one.
pub fn entries_of_records(program: &Program, order: Order) -> Vec<Option<u32>> {
    let mut entries = Vec::with_capacity(program.len() + program.blocks.len());
    for block in &program.blocks {
        let first = entries.len();
        entries.extend(block.entries.clone().map(Some));
        if order == Order::Backwards {
            entries[first..].reverse();
        }
        entries.push(None);
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::random::Shape;
    use crate::reference;
    use base::Rng;

    #[test]
    fn what_a_stream_shows_and_what_it_misses_is_all_there_is() {
        let mut some_missed = 0;
        for seed in 0..2000 {
            let rng = &mut Rng::new(seed);
            let shape = Shape::any(rng);
            let alphabet = shape.alphabet(rng);
            let patterns: Vec<Pattern> =
                (0..5).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
            let program = shape.program(&alphabet, &patterns, rng);
            let layout = Layout::new(&alphabet, &patterns, 1 + rng.below(40) as u32);
            let expected = reference::all_matches(&program, &patterns);
            let missed = missed::missed(&program, &layout, &patterns, &expected);
            some_missed += u32::from(!missed.is_empty());
            for order in [Order::Backwards, Order::Forwards] {
                let stream = encode(&program, &layout, order);
                let shown =
                    view::matches(&layout, &stream, &patterns, reference::all_matches).expect("we wrote it");
                let entries: Vec<u32> = entries_of_records(&program, order).into_iter().flatten().collect();
                let found = shown.iter().map(|(record, p)| (entries[*record as usize], *p));
                let mut all: Vec<(u32, u32)> = found.chain(missed.iter().copied()).collect();
                all.sort_unstable();
                assert_eq!(all, expected, "seed {seed}, {order:?}");
            }
        }
        assert!(some_missed > 400, "{some_missed} of 2000 programs have a match that no chip sees");
    }

    /// Compares a program with the one that its stream shows, and counts the operands that are near, far with a number, and far without.
    fn compare_view(program: &Program, layout: &Layout, order: Order, what: &str) -> [u32; 3] {
        let stream = encode(program, layout, order);
        let (shown, numbers) = view::view(layout, &stream).expect("we wrote it");
        // The entry of the shown program for each entry of the program.
        let mut shown_at = vec![0; program.len()];
        for (entry, at) in entries_of_records(program, order).into_iter().zip(numbers) {
            assert_eq!(entry.is_some(), at.is_some(), "{what}: separators are separators");
            entry.zip(at).into_iter().for_each(|(entry, at)| shown_at[entry as usize] = at);
        }
        let asked = layout.facts.iter().fold(0, |all, fact| all | fact);
        let mut kinds = [0; 3];
        for block in &program.blocks {
            let mut far = Far::new(layout);
            // Which value stands for which, of far ones with a number.
            let mut pairs = Vec::new();
            for entry in block.entries.clone() {
                let (opcode, at) = (program.opcodes[entry as usize], shown_at[entry as usize]);
                let in_pattern = layout.code(opcode) != Layout::OTHER;
                let expected = if in_pattern { opcode } else { crate::Opcode::FOREIGN };
                assert_eq!(shown.opcodes[at as usize], expected, "{what}: entry {entry}");
                let facts = if in_pattern { program.facts[entry as usize] & asked } else { 0 };
                assert_eq!(shown.facts[at as usize], facts, "{what}: facts of entry {entry}");
                for field in layout.fields_of(opcode) {
                    let position = layout.positions[*field as usize];
                    let (value, is) = (program.operand(entry, position), shown.operand(at, position));
                    if layout.is_near(block, entry, value) {
                        assert_eq!(is, shown_at[value as usize], "{what}: operand {position} of {entry}");
                        kinds[0] += 1;
                    } else if far.number_of(value) != Far::NAMELESS {
                        pairs.push((value, is));
                        kinds[1] += 1;
                    } else {
                        assert!(!shown_at.contains(&is), "{what}: a far value is no record");
                        kinds[2] += 1;
                    }
                }
            }
            for ((a, a_is), (b, b_is)) in pairs.iter().zip(pairs.iter().skip(1)) {
                assert_eq!(a == b, a_is == b_is, "{what}: {a} and {b}");
            }
        }
        kinds
    }

    #[test]
    fn a_stream_shows_the_operations_near_operands_and_facts_of_its_program() {
        let mut kinds = [0; 3];
        for seed in 0..500 {
            let rng = &mut Rng::new(seed);
            let shape = Shape::any(rng);
            let alphabet = shape.alphabet(rng);
            let patterns: Vec<Pattern> =
                (0..5).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
            let program = shape.program(&alphabet, &patterns, rng);
            let layout = Layout::new(&alphabet, &patterns, 1 + rng.below(40) as u32);
            for order in [Order::Backwards, Order::Forwards] {
                let what = format!("seed {seed}, {order:?}");
                let own = compare_view(&program, &layout, order, &what);
                kinds = [0, 1, 2].map(|kind| kinds[kind] + own[kind]);
            }
        }
        assert!(kinds.iter().all(|count| *count > 1000), "near, far and without a number: {kinds:?}");
    }

    #[test]
    fn records_say_where_operands_are() {
        let rng = &mut Rng::new(0);
        let shape = Shape::measured(2, 10);
        let alphabet = shape.alphabet(rng);
        let opcode = alphabet.find("t.op0").expect("it has this one");
        let node = |operands| crate::Node { opcodes: [opcode].into_iter().collect(), facts: 0, operands };
        let nodes = vec![node(vec![Some(1), None]), node(vec![None, None])];
        let pattern = Pattern { name: "p".to_string(), nodes, equalities: Vec::new() };
        let layout = Layout::new(&alphabet, &[pattern], 4);
        assert_eq!(
            (layout.fields(), layout.code_bits(), layout.payload_bits(), layout.record_bits()),
            (1, 2, 2, 5)
        );
        let mut program = Program::new(&alphabet);
        program.begin_block(2);
        program.push(opcode, &[0, 1], 0);
        program.push(opcode, &[2, 1], 0);
        program.push(alphabet.find("t.op1").expect("it has this one"), &[2, 3], 0);
        program.begin_block(0);
        program.push(opcode, &[2, 2], 0);
        let stream = encode(&program, &layout, Order::Backwards);
        let text = |record: &Record| {
            let operand = record.operands[0];
            format!("{}:{}{}", record.code, if operand.far { "far" } else { "" }, operand.payload)
        };
        let texts: Vec<String> = stream.records.iter().map(text).collect();
        assert_eq!(texts, ["1:0", "2:0", "2:1", "1:0", "1:0", "0:0", "2:far1", "0:1"]);
    }
}
