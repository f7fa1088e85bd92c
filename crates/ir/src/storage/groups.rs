//! Groups of operands and results: which belong to which entry of an operation's record.

use super::{Ir, Op, Value};
use crate::opdef::{Arity, OperandDef};
use std::ops::Range;

impl Ir {
    /// Which operands belong to group `group` of the record; an empty range when the counts do not fit it.
    pub fn operand_group(&self, op: Op, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        self.group(op, def.operands, self.operand_count(op), "operandSegmentSizes", group)
    }

    /// Which results belong to group `group` of the record.
    pub fn result_group(&self, op: Op, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        self.group(op, def.results, self.result_count(op), "resultSegmentSizes", group)
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
        // The groups of most operations are single values, and so are those before the first open one.
        if group < count && defs[..=group].iter().all(|d| d.arity == Arity::One) {
            return group..group + 1;
        }
        let open = defs.iter().filter(|d| d.arity != Arity::One).count();
        let size = |i: usize| -> Option<usize> {
            if defs[i].arity == Arity::One {
                Some(1)
            } else if open == 1 {
                count.checked_sub(defs.len() - 1)
            } else {
                let sizes = self.ctx.int_array(self.attr(op, segments)?)?;
                usize::try_from(*sizes.get(i)?).ok()
            }
        };
        let start = (0..group).try_fold(0usize, |sum, i| sum.checked_add(size(i)?));
        match start.zip(size(group)) {
            Some((start, size)) if start.saturating_add(size) <= count => start..start + size,
            _ => 0..0,
        }
    }
}
