//! Groups of operands and results: which belong to which entry of an operation's record.

use super::{Ir, Op, Value};
use crate::opdef::{Arity, OperandDef};
use std::ops::Range;

impl Ir {
    /// Which operands belong to group `group` of the record; an empty range when the counts do not fit it.
    pub fn operand_group(&self, op: Op, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        self.group(op, def.operands, self.operand_count(op), def.operand_segments(), group)
    }

    /// Which results belong to group `group` of the record.
    pub fn result_group(&self, op: Op, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        self.group(op, def.results, self.result_count(op), def.result_segments(), group)
    }

    /// The operands of group `group`, as values.
    pub fn group_operands(
        &self,
        op: Op,
        group: usize,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + '_ {
        self.operand_group(op, group).map(move |i| self.operand(op, i))
    }

    fn group(&self, op: Op, defs: &[OperandDef], count: usize, segments: &str, group: usize) -> Range<usize> {
        let fitting = |range: Range<usize>| if range.end <= count { range } else { 0..0 };
        let first_open = defs.iter().position(|d| d.arity != Arity::One).unwrap_or(defs.len());
        if group < first_open {
            return fitting(group..group + 1);
        }
        if defs[first_open + 1..].iter().all(|d| d.arity == Arity::One) {
            // One open group: what is left by those before and after it.
            let after = defs.len() - 1 - first_open;
            if count < first_open + after {
                return 0..0;
            }
            return match group - first_open {
                0 => first_open..count - after,
                n => count - after + n - 1..count - after + n,
            };
        }
        let sizes = self.attr(op, segments).and_then(|attr| self.ctx.int_array(attr)).unwrap_or_default();
        let size = |i: usize| sizes.get(i).and_then(|size| usize::try_from(*size).ok());
        let start = (0..group).try_fold(0usize, |sum, i| sum.checked_add(size(i)?));
        let end = start.zip(size(group)).and_then(|(start, size)| start.checked_add(size));
        start.zip(end).map_or(0..0, |(start, end)| fitting(start..end))
    }
}
