//! Streams as files.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `FLWRSTRM` |
//! | 2 | version of the format, 1 |
//! | 1 | order: 0 backwards, 1 forwards |
//! | 1 | bits of a code |
//! | 1 | bits of a payload |
//! | 1 | operands of a record |
//! | 1 | facts of a record |
//! | 1 | zero |
//! | 4 | window |
//! | 8 | what the codes, fields and facts mean: the key of the patterns |
//! | 8 | number of records |
//! | 8 | number of matches that the records do not show |
//! | … | records, each in as few bytes as it fits in: the code, the operands with the bit that says far above the payload, the facts, from the lowest bit on |
//! | … | matches that the records do not show: the number of a record, without separators, and the number of a pattern, 4 bytes each |
//! | 8 | a hash of all bytes before |
//!
//! Numbers have their lowest byte first. Hashes are FNV-1a of 64 bits. So a file has all matches of its program: those that a chip finds in the records, and those that are listed.

use super::layout::Layout;
use super::{Operand, Order, Record, Stream};
use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use smallvec::{SmallVec, smallvec};

const MAGIC: &[u8; 8] = b"FLWRSTRM";
/// The version of the format.
pub const VERSION: u16 = 1;
const HEADER: usize = 44;
const MATCH: usize = 8;
const CHECK: usize = 8;

/// Why a file is no stream for a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileFault {
    /// It does not begin as such files do.
    NoStream,
    /// It is of a version that this program does not read.
    Version(u16),
    /// It is shorter or longer than it says.
    Length {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// What it holds is not what was written.
    Corrupt,
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
    /// The dialects and patterns, as [`key`] tells them.
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

/// What a stream is made for: a hash of the patterns, of the names of all operations, and of the facts as text.
pub fn key(alphabet: &Alphabet, patterns: &[Pattern], facts: &[String]) -> u64 {
    let names: Vec<&str> = alphabet.operations().map(|opcode| alphabet.kind(opcode).name.as_str()).collect();
    fnv(format!("{names:?} {patterns:?} {facts:?}").as_bytes())
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
    if !is_stream(bytes) {
        return Err(FileFault::NoStream);
    }
    let found = bytes.len() as u64;
    if bytes.len() < HEADER + CHECK {
        return Err(FileFault::Length { expected: (HEADER + CHECK) as u64, found });
    }
    let version = number(&bytes[8..10]) as u16;
    if version != VERSION {
        return Err(FileFault::Version(version));
    }
    let (count, missed) = (number(&bytes[28..36]), number(&bytes[36..44]));
    let (body, check) = bytes.split_at(bytes.len() - CHECK);
    let is_whole = fnv(body) == number(check);
    // What the header says of the layout is compared before the length, which follows from it.
    if body[..HEADER] != header(layout, key, order, count, missed) {
        let (made, wanted) = (made_for(body), MadeFor { order, window: layout.window, key });
        let is_other = is_whole && made != wanted;
        return Err(if is_other { FileFault::Other { made, wanted } } else { FileFault::Corrupt });
    }
    let each = layout.record_bits().div_ceil(8) as usize;
    let room = |count: u64, each: usize| count.saturating_mul(each as u64);
    let expected =
        room(count, each).saturating_add(room(missed, MATCH)).saturating_add((HEADER + CHECK) as u64);
    if expected != found {
        return Err(FileFault::Length { expected, found });
    }
    if !is_whole {
        return Err(FileFault::Corrupt);
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
        window: number(&header[16..20]) as u32,
        key: number(&header[20..28]),
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
    let small = [layout.code_bits(), layout.payload_bits(), layout.fields(), layout.facts.len() as u32, 0];
    bytes.push(u8::from(order == Order::Forwards));
    bytes.extend(small.map(|number| number as u8));
    bytes.extend(layout.window.to_le_bytes());
    bytes.extend([key, records, missed].iter().flat_map(|number| number.to_le_bytes()));
    debug_assert_eq!(bytes.len(), HEADER);
    bytes
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for length in 0..bytes.len() {
            assert!(read(&layout, 7, order, &bytes[..length]).is_err(), "{length} bytes");
        }
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&layout, 7, order, &changed).is_err(), "bit {bit}");
        }
        assert_eq!(read(&layout, 7, order, b"#!/bin/sh"), Err(FileFault::NoStream));
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
        newer[8] = 2;
        assert_eq!(read(&layout, 7, made.order, &newer), Err(FileFault::Version(2)));
    }
}
