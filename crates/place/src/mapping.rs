//! From what a placement decides about a channel to buffers of the six types.
//!
//! The order of buffers on a channel, from producer to consumer, is that of [`BufferType`]s here: what breaks data and valid stands first, what breaks ready last.

use crate::placement::Buffering;
use dialects::handshake::BufferType;
use dialects::handshake::BufferType::{
    FifoBreakDv, FifoBreakNone, OneSlotBreakDv, OneSlotBreakDvr, OneSlotBreakR,
};

/// Buffers on a channel, in the order in which tokens pass them, with their slots.
pub type Buffers = Vec<(BufferType, u32)>;

/// The buffers of the placement `flowright`: as few as hold the slots.
pub fn flowright(of: Buffering) -> Buffers {
    let Buffering { breaks_dv, breaks_r, slots } = of;
    match (breaks_dv, breaks_r, slots) {
        (_, _, 0) => Vec::new(),
        (true, true, 1) => vec![(OneSlotBreakDvr, 1)],
        (true, true, 2) => vec![(OneSlotBreakDv, 1), (OneSlotBreakR, 1)],
        (true, true, _) => vec![(FifoBreakDv, slots - 1), (OneSlotBreakR, 1)],
        (true, false, 1) => vec![(OneSlotBreakDv, 1)],
        (true, false, _) => vec![(FifoBreakDv, slots)],
        (false, true, 1) => vec![(OneSlotBreakR, 1)],
        (false, true, _) => vec![(FifoBreakNone, slots - 1), (OneSlotBreakR, 1)],
        (false, false, _) => vec![(FifoBreakNone, slots)],
    }
}
