//! Nodes of a template, made once each and simplified as they are made.
//!
//! Equal nodes are one node, operations on constants are constants, and moving bits around costs nothing where it comes to
//! nothing. What needs to look further is the business of passes over the IR.

use crate::design::{Node, NodeId, NodeKind, Op, Template};
use base::Bits;
use ir::Value;
use rustc_hash::FxHashMap;

/// Makes the nodes of a template.
#[derive(Default)]
pub struct Nodes {
    /// The template so far.
    pub template: Template,
    leaves: FxHashMap<NodeKind, NodeId>,
    made: FxHashMap<(Op, u32, Box<[NodeId]>), NodeId>,
    /// The value that nodes are made for, for messages.
    pub value: Option<Value>,
}

impl Nodes {
    /// A node without operands.
    pub fn leaf(&mut self, kind: NodeKind, width: u32) -> NodeId {
        if let Some(node) = self.leaves.get(&kind) {
            return *node;
        }
        let node = self.template.nodes.push(Node { kind: kind.clone(), width, value: self.value });
        self.leaves.insert(kind, node);
        node
    }

    /// Known bits.
    pub fn constant(&mut self, value: Bits) -> NodeId {
        let width = value.width();
        self.leaf(NodeKind::Const(value), width)
    }

    /// The bits of a node, if they are known.
    pub fn known(&self, node: NodeId) -> Option<&Bits> {
        match &self.template.nodes[node].kind {
            NodeKind::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// How many bits a node has.
    pub fn width(&self, node: NodeId) -> u32 {
        self.template.nodes[node].width
    }

    /// A computed node.
    pub fn op(&mut self, op: Op, width: u32, args: &[NodeId]) -> NodeId {
        let key = (op, width, Box::from(args));
        if let Some(node) = self.made.get(&key) {
            return *node;
        }
        let start = self.template.args.len() as u32;
        self.template.args.extend_from_slice(args);
        let kind = NodeKind::Op { op, start, count: args.len() as u32 };
        let node = self.template.nodes.push(Node { kind, width, value: self.value });
        self.made.insert(key, node);
        node
    }

    /// An operation on any number of operands, two at a time.
    pub fn chain(&mut self, op: Op, args: &[NodeId]) -> NodeId {
        let width = self.width(args[0]);
        args[1..].iter().fold(args[0], |joined, arg| self.op(op, width, &[joined, *arg]))
    }

    /// `condition ? a : b`
    pub fn mux(&mut self, condition: NodeId, a: NodeId, b: NodeId) -> NodeId {
        match self.known(condition).map(Bits::is_zero) {
            Some(true) => b,
            Some(false) => a,
            None if a == b => a,
            None if self.known(a).is_some_and(Bits::is_zero) => {
                let keep = self.not(condition);
                self.only_if(keep, b)
            }
            None if self.known(b).is_some_and(Bits::is_zero) => self.only_if(condition, a),
            None => {
                let width = self.width(a);
                self.op(Op::Mux, width, &[condition, a, b])
            }
        }
    }

    /// `condition ? value : 0`. Resets are this, all of a module on one condition: a mask that they share is cheaper than a
    /// choice for each.
    fn only_if(&mut self, condition: NodeId, value: NodeId) -> NodeId {
        let width = self.width(value);
        let mask = if width == 1 { condition } else { self.op(Op::Fill, width, &[condition]) };
        self.op(Op::And, width, &[value, mask])
    }

    /// `!condition`, of one bit.
    pub fn not(&mut self, condition: NodeId) -> NodeId {
        if let Some(bits) = self.known(condition) {
            let bits = bits.not();
            return self.constant(bits);
        }
        let one = self.constant(Bits::from_bool(true));
        self.op(Op::Xor, 1, &[condition, one])
    }

    /// `a & b`, of one bit; `None` is 1.
    pub fn both(&mut self, a: Option<NodeId>, b: NodeId) -> NodeId {
        match a {
            None => b,
            Some(a) => self.op(Op::And, 1, &[a, b]),
        }
    }

    /// Bits one after the other, the first highest.
    pub fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        let parts: Vec<NodeId> = parts.iter().copied().filter(|part| self.width(*part) > 0).collect();
        if let [part] = parts[..] {
            return part;
        }
        if parts.iter().all(|part| self.known(*part).is_some()) {
            let join = |joined: Bits, part: &NodeId| {
                Bits::concat(&joined, self.known(*part).expect("all are known"))
            };
            let bits = parts.iter().fold(Bits::zero(0), join);
            return self.constant(bits);
        }
        let width = parts.iter().map(|part| self.width(*part)).sum();
        match parts[..] {
            [sign, value] if self.is_sign_of(sign, value) => self.op(Op::Extend, width, &[value]),
            _ => self.op(Op::Concat, width, &parts),
        }
    }

    /// Whether a node is nothing but copies of the highest bit of another.
    fn is_sign_of(&mut self, sign: NodeId, value: NodeId) -> bool {
        let bit = match self.template.nodes[sign].kind {
            NodeKind::Op { op: Op::Fill, .. } => self.template.args(sign)[0],
            _ if self.width(sign) == 1 => sign,
            _ => return false,
        };
        let top = self.width(value) - 1;
        self.extract(value, top, 1) == bit
    }

    /// `width` bits from `low` on.
    pub fn extract(&mut self, from: NodeId, low: u32, width: u32) -> NodeId {
        let (mut from, mut low) = (from, low);
        loop {
            if width == self.width(from) {
                return from;
            }
            match self.template.nodes[from].kind.clone() {
                NodeKind::Const(bits) => return self.constant(bits.extract(low, width)),
                NodeKind::Op { op: Op::Extract(lower), .. } => {
                    from = self.template.args(from)[0];
                    low += lower;
                }
                NodeKind::Op { op: Op::Concat, .. } => {
                    // The part that has all of it, if there is one.
                    let mut at = self.width(from);
                    let mut inside = None;
                    for part in self.template.args(from) {
                        at -= self.width(*part);
                        if low >= at {
                            inside = (low - at + width <= self.width(*part)).then_some((*part, low - at));
                            break;
                        }
                    }
                    match inside {
                        Some(part) => (from, low) = part,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.op(Op::Extract(low), width, &[from])
    }

    /// `width` bits from element `index` of `size` bits on.
    pub fn pick(&mut self, array: NodeId, index: NodeId, size: u32, width: u32) -> NodeId {
        if let Some(at) = self.known(index).and_then(Bits::to_u64) {
            let low = at
                .checked_mul(u64::from(size))
                .filter(|low| low + u64::from(width) <= u64::from(self.width(array)));
            if let Some(low) = low {
                return self.extract(array, low as u32, width);
            }
        }
        self.op(Op::Pick(size), width, &[array, index])
    }
}
