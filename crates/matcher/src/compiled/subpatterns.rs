//! The trees that nodes of patterns are the roots of, each once.

use crate::alphabet::OpcodeSet;
use crate::pattern::Pattern;
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

/// The subpatterns of a set of patterns.
pub struct Subpatterns {
    /// Each once; those below another come before it.
    pub all: Vec<Subpattern>,
    /// Which one each pattern is as a whole.
    pub roots: Vec<u32>,
}

impl Subpatterns {
    /// Those of these patterns.
    pub fn of(patterns: &[Pattern]) -> Subpatterns {
        let mut all = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut number_of = |subpattern: Subpattern| {
            *numbers.entry(subpattern.clone()).or_insert_with(|| {
                all.push(subpattern);
                all.len() as u32 - 1
            })
        };
        let mut roots = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let mut of_node = vec![0; pattern.nodes.len()];
            // Nodes stand behind the node they are below, so from the back what is below is numbered already.
            for (index, node) in pattern.nodes.iter().enumerate().rev() {
                let operands =
                    node.operands.iter().map(|child| child.map(|node| of_node[node as usize])).collect();
                of_node[index] =
                    number_of(Subpattern { opcodes: node.opcodes.clone(), facts: node.facts, operands });
            }
            roots.push(of_node[0]);
        }
        Subpatterns { all, roots }
    }
}
