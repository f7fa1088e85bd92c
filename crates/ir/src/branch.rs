//! Branches: which operands of a terminator become which arguments of its successors.
//!
//! The record of a branch says it as data ([`Branch`]): one operand group a successor, and for a last group that many
//! successors share, the attribute with the number of operands of each.

use crate::storage::{Ir, Op, Value};
use std::ops::Range;

/// How a terminator hands operands to its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The operand group of the first successor; the groups after it belong to the successors after it.
    pub first_group: usize,
    /// When the last group is shared by all successors from its own on: the attribute (`array<i32: …>`) with the number
    /// of operands of each of these.
    pub segments: Option<&'static str>,
}

impl Ir {
    /// The operands that become the arguments of successor number `successor`; `None` when the operation is no branch
    /// whose record says so, or its segments do not fit.
    pub fn successor_operands(&self, op: Op, successor: usize) -> Option<Range<usize>> {
        let def = self.def(op)?;
        let Branch { first_group, segments } = def.branch?;
        let last = def.operands.len().checked_sub(1)?;
        let group = first_group + successor;
        match segments {
            Some(segments) if group >= last => {
                self.shared_operands(op, last, segments).into_iter().nth(group - last)?
            }
            _ if group <= last => Some(self.operand_group(op, group)),
            _ => None,
        }
    }

    /// What [`Ir::successor_operands`] gives for each successor, without counting through the segments for each again.
    pub fn all_successor_operands(&self, op: Op) -> Vec<Option<Range<usize>>> {
        let count = self.successors(op).len();
        let branch = self.def(op).and_then(|def| def.branch.zip(def.operands.len().checked_sub(1)));
        let Some((Branch { first_group, segments: Some(segments) }, last)) = branch else {
            return (0..count).map(|successor| self.successor_operands(op, successor)).collect();
        };
        let mut shared = self.shared_operands(op, last, segments).into_iter();
        let own = (first_group..last).map(|group| Some(self.operand_group(op, group)));
        own.chain(std::iter::from_fn(move || Some(shared.next().flatten()))).take(count).collect()
    }

    /// How the segments deal out the last group of operands; `None` from the first segment on that does not fit.
    fn shared_operands(&self, op: Op, last: usize, segments: &str) -> Vec<Option<Range<usize>>> {
        let sizes = self.attr(op, segments).and_then(|attr| self.ctx.int_array(attr)).unwrap_or_default();
        let shared = self.operand_group(op, last);
        let mut start = Some(shared.start);
        let deal = |size: i64| {
            let begin = start?;
            start = usize::try_from(size).ok().and_then(|size| begin.checked_add(size));
            start = start.filter(|end| *end <= shared.end);
            Some(begin..start?)
        };
        sizes.into_iter().map(deal).collect()
    }

    /// Replaces the operands that become the arguments of a successor, and the sizes that say how many there are.
    /// Does nothing for an operation that is no branch.
    pub fn set_successor_operands(&mut self, op: Op, successor: usize, values: &[Value]) {
        let (Some(range), Some(def)) = (self.successor_operands(op, successor), self.def(op)) else { return };
        let Some(Branch { first_group, segments }) = def.branch else { return };
        let mut operands: Vec<Value> = self.operands(op).collect();
        let change = values.len() as i64 - range.len() as i64;
        operands.splice(range, values.iter().copied());
        self.set_operands(op, &operands);
        let last = def.operands.len() - 1;
        let group = first_group + successor;
        self.resize_segment(op, "operandSegmentSizes", group.min(last), change);
        if let Some(segments) = segments
            && group >= last
        {
            self.resize_segment(op, segments, group - last, change);
        }
    }

    fn resize_segment(&mut self, op: Op, name: &str, index: usize, change: i64) {
        let Some(mut sizes) = self.attr(op, name).and_then(|attr| self.ctx.int_array(attr)) else { return };
        if let Some(size) = sizes.get_mut(index) {
            *size += change;
            let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
            let attr = self.ctx.i32_array_attr(&sizes);
            self.set_attr(op, name, Some(attr));
        }
    }
}
