//! The program that the processors run, and the little of an assembler that it takes.
//!
//! It never ends: it stirs a random number with what comes in, compares and combines it with a table in memory, calls a function, and sends
//! what it has found out. Every kind of instruction that the processor knows is in it.

/// Where a load reads what comes in and a store writes what goes out.
pub(super) const PORT: i32 = 256;

/// Registers of the program.
const ZERO: u32 = 0;
const RANDOM: u32 = 1;
const INDEX: u32 = 2;
const HASH: u32 = 3;
const RETURN: u32 = 4;
const PLACE: u32 = 5;
const ENTRY: u32 = 6;
const T: u32 = 7;
const U: u32 = 8;

/// The words of the program.
pub(super) fn words() -> Vec<u32> {
    let mut p: Vec<u32> = Vec::new();
    p.push(upper(0x37, RANDOM, 0x12345));
    p.push(immediate(0x13, 0, RANDOM, RANDOM, 0x678));
    p.push(upper(0x17, HASH, 0x54321));
    let again = p.len();
    p.push(immediate(0x03, 2, T, ZERO, PORT));
    p.push(register(0, 0, RANDOM, RANDOM, T));
    for (shift, by) in [(1, 13), (5, 17), (1, 5)] {
        p.push(immediate(0x13, shift, T, RANDOM, by));
        p.push(register(0, 4, RANDOM, RANDOM, T));
    }
    p.push(immediate(0x13, 7, PLACE, INDEX, 0xfc));
    p.push(immediate(0x03, 2, ENTRY, PLACE, 0));
    p.push(branch(4, ENTRY, RANDOM, 12));
    p.push(register(0x20, 0, HASH, HASH, ENTRY));
    p.push(jump(ZERO, 12));
    p.push(register(1, 0, U, ENTRY, RANDOM));
    p.push(register(0, 0, HASH, HASH, U));
    // The function stands after the loop, six instructions from here.
    p.push(jump(RETURN, 6 * 4));
    p.push(store(PLACE, HASH, 0));
    p.push(store(ZERO, HASH, PORT));
    p.push(immediate(0x13, 0, INDEX, INDEX, 4));
    let back = again as i32 - p.len() as i32;
    p.push(branch(1, INDEX, ZERO, 4 * back));
    p.push(jump(ZERO, 4 * (back - 1)));
    p.push(immediate(0x13, 5, T, HASH, 3 | 0x400));
    p.push(register(0, 6, U, T, RANDOM));
    p.push(register(0, 4, HASH, HASH, U));
    p.push(register(0, 3, T, RANDOM, HASH));
    p.push(register(0, 2, U, RANDOM, HASH));
    p.push(register(0, 1, HASH, HASH, T));
    p.push(register(0, 7, U, U, RANDOM));
    p.push(register(0, 0, HASH, HASH, U));
    p.push(immediate(0x67, 0, ZERO, RETURN, 0));
    p
}

/// An instruction on two registers.
fn register(kind: u32, function: u32, to: u32, a: u32, b: u32) -> u32 {
    kind << 25 | b << 20 | a << 15 | function << 12 | to << 7 | 0x33
}

/// An instruction on a register and twelve bits.
fn immediate(opcode: u32, function: u32, to: u32, from: u32, value: i32) -> u32 {
    value.cast_unsigned() << 20 | from << 15 | function << 12 | to << 7 | opcode
}

/// An instruction on twenty bits.
fn upper(opcode: u32, to: u32, value: u32) -> u32 {
    value << 12 | to << 7 | opcode
}

/// A store of a word.
fn store(base: u32, value: u32, offset: i32) -> u32 {
    let offset = offset.cast_unsigned();
    (offset >> 5) << 25 | value << 20 | base << 15 | 2 << 12 | (offset & 31) << 7 | 0x23
}

/// A branch by so many bytes.
fn branch(function: u32, a: u32, b: u32, offset: i32) -> u32 {
    let offset = offset.cast_unsigned();
    let high = (offset >> 12 & 1) << 6 | offset >> 5 & 63;
    let low = (offset >> 1 & 15) << 1 | offset >> 11 & 1;
    high << 25 | b << 20 | a << 15 | function << 12 | low << 7 | 0x63
}

/// A jump by so many bytes, which leaves the way back in a register.
fn jump(to: u32, offset: i32) -> u32 {
    let offset = offset.cast_unsigned();
    let bits =
        (offset >> 20 & 1) << 19 | (offset >> 1 & 1023) << 9 | (offset >> 11 & 1) << 8 | offset >> 12 & 255;
    bits << 12 | to << 7 | 0x6f
}
