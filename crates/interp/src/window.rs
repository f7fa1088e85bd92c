//! The slots that the instructions of one activation see, in two sizes.

use crate::code::{Code, Slot};

/// The slots that instructions of a frame name. Nearly all functions have few enough that 16 bits of a slot's number
/// count, and the processor need not be asked whether it is one.
pub trait Window {
    /// Whether it is the one for small frames.
    const SMALL: bool;
    /// The window at the beginning of a part of the stack.
    fn of(stack: &mut [u64]) -> &mut Self;
    /// A slot.
    fn at(&mut self, slot: Slot) -> &mut u64;
    /// All slots.
    fn all(&mut self) -> &mut [u64];
}

/// Slots of a small frame. The stack always has as many behind the beginning of the topmost one.
pub const SMALL: usize = 1 << 16;

impl Window for [u64; SMALL] {
    const SMALL: bool = true;

    fn of(stack: &mut [u64]) -> &mut Self {
        stack.first_chunk_mut().expect("the stack is longer than a small frame")
    }

    #[inline(always)]
    fn at(&mut self, slot: Slot) -> &mut u64 {
        &mut self[usize::from(slot as u16)]
    }

    fn all(&mut self) -> &mut [u64] {
        self
    }
}

impl Window for [u64] {
    const SMALL: bool = false;

    fn of(stack: &mut [u64]) -> &mut Self {
        stack
    }

    #[inline(always)]
    fn at(&mut self, slot: Slot) -> &mut u64 {
        &mut self[slot as usize]
    }

    fn all(&mut self) -> &mut [u64] {
        self
    }
}

/// Whether a function's frame is small.
pub fn is_small(code: &Code) -> bool {
    code.frame.len() <= SMALL
}
