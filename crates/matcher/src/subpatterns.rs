//! The trees that stand below nodes of patterns, each once.

use crate::alphabet::OpcodeSet;
use crate::pattern::{Node, Pattern};
use rustc_hash::FxHashMap;

/// A node with what stands below it; equalities are left aside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subpattern {
    /// The opcodes it may have.
    pub opcodes: OpcodeSet,
    /// The facts that must hold.
    pub facts: u64,
    /// The subpattern at each operand, if there is one.
    pub operands: Vec<Option<u32>>,
}

/// What a set of patterns is made of.
pub struct Subpatterns {
    /// Those that stand below a node, each once.
    pub below: Vec<Subpattern>,
    /// Each pattern as a whole.
    pub whole: Vec<Subpattern>,
}

impl Subpatterns {
    /// Those of these patterns.
    pub fn of(patterns: &[Pattern]) -> Subpatterns {
        let mut below = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut whole = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let mut of_node = vec![0; pattern.nodes.len()];
            // Nodes stand behind the node they are below, so from the back what is below is numbered already.
            for (index, node) in pattern.nodes.iter().enumerate().skip(1).rev() {
                let subpattern = subpattern(node, &of_node);
                of_node[index] = *numbers.entry(subpattern.clone()).or_insert_with(|| {
                    below.push(subpattern);
                    below.len() as u32 - 1
                });
            }
            whole.push(subpattern(&pattern.nodes[0], &of_node));
        }
        Subpatterns { below, whole }
    }
}

fn subpattern(node: &Node, of_node: &[u32]) -> Subpattern {
    let operands = node.operands.iter().map(|child| child.map(|node| of_node[node as usize])).collect();
    Subpattern { opcodes: node.opcodes.clone(), facts: node.facts, operands }
}
