//! Walking: every operation below an operation, without recursion.

use crate::storage::{Ir, Op, Value};

impl Ir {
    /// All operations below `root`, itself first, each before those inside of it (pre-order, in text order).
    pub fn walk(&self, root: Op) -> Vec<Op> {
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(op) = stack.pop() {
            order.push(op);
            let start = stack.len();
            for region in self.regions(op) {
                for block in self.blocks(*region) {
                    stack.extend(self.block_ops(*block));
                }
            }
            stack[start..].reverse();
        }
        order
    }

    /// All operations below `root`, each after those inside of it and `root` last.
    pub fn walk_post_order(&self, root: Op) -> Vec<Op> {
        // Pre-order with children reversed, read backwards, is post-order.
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(op) = stack.pop() {
            order.push(op);
            for region in self.regions(op) {
                for block in self.blocks(*region) {
                    stack.extend(self.block_ops(*block));
                }
            }
        }
        order.reverse();
        order
    }

    /// Whether `inner` stands somewhere inside `outer` (or is it).
    pub fn is_inside(&self, inner: Op, outer: Op) -> bool {
        std::iter::successors(Some(inner), |op| self.parent_op(*op)).any(|op| op == outer)
    }

    /// Whether a value is made outside of an operation.
    pub fn is_outside(&self, value: Value, op: Op) -> bool {
        let around = self.value_block(value).and_then(|block| self.block_parent_op(block));
        around.is_none_or(|around| !self.is_inside(around, op))
    }
}
