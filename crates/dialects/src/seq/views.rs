//! Operations of `seq` read as what they are: a register, a memory, a port, a queue.
//!
//! Views hold values and numbers and no behaviour. Each function gives `None` for an operation of another kind, and for one that the
//! verifier would refuse.

use super::attrs::{MemoryInit, ReadUnderWrite, memory_init};
use super::ops::*;
use super::types::{MemoryType, memory_type};
use ir::{Attr, Ir, Op, Value};

/// A register of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// What it takes when the clock rises.
    pub input: Value,
    /// Its clock.
    pub clock: Value,
    /// If it has one, it keeps its value while this is 0.
    pub enable: Option<Value>,
    /// Its reset, if it has one; it goes before the enable.
    pub reset: Option<Reset>,
    /// Where it starts: a result of `seq.initial` (of a `compreg`).
    pub initial: Option<Value>,
    /// Where it starts: a number (of a `firreg`). [`super::Initials`] reads both.
    pub preset: Option<Attr>,
}

/// The reset of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reset {
    /// When this is 1...
    pub signal: Value,
    /// ...it takes this.
    pub value: Value,
    /// It does not wait for the clock.
    pub is_async: bool,
}

/// The one operand of a group that may be empty.
fn optional(ir: &Ir, op: Op, group: usize) -> Option<Value> {
    ir.group_operands(op, group).next()
}

/// A register.
pub fn register(ir: &Ir, op: Op) -> Option<Register> {
    match ir.code(op) {
        COMPREG => compreg(ir, op, 0),
        COMPREG_CE => compreg(ir, op, 1),
        FIRREG => {
            let reset: Vec<Value> = ir.group_operands(op, 2).collect();
            let reset = match reset[..] {
                [signal, value] => Some(Reset { signal, value, is_async: ir.attr(op, "isAsync").is_some() }),
                [] => None,
                _ => return None,
            };
            Some(Register {
                input: optional(ir, op, 0)?,
                clock: optional(ir, op, 1)?,
                enable: None,
                reset,
                initial: None,
                preset: ir.attr(op, "preset"),
            })
        }
        _ => None,
    }
}

/// A `compreg`, with `shift` groups between clock and reset.
fn compreg(ir: &Ir, op: Op, shift: usize) -> Option<Register> {
    let reset = match (optional(ir, op, 2 + shift), optional(ir, op, 3 + shift)) {
        (Some(signal), Some(value)) => Some(Reset { signal, value, is_async: false }),
        (None, None) => None,
        _ => return None,
    };
    Some(Register {
        input: optional(ir, op, 0)?,
        clock: optional(ir, op, 1)?,
        enable: if shift == 1 { Some(optional(ir, op, 2)?) } else { None },
        reset,
        initial: optional(ir, op, 4 + shift),
        preset: None,
    })
}

/// A memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory<'a> {
    /// Its words.
    pub ty: MemoryType,
    /// Edges between an address and its word; 0 reads at once.
    pub read_latency: u32,
    /// Edges until a word is written.
    pub write_latency: u32,
    /// What a read sees of a write at the same edge.
    pub ruw: ReadUnderWrite,
    /// The file whose words it begins with.
    pub init: Option<MemoryInit<'a>>,
    /// The words it begins with, a dense attribute with an integer for each; without these and a file it begins with zeros.
    pub words: Option<Attr>,
}

/// The attribute of a `seq.firmem` that holds the words it begins with. CIRCT has files only; it must not leave the words out without
/// a word, so this is of a dialect that it does not know.
pub const WORDS: &str = "flowright.words";

/// A memory.
pub fn memory(ir: &Ir, op: Op) -> Option<Memory<'_>> {
    if ir.code(op) != FIRMEM {
        return None;
    }
    let number = |name: &str| ir.int_attr(op, name).and_then(|number| u32::try_from(number).ok());
    Some(Memory {
        ty: memory_type(&ir.ctx, ir.ty(ir.result(op, 0)))?,
        read_latency: number("readLatency")?,
        write_latency: number("writeLatency")?,
        ruw: ir.int_attr(op, "ruw").and_then(ReadUnderWrite::new)?,
        init: ir.attr(op, "init").and_then(|init| memory_init(&ir.ctx, init)),
        words: ir.attr(op, WORDS),
    })
}

/// A port that reads; its result is the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadPort {
    /// The result of the `seq.firmem`.
    pub memory: Value,
    /// Which word.
    pub address: Value,
    /// Its clock.
    pub clock: Value,
    /// It reads only when this is 1.
    pub enable: Option<Value>,
}

/// A port that reads.
pub fn read_port(ir: &Ir, op: Op) -> Option<ReadPort> {
    if ir.code(op) != READ_PORT {
        return None;
    }
    Some(ReadPort {
        memory: optional(ir, op, 0)?,
        address: optional(ir, op, 1)?,
        clock: optional(ir, op, 2)?,
        enable: optional(ir, op, 3),
    })
}

/// A port that writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WritePort {
    /// The result of the `seq.firmem`.
    pub memory: Value,
    /// Which word.
    pub address: Value,
    /// Its clock.
    pub clock: Value,
    /// It writes only when this is 1.
    pub enable: Option<Value>,
    /// What it writes.
    pub data: Value,
    /// Which parts of the word it writes; all of them without one.
    pub mask: Option<Value>,
}

/// A port that writes.
pub fn write_port(ir: &Ir, op: Op) -> Option<WritePort> {
    if ir.code(op) != WRITE_PORT {
        return None;
    }
    Some(WritePort {
        memory: optional(ir, op, 0)?,
        address: optional(ir, op, 1)?,
        clock: optional(ir, op, 2)?,
        enable: optional(ir, op, 3),
        data: optional(ir, op, 4)?,
        mask: optional(ir, op, 5),
    })
}

/// A port that writes when its mode is 1 and reads when it is 0; its result is the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadWritePort {
    /// The result of the `seq.firmem`.
    pub memory: Value,
    /// Which word.
    pub address: Value,
    /// Its clock.
    pub clock: Value,
    /// It does something only when this is 1.
    pub enable: Option<Value>,
    /// What it writes.
    pub data: Value,
    /// Whether it writes.
    pub mode: Value,
    /// Which parts of the word it writes; all of them without one.
    pub mask: Option<Value>,
}

/// A port that reads and writes.
pub fn read_write_port(ir: &Ir, op: Op) -> Option<ReadWritePort> {
    if ir.code(op) != READ_WRITE_PORT {
        return None;
    }
    Some(ReadWritePort {
        memory: optional(ir, op, 0)?,
        address: optional(ir, op, 1)?,
        clock: optional(ir, op, 2)?,
        enable: optional(ir, op, 3),
        data: optional(ir, op, 4)?,
        mode: optional(ir, op, 5)?,
        mask: optional(ir, op, 6),
    })
}

/// A queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fifo {
    /// What is written.
    pub input: Value,
    /// Takes the oldest element out.
    pub read_enable: Value,
    /// Puts the input in.
    pub write_enable: Value,
    /// Its clock.
    pub clock: Value,
    /// Empties it when the clock rises.
    pub reset: Value,
    /// Slots.
    pub depth: u64,
    /// 0: the output is the oldest element; 1: it is the one that was read at the last edge.
    pub read_latency: u64,
    /// How many elements are almost too many, and the result that says that there are so many or more.
    pub almost_full: Option<(u64, Value)>,
    /// How many elements are almost none, and the result that says that there are so many or fewer.
    pub almost_empty: Option<(u64, Value)>,
    /// The result that is an element.
    pub output: Value,
    /// The result that says that all slots are taken.
    pub full: Value,
    /// The result that says that no slot is taken.
    pub empty: Value,
}

/// A queue.
pub fn fifo(ir: &Ir, op: Op) -> Option<Fifo> {
    if ir.code(op) != FIFO {
        return None;
    }
    let number = |name: &str| ir.int_attr(op, name).and_then(|number| u64::try_from(number).ok());
    let result = |group: usize| ir.result_group(op, group).next().map(|index| ir.result(op, index));
    Some(Fifo {
        input: optional(ir, op, 0)?,
        read_enable: optional(ir, op, 1)?,
        write_enable: optional(ir, op, 2)?,
        clock: optional(ir, op, 3)?,
        reset: optional(ir, op, 4)?,
        depth: number("depth")?,
        read_latency: number("rdLatency")?,
        almost_full: number("almostFullThreshold").zip(result(3)),
        almost_empty: number("almostEmptyThreshold").zip(result(4)),
        output: result(0)?,
        full: result(1)?,
        empty: result(2)?,
    })
}
