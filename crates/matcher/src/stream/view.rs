//! The program that a stream shows: what a chip has to find is what matches in it.

use super::layout::{Far, Layout};
use super::{Order, Stream};
use crate::alphabet::{Alphabet, Opcode};
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
