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
//! | 8 | what the codes, fields and facts mean: a hash of the layout and of the names of its operations |
//! | 8 | number of records |
//! | … | records, each in as few bytes as it fits in: the code, the operands with the bit that says far above the payload, the facts, from the lowest bit on |
//! | 8 | a hash of all bytes before |
//!
//! Numbers have their lowest byte first. Hashes are FNV-1a of 64 bits.

use super::layout::Layout;
use super::{Operand, Order, Record, Stream};
use crate::alphabet::Alphabet;
use smallvec::{SmallVec, smallvec};

const MAGIC: &[u8; 8] = b"FLWRSTRM";
const VERSION: u16 = 1;
const HEADER: usize = 36;
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
    /// It was written for other dialects, patterns or another window.
    OtherLayout,
}

/// The bytes of a stream.
pub fn write(alphabet: &Alphabet, layout: &Layout, stream: &Stream) -> Vec<u8> {
    let mut bytes = header(alphabet, layout, stream.order, stream.records.len() as u64);
    for record in &stream.records {
        bytes.extend(pack(layout, record));
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

/// The stream in a file, if it is one for this layout.
pub fn read(alphabet: &Alphabet, layout: &Layout, bytes: &[u8]) -> Result<Stream, FileFault> {
    if !bytes.starts_with(MAGIC) {
        return Err(FileFault::NoStream);
    }
    let found = bytes.len() as u64;
    if bytes.len() < HEADER + CHECK {
        return Err(FileFault::Length { expected: (HEADER + CHECK) as u64, found });
    }
    let number = |at: usize, size: usize| {
        bytes[at..at + size].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    let version = number(8, 2) as u16;
    if version != VERSION {
        return Err(FileFault::Version(version));
    }
    let count = number(28, 8);
    let order = if number(10, 1) == 0 { Order::Backwards } else { Order::Forwards };
    // What the header says of the layout is compared before the length, which follows from it.
    if bytes[..HEADER] != header(alphabet, layout, order, count) {
        let whole = fnv(&bytes[..bytes.len() - CHECK]) == number(bytes.len() - CHECK, CHECK);
        return Err(if whole { FileFault::OtherLayout } else { FileFault::Corrupt });
    }
    let each = layout.record_bits().div_ceil(8) as usize;
    let expected = count.saturating_mul(each as u64).saturating_add((HEADER + CHECK) as u64);
    if expected != found {
        return Err(FileFault::Length { expected, found });
    }
    if fnv(&bytes[..bytes.len() - CHECK]) != number(bytes.len() - CHECK, CHECK) {
        return Err(FileFault::Corrupt);
    }
    let records = bytes[HEADER..bytes.len() - CHECK].chunks(each.max(1));
    Ok(Stream { order, records: records.map(|bytes| record(layout, bytes)).collect() })
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

fn header(alphabet: &Alphabet, layout: &Layout, order: Order, count: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let small = [layout.code_bits(), layout.payload_bits(), layout.fields(), layout.facts.len() as u32, 0];
    bytes.push(u8::from(order == Order::Forwards));
    bytes.extend(small.map(|number| number as u8));
    bytes.extend(layout.window.to_le_bytes());
    bytes.extend(meaning(alphabet, layout).to_le_bytes());
    bytes.extend(count.to_le_bytes());
    debug_assert_eq!(bytes.len(), HEADER);
    bytes
}

/// A hash of what the numbers in records stand for.
fn meaning(alphabet: &Alphabet, layout: &Layout) -> u64 {
    let mut text = format!("{:?} {:?}", layout.facts, layout.positions);
    for (opcode, fields) in layout.operations.iter().zip(&layout.looked_at) {
        text += &format!("{} {fields:?}\n", alphabet.kind(*opcode).name);
    }
    fnv(text.as_bytes())
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

    fn some_stream(seed: u64, window: u32) -> (Alphabet, Layout, Stream) {
        let rng = &mut Rng::new(seed);
        let shape = Shape::any(rng);
        let alphabet = shape.alphabet(rng);
        let patterns: Vec<_> = (0..3).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, window);
        let program = shape.program(&alphabet, &patterns, rng);
        let order = if seed.is_multiple_of(2) { Order::Forwards } else { Order::Backwards };
        let stream = encode(&program, &layout, order);
        (alphabet, layout, stream)
    }

    #[test]
    fn what_is_written_is_read() {
        for seed in 0..300 {
            let (alphabet, layout, stream) = some_stream(seed, 1 + (seed as u32 * 7) % 100);
            let bytes = write(&alphabet, &layout, &stream);
            assert_eq!(read(&alphabet, &layout, &bytes), Ok(stream), "seed {seed}");
        }
    }

    #[test]
    fn a_file_that_was_cut_or_changed_is_refused() {
        let (alphabet, layout, stream) = some_stream(3, 16);
        let bytes = write(&alphabet, &layout, &stream);
        for length in 0..bytes.len() {
            assert!(read(&alphabet, &layout, &bytes[..length]).is_err(), "{length} bytes");
        }
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&alphabet, &layout, &changed).is_err(), "bit {bit}");
        }
        assert_eq!(read(&alphabet, &layout, b"#!/bin/sh"), Err(FileFault::NoStream));
    }

    #[test]
    fn a_file_for_another_layout_is_refused() {
        let (alphabet, layout, stream) = some_stream(3, 16);
        let bytes = write(&alphabet, &layout, &stream);
        let mut other = layout.clone();
        other.window = 15;
        assert_eq!(read(&alphabet, &other, &bytes), Err(FileFault::OtherLayout));
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(read(&alphabet, &layout, &newer), Err(FileFault::Version(2)));
    }
}
