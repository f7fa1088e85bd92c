//! Uses: who uses a value, and replacing it.

use super::{Ir, Op, Use, UseData, Value};

impl Ir {
    /// The uses of a value, in no particular order that means anything but always the same.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        std::iter::successors(self.values[value].first_use, |u| self.uses[*u].next)
    }

    /// The operations that use a value, once per use.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.uses(value).map(|u| self.uses[u].op)
    }

    /// Whether nobody uses it.
    pub fn is_unused(&self, value: Value) -> bool {
        self.values[value].first_use.is_none()
    }

    /// Whether it has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.values[value].first_use.is_some_and(|u| self.uses[u].next.is_none())
    }

    /// The operation that uses it and the operand's number.
    pub fn use_owner(&self, u: Use) -> (Op, usize) {
        let op = self.uses[u].op;
        (op, base::Id::index(u) - self.ops[op].first_operand as usize)
    }

    /// Makes one use a use of another value.
    pub fn set_use(&mut self, u: Use, value: Value) {
        self.unlink_use(u);
        self.uses[u].value = value;
        self.link_use(u);
    }

    /// Makes every use of `from` a use of `to`.
    pub fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        while let Some(u) = self.values[from].first_use {
            self.set_use(u, to);
        }
    }

    pub(super) fn push_use(&mut self, op: Op, value: Value) {
        let u = self.uses.push(UseData { value, op, prev: None, next: None });
        self.link_use(u);
    }

    pub(super) fn link_use(&mut self, u: Use) {
        let value = self.uses[u].value;
        let head = self.values[value].first_use.replace(u);
        self.uses[u].prev = None;
        self.uses[u].next = head;
        if let Some(head) = head {
            self.uses[head].prev = Some(u);
        }
    }

    pub(super) fn unlink_use(&mut self, u: Use) {
        let UseData { value, prev, next, .. } = self.uses[u];
        match prev {
            Some(prev) => self.uses[prev].next = next,
            // A use that was unlinked already is nobody's head.
            None if self.values[value].first_use == Some(u) => self.values[value].first_use = next,
            None => {}
        }
        if let Some(next) = next {
            self.uses[next].prev = prev;
        }
        self.uses[u].prev = None;
        self.uses[u].next = None;
    }
}
