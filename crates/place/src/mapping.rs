//! From what a placement decides about a channel to buffers of the six types, by the rules of each placement.
//!
//! The order of buffers on a channel, from producer to consumer: what breaks data and valid stands first, then what only holds tokens, and what breaks ready last.

use crate::placement::Buffering;
use dialects::handshake::BufferType;

/// Buffers on a channel, in the order in which tokens pass them, with their slots.
pub type Buffers = Vec<(BufferType, u32)>;

/// The buffers of the placement `flowright`: as few as hold the slots. Where tokens come and go in every cycle, each after as many as there are slots, all of them move together, and a
/// handshake for each is not needed.
pub fn flowright(of: Buffering) -> Buffers {
    let Buffering { breaks_dv, breaks_r, slots, is_steady } = of;
    let dv = |slots: u32| match slots {
        1 => (BufferType::ONE_SLOT_BREAK_DV, 1),
        _ if is_steady => (BufferType::SHIFT_REG_BREAK_DV, slots),
        _ => (BufferType::FIFO_BREAK_DV, slots),
    };
    let r = (BufferType::ONE_SLOT_BREAK_R, 1);
    match (breaks_dv, breaks_r, slots) {
        (_, _, 0) => Vec::new(),
        (true, true, 1) => vec![(BufferType::ONE_SLOT_BREAK_DVR, 1)],
        (true, true, _) => vec![dv(slots - 1), r],
        (true, false, _) => vec![dv(slots)],
        (false, true, 1) => vec![r],
        (false, true, _) => vec![(BufferType::FIFO_BREAK_NONE, slots - 1), r],
        (false, false, _) => vec![(BufferType::FIFO_BREAK_NONE, slots)],
    }
}

/// The buffers of `fpga20`:
///
/// 1. If breaking DV: ONE_SLOT_BREAK_DV + (numslot - 1) * FIFO_BREAK_NONE.
/// 2. If breaking none: numslot * FIFO_BREAK_NONE.
///
/// Ready is broken by a rule of its own, after the model is solved: a ONE_SLOT_BREAK_R behind all.
pub fn fpga20(of: Buffering) -> Buffers {
    let Buffering { breaks_dv, breaks_r, slots, .. } = of;
    let mut buffers = Vec::new();
    if breaks_dv {
        buffers.push((BufferType::ONE_SLOT_BREAK_DV, 1));
    }
    let rest = slots.saturating_sub(u32::from(breaks_dv));
    if rest > 0 {
        buffers.push((BufferType::FIFO_BREAK_NONE, rest));
    }
    if breaks_r {
        buffers.push((BufferType::ONE_SLOT_BREAK_R, 1));
    }
    buffers
}

/// The buffers of `fpl22`:
///
/// 1. If breaking DV & R: when numslot = 1, ONE_SLOT_BREAK_DVR; when numslot > 1, ONE_SLOT_BREAK_DV + (numslot - 2) * FIFO_BREAK_NONE + ONE_SLOT_BREAK_R.
/// 2. If only breaking DV: ONE_SLOT_BREAK_DV + (numslot - 1) * FIFO_BREAK_NONE.
/// 3. If only breaking R: ONE_SLOT_BREAK_R + (numslot - 1) * FIFO_BREAK_NONE.
/// 4. If breaking none: numslot * FIFO_BREAK_NONE.
///
/// On the channel what breaks ready is last in every case, also where a rule names it first.
pub fn fpl22(of: Buffering) -> Buffers {
    let Buffering { breaks_dv, breaks_r, slots, .. } = of;
    if breaks_dv && breaks_r && slots <= 1 {
        return vec![(BufferType::ONE_SLOT_BREAK_DVR, 1)];
    }
    let slots = slots.saturating_sub(u32::from(breaks_r));
    fpga20(Buffering { breaks_dv, breaks_r, slots, ..of })
}

#[cfg(test)]
mod tests {
    //! Each rule of the specification with an example of its own, as text.

    use super::*;

    fn text(buffers: Buffers) -> String {
        let each = buffers.iter().map(|(ty, slots)| match (ty.is_one_slot(), slots) {
            (true, 1) => ty.name().to_string(),
            _ => format!("{slots} * {}", ty.name()),
        });
        each.collect::<Vec<_>>().join(" + ")
    }

    fn of(breaks: &str, slots: u32) -> Buffering {
        let is_steady = breaks.contains("steady");
        Buffering { breaks_dv: breaks.contains("DV"), breaks_r: breaks.contains('R'), slots, is_steady }
    }

    #[test]
    fn fpga20_1_breaking_dv() {
        assert_eq!(text(fpga20(of("DV", 1))), "ONE_SLOT_BREAK_DV");
        assert_eq!(text(fpga20(of("DV", 4))), "ONE_SLOT_BREAK_DV + 3 * FIFO_BREAK_NONE");
    }

    #[test]
    fn fpga20_2_breaking_none() {
        assert_eq!(text(fpga20(of("", 3))), "3 * FIFO_BREAK_NONE");
        assert_eq!(text(fpga20(of("", 0))), "");
    }

    #[test]
    fn fpga20_ready_behind_merges() {
        assert_eq!(text(fpga20(of("DV R", 2))), "ONE_SLOT_BREAK_DV + 1 * FIFO_BREAK_NONE + ONE_SLOT_BREAK_R");
        assert_eq!(text(fpga20(of("R", 0))), "ONE_SLOT_BREAK_R");
    }

    #[test]
    fn fpl22_1_breaking_dv_and_r() {
        assert_eq!(text(fpl22(of("DV R", 1))), "ONE_SLOT_BREAK_DVR");
        assert_eq!(text(fpl22(of("DV R", 2))), "ONE_SLOT_BREAK_DV + ONE_SLOT_BREAK_R");
        assert_eq!(text(fpl22(of("DV R", 5))), "ONE_SLOT_BREAK_DV + 3 * FIFO_BREAK_NONE + ONE_SLOT_BREAK_R");
    }

    #[test]
    fn fpl22_2_only_breaking_dv() {
        assert_eq!(text(fpl22(of("DV", 1))), "ONE_SLOT_BREAK_DV");
        assert_eq!(text(fpl22(of("DV", 3))), "ONE_SLOT_BREAK_DV + 2 * FIFO_BREAK_NONE");
    }

    #[test]
    fn fpl22_3_only_breaking_r() {
        assert_eq!(text(fpl22(of("R", 1))), "ONE_SLOT_BREAK_R");
        assert_eq!(text(fpl22(of("R", 3))), "2 * FIFO_BREAK_NONE + ONE_SLOT_BREAK_R");
    }

    #[test]
    fn fpl22_4_breaking_none() {
        assert_eq!(text(fpl22(of("", 2))), "2 * FIFO_BREAK_NONE");
        assert_eq!(text(fpl22(of("", 0))), "");
    }

    #[test]
    fn flowright_takes_as_few_as_hold_the_slots() {
        assert_eq!(text(flowright(of("DV R", 4))), "3 * FIFO_BREAK_DV + ONE_SLOT_BREAK_R");
        assert_eq!(text(flowright(of("DV", 2))), "2 * FIFO_BREAK_DV");
        assert_eq!(text(flowright(of("DV R", 1))), "ONE_SLOT_BREAK_DVR");
        assert_eq!(text(flowright(of("", 2))), "2 * FIFO_BREAK_NONE");
    }

    #[test]
    fn flowright_moves_all_slots_together_where_tokens_do() {
        assert_eq!(text(flowright(of("DV steady", 4))), "4 * SHIFT_REG_BREAK_DV");
        assert_eq!(text(flowright(of("DV steady", 1))), "ONE_SLOT_BREAK_DV");
        assert_eq!(text(flowright(of("DV R steady", 4))), "3 * SHIFT_REG_BREAK_DV + ONE_SLOT_BREAK_R");
        assert_eq!(text(flowright(of("DV R steady", 1))), "ONE_SLOT_BREAK_DVR");
    }
}
