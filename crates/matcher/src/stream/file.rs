//! Streams as files.
//!
//! `docs/matching.md` has the layout of their bytes, for those who write such files or read them with other tools.

use super::key::fnv;
use super::layout::Layout;
use super::{Operand, Order, Record, Stream};
use smallvec::{SmallVec, smallvec};

const MAGIC: &[u8; 8] = b"FLWRSTRM";
/// The version of the format.
pub const VERSION: u16 = 3;
const HEADER: usize = 46;
const MATCH: usize = 8;
const CHECK: usize = 8;

/// Why a file is no stream for a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileFault {
    /// It is of a version that this program does not read.
    Version(u16),
    /// It is shorter than any stream.
    Short {
        /// How many bytes the shortest has.
        least: u64,
        /// How many it has.
        found: u64,
    },
    /// It is shorter or longer than it says.
    Length {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// What it holds is not what was written: its check is that of something else.
    Damaged,
    /// It says what no program says.
    Unsound {
        /// The number of the record that does, without separators, if it is one.
        record: Option<u32>,
    },
    /// It was made for something else.
    Other {
        /// What it was made for.
        made: MadeFor,
        /// What it should be made for.
        wanted: MadeFor,
    },
}

/// What a stream is made for: all that its numbers depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeFor {
    /// The order of a block, which is that of the chip.
    pub order: Order,
    /// The window.
    pub window: u32,
    /// The dialects and patterns, as [`super::key`] tells them.
    pub key: u64,
}

/// A stream with the matches that it does not show, each the number of a record without separators and of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The stream.
    pub stream: Stream,
    /// The matches.
    pub missed: Vec<(u32, u32)>,
}

/// Whether a file begins as streams do.
pub fn is_stream(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The bytes of a stream for patterns with this key.
pub fn write(layout: &Layout, key: u64, saved: &Saved) -> Vec<u8> {
    let Saved { stream, missed } = saved;
    let mut bytes = header(layout, key, stream.order, stream.records.len() as u64, missed.len() as u64);
    for record in &stream.records {
        bytes.extend(pack(layout, record));
    }
    for number in missed.iter().flat_map(|(root, pattern)| [root, pattern]) {
        bytes.extend(number.to_le_bytes());
    }
    let check = fnv(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

/// The bits of a record, in as few bytes as they fit in.
pub fn pack(layout: &Layout, record: &Record) -> Packed {
    let mut bytes = smallvec![0; layout.record_bits().div_ceil(8) as usize];
    let mut low = 0;
    let mut put = |number: u64, bits: u32| {
        for bit in (0..bits).filter(|bit| number >> bit & 1 != 0) {
            bytes[(low + bit) as usize / 8] |= 1u8 << ((low + bit) % 8);
        }
        low += bits;
    };
    put(u64::from(record.code), layout.code_bits());
    for operand in &record.operands {
        put(u64::from(operand.payload), layout.payload_bits());
        put(u64::from(operand.far), 1);
    }
    put(record.facts, layout.facts.len() as u32);
    bytes
}

/// A record in bytes.
pub type Packed = SmallVec<[u8; 16]>;

/// The stream in a file, if it is one for this layout, key and order.
pub fn read(layout: &Layout, key: u64, order: Order, bytes: &[u8]) -> Result<Saved, FileFault> {
    let found = bytes.len() as u64;
    if bytes.len() < HEADER + CHECK {
        return Err(FileFault::Short { least: (HEADER + CHECK) as u64, found });
    }
    let version = number(&bytes[8..10]) as u16;
    if version != VERSION {
        return Err(FileFault::Version(version));
    }
    let (count, missed) = (number(&bytes[30..38]), number(&bytes[38..46]));
    let (body, check) = bytes.split_at(bytes.len() - CHECK);
    let is_whole = fnv(body) == number(check);
    // What the header says of the layout is compared before the length, which follows from it.
    if body[..HEADER] != header(layout, key, order, count, missed) {
        let (made, wanted) = (made_for(body), MadeFor { order, window: layout.window, key });
        return Err(match is_whole {
            false => FileFault::Damaged,
            true if made == wanted => FileFault::Unsound { record: None },
            true => FileFault::Other { made, wanted },
        });
    }
    let each = layout.record_bits().div_ceil(8) as usize;
    let room = |count: u64, each: usize| count.saturating_mul(each as u64);
    let expected =
        room(count, each).saturating_add(room(missed, MATCH)).saturating_add((HEADER + CHECK) as u64);
    if expected != found {
        return Err(FileFault::Length { expected, found });
    }
    if !is_whole {
        return Err(FileFault::Damaged);
    }
    let (records, missed) = body[HEADER..].split_at(count as usize * each);
    let records = records.chunks(each.max(1)).map(|bytes| record(layout, bytes)).collect();
    let missed = missed.chunks(MATCH).map(|pair| (number(&pair[..4]) as u32, number(&pair[4..]) as u32));
    Ok(Saved { stream: Stream { order, records }, missed: missed.collect() })
}

/// What the header of a file says that it was made for.
fn made_for(header: &[u8]) -> MadeFor {
    MadeFor {
        order: if header[10] == 0 { Order::Backwards } else { Order::Forwards },
        window: number(&header[18..22]) as u32,
        key: number(&header[22..30]),
    }
}

/// The number in some bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn record(layout: &Layout, bytes: &[u8]) -> Record {
    let mut at = 0;
    let mut take = |bits: u32| {
        let bit = |place: u32| u64::from(bytes[place as usize / 8] >> (place % 8) & 1);
        let number = (0..bits).fold(0, |number, place| number | bit(at + place) << place);
        at += bits;
        number
    };
    let code = take(layout.code_bits()) as u16;
    let operand = |_| {
        let payload = take(layout.payload_bits()) as u32;
        Operand { payload, far: take(1) != 0 }
    };
    let operands = (0..layout.fields()).map(operand).collect();
    Record { code, operands, facts: take(layout.facts.len() as u32) }
}

fn header(layout: &Layout, key: u64, order: Order, records: u64, missed: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(u8::from(order == Order::Forwards));
    // Each is less than a byte holds: codes have 16 bits, payloads 32 and facts 64 at the most.
    let small = [layout.code_bits(), layout.payload_bits(), layout.facts.len() as u32];
    bytes.extend(small.map(|number| number as u8));
    bytes.extend([layout.fields(), layout.window].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([key, records, missed].iter().flat_map(|number| number.to_le_bytes()));
    debug_assert_eq!(bytes.len(), HEADER);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{Alphabet, OpKind};
    use crate::pattern::{Node, Pattern, Slot};
    use crate::random::Shape;
    use crate::stream::encode;
    use base::Rng;

    fn some_stream(seed: u64, window: u32) -> (Layout, Saved) {
        let rng = &mut Rng::new(seed);
        let shape = Shape::any(rng);
        let alphabet = shape.alphabet(rng);
        let patterns: Vec<_> = (0..3).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, window);
        let program = shape.program(&alphabet, &patterns, rng);
        let order = if seed.is_multiple_of(2) { Order::Forwards } else { Order::Backwards };
        let missed = (0..rng.below(4) as u32).map(|n| (n, n / 2)).collect();
        (layout.clone(), Saved { stream: encode(&program, &layout, order), missed })
    }

    #[test]
    fn what_is_written_is_read() {
        for seed in 0..300 {
            let (layout, saved) = some_stream(seed, 1 + (seed as u32 * 7) % 100);
            let bytes = write(&layout, seed, &saved);
            assert_eq!(read(&layout, seed, saved.stream.order, &bytes), Ok(saved), "seed {seed}");
        }
    }

    #[test]
    fn a_file_that_was_cut_or_changed_is_refused() {
        let (layout, saved) = some_stream(3, 16);
        let bytes = write(&layout, 7, &saved);
        let order = saved.stream.order;
        let least = (HEADER + CHECK) as u64;
        for length in 0..bytes.len() {
            let (expected, found) = (bytes.len() as u64, length as u64);
            let fault = match found < least {
                true => FileFault::Short { least, found },
                false => FileFault::Length { expected, found },
            };
            assert_eq!(read(&layout, 7, order, &bytes[..length]), Err(fault), "{length} bytes");
        }
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let fault = read(&layout, 7, order, &changed).expect_err("a bit is another");
            match bit / 8 {
                8..10 => assert!(matches!(fault, FileFault::Version(_)), "bit {bit}: {fault:?}"),
                // With another number of records or of matches, it would have another length.
                30..HEADER => assert!(matches!(fault, FileFault::Length { .. }), "bit {bit}: {fault:?}"),
                _ => assert_eq!(fault, FileFault::Damaged, "bit {bit}"),
            }
        }
    }

    #[test]
    fn records_may_have_many_operands() {
        let kind = OpKind { name: "t.call".to_string(), operands: 300, has_result: true };
        let alphabet = Alphabet::new([kind]).expect("one kind fits");
        let call = alphabet.find("t.call").expect("the alphabet has it");
        let node = |operands| Node { opcodes: [call].into_iter().collect(), facts: 0, operands };
        let slot = |operand| Slot { node: 0, operand };
        let equalities = (1..300).map(|operand| (slot(0), slot(operand))).collect();
        let pattern = Pattern { name: "p".to_string(), nodes: vec![node(vec![None; 300])], equalities };
        let patterns = [pattern];
        let layout = Layout::new(&alphabet, &patterns, 8);
        assert_eq!(layout.fields(), 300);
        let mut program = crate::Program::new(&alphabet);
        program.begin_block(2);
        program.push(call, &[0; 300], 0);
        let saved = Saved { stream: encode(&program, &layout, Order::Forwards), missed: Vec::new() };
        let bytes = write(&layout, 7, &saved);
        assert_eq!(number(&bytes[14..18]), 300, "what the header says");
        assert_eq!(read(&layout, 7, Order::Forwards, &bytes), Ok(saved));
    }

    #[test]
    fn a_file_for_something_else_is_refused() {
        let (layout, saved) = some_stream(3, 16);
        let bytes = write(&layout, 7, &saved);
        let made = MadeFor { order: Order::Backwards, window: 16, key: 7 };
        let check = |wanted: MadeFor| {
            let mut other = layout.clone();
            other.window = wanted.window;
            let read = read(&other, wanted.key, wanted.order, &bytes);
            assert_eq!(read, Err(FileFault::Other { made, wanted }));
        };
        check(MadeFor { window: 15, ..made });
        check(MadeFor { key: 8, ..made });
        check(MadeFor { order: Order::Forwards, ..made });
        check(MadeFor { order: Order::Forwards, window: 300, key: u64::MAX });
        let mut newer = bytes.clone();
        newer[8] += 1;
        assert_eq!(read(&layout, 7, made.order, &newer), Err(FileFault::Version(VERSION + 1)));
        // One that fits what it says, with bits of a code that no layout of this key has.
        let mut forged = bytes[..bytes.len() - CHECK].to_vec();
        forged[11] += 1;
        forged.extend(fnv(&forged).to_le_bytes());
        assert_eq!(read(&layout, 7, made.order, &forged), Err(FileFault::Unsound { record: None }));
    }
}
