//! Patterns as trees of nodes, and what must be equal in them.

use crate::alphabet::{Alphabet, OpcodeSet};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A pattern, in the form that engines and chips read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Its name, for people.
    pub name: String,
    /// Its nodes. The first is the root, and every other one stands at one slot of a node before it.
    pub nodes: Vec<Node>,
    /// Slots that must have the same value.
    pub equalities: Vec<(Slot, Slot)>,
}

/// What an operation must be to have a node laid on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The opcodes it may have; all of them have as many operands as the node has slots.
    pub opcodes: OpcodeSet,
    /// Facts that must hold of it, a bit each. What a bit means is agreed on with the one who made the program: an attribute that is zero, a constraint in Rust that holds.
    pub facts: u64,
    /// For each operand the node at its slot, if there is one. A slot without may have any value.
    pub operands: Vec<Option<u32>>,
}

/// An operand of a node: a place in the tree where a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// Which node of the pattern.
    pub node: u32,
    /// Which of its operands.
    pub operand: u32,
}

/// A slot as the operands on the way to it from the root.
pub type Way = SmallVec<[u32; 4]>;

impl Pattern {
    /// The slots of all nodes, in order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        (0..)
            .zip(&self.nodes)
            .flat_map(|(node, of)| (0..of.operands.len() as u32).map(move |operand| Slot { node, operand }))
    }

    /// For each node the operands that matter, in order: those that are followed and those that are compared.
    pub fn looked_at(&self) -> Vec<Vec<u32>> {
        let compared: FxHashSet<Slot> = self.equalities.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let of_node = |(node, of): (u32, &Node)| {
            let operands = (0..).zip(&of.operands);
            let matter = operands.filter(|(operand, child)| {
                child.is_some() || compared.contains(&Slot { node, operand: *operand })
            });
            matter.map(|(operand, _)| operand).collect()
        };
        (0..).zip(&self.nodes).map(of_node).collect()
    }

    /// The slot at which each node stands; `None` is the root's.
    pub fn slot_of_nodes(&self) -> Vec<Option<Slot>> {
        let mut slots = vec![None; self.nodes.len()];
        for slot in self.slots() {
            if let Some(node) = self.nodes[slot.node as usize].operands[slot.operand as usize] {
                slots[node as usize] = Some(slot);
            }
        }
        slots
    }

    /// The slots that must be equal, as ways from the root, the lesser of a pair first.
    pub fn equal_ways(&self) -> Vec<(Way, Way)> {
        let slot_of = self.slot_of_nodes();
        let way_to = |slot: Slot| {
            let mut way = Way::from_slice(&[slot.operand]);
            let mut node = slot.node;
            while let Some(above) = slot_of[node as usize] {
                way.push(above.operand);
                node = above.node;
            }
            way.reverse();
            way
        };
        let ordered = |(a, b)| if a <= b { (a, b) } else { (b, a) };
        self.equalities.iter().map(|(a, b)| ordered((way_to(*a), way_to(*b)))).collect()
    }

    /// For each node how many operations lie on the way from the root to it, both among them.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![1; self.nodes.len()];
        for (node, slot) in self.slot_of_nodes().into_iter().enumerate() {
            if let Some(slot) = slot {
                depths[node] = depths[slot.node as usize] + 1;
            }
        }
        depths
    }

    /// How many operations lie on the longest way from the root down, the root among them.
    pub fn depth(&self) -> u32 {
        self.depths().into_iter().max().expect("a pattern has a root")
    }

    /// What is wrong with it over an alphabet; nothing if it is as its fields say. Whoever makes patterns asserts this in tests.
    pub fn fault(&self, alphabet: &Alphabet) -> Option<String> {
        let mut stands = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let arity = node.operands.len() as u32;
            if let Some(opcode) = node.opcodes.iter().find(|o| alphabet.kind(*o).operands != arity) {
                return Some(format!(
                    "node {index} has {arity} slots, and {} has not",
                    alphabet.kind(opcode).name
                ));
            }
            for child in node.operands.iter().flatten() {
                match stands.get_mut(*child as usize) {
                    Some(count) if *child as usize > index => *count += 1,
                    _ => {
                        return Some(format!(
                            "node {child} stands below node {index}, which is not before it"
                        ));
                    }
                }
            }
        }
        let strays = stands.iter().skip(1).position(|count| *count != 1);
        if self.nodes.is_empty() || strays.is_some() {
            return Some("a node stands at no slot or at several, or there is none".to_string());
        }
        let known: Vec<Slot> = self.slots().collect();
        let unknown = self.equalities.iter().flat_map(|(a, b)| [a, b]).find(|slot| !known.contains(slot));
        unknown.map(|slot| format!("an equality is of {slot:?}, which is not there"))
    }
}
