//! What a match is, said directly. Used where roots are few, and by tests.

use crate::pattern::{Pattern, Slot};
use crate::program::Program;

/// The entries that the nodes of a pattern lie on, with an entry as root; `None` if one of them is not what its node asks for. What must be equal is left aside.
pub fn lay(program: &Program, pattern: &Pattern, root: u32) -> Option<Vec<u32>> {
    let mut lies_on = vec![root; pattern.nodes.len()];
    for (index, node) in pattern.nodes.iter().enumerate() {
        let entry = lies_on[index];
        let is_one = node.opcodes.contains(program.opcodes[entry as usize]);
        if !is_one || program.facts[entry as usize] & node.facts != node.facts {
            return None;
        }
        // The operands are looked at only now, when the entry is known to have them.
        for (position, child) in (0..).zip(&node.operands) {
            if let Some(child) = child {
                lies_on[*child as usize] = program.operand(entry, position);
            }
        }
    }
    Some(lies_on)
}

/// Whether a pattern matches at an entry.
pub fn matches(program: &Program, pattern: &Pattern, root: u32) -> bool {
    let Some(lies_on) = lay(program, pattern, root) else { return false };
    let value = |slot: &Slot| program.operand(lies_on[slot.node as usize], slot.operand);
    pattern.equalities.iter().all(|(a, b)| value(a) == value(b))
}

/// All matches of a set of patterns: pairs of an entry and the number of a pattern, in that order.
pub fn all_matches(program: &Program, patterns: &[Pattern]) -> Vec<(u32, u32)> {
    let roots = 0..program.len() as u32;
    let pairs =
        roots.flat_map(|root| (0..).zip(patterns).map(move |(number, pattern)| (root, number, pattern)));
    pairs
        .filter(|(root, _, pattern)| matches(program, pattern, *root))
        .map(|(root, number, _)| (root, number))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alphabet, Node, OpKind, Opcode};

    fn alphabet() -> Alphabet {
        let kind = |name: &str, operands| OpKind { name: name.to_string(), operands, has_result: true };
        Alphabet::new([kind("t.neg", 1), kind("t.or", 2), kind("t.mul", 2)]).expect("three kinds fit")
    }

    fn node(alphabet: &Alphabet, name: &str, operands: &[Option<u32>]) -> Node {
        let opcode = alphabet.find(name).expect("the alphabet has it");
        Node { opcodes: [opcode].into_iter().collect(), facts: 0, operands: operands.to_vec() }
    }

    /// A pattern with nodes, and with slots, each a node and an operand, that must be equal.
    fn pattern(nodes: Vec<Node>, equalities: &[[(u32, u32); 2]]) -> Pattern {
        let slot = |(node, operand)| Slot { node, operand };
        let equalities = equalities.iter().map(|[a, b]| (slot(*a), slot(*b))).collect();
        let pattern = Pattern { name: "p".to_string(), nodes, equalities };
        assert_eq!(pattern.fault(&alphabet()), None);
        pattern
    }

    #[test]
    fn a_variable_that_is_used_twice_is_one_value() {
        let alphabet = alphabet();
        // (a | b) | a
        let nodes = vec![node(&alphabet, "t.or", &[Some(1), None]), node(&alphabet, "t.or", &[None, None])];
        let redundant = pattern(nodes, &[[(0, 1), (1, 0)]]);
        let or = alphabet.find("t.or").expect("the alphabet has it");
        let mut program = Program::new(&alphabet);
        program.begin_block(2);
        let inner = program.push(or, &[0, 1], 0);
        let yes = program.push(or, &[inner, 0], 0);
        program.push(or, &[inner, 1], 0);
        assert_eq!(all_matches(&program, &[redundant]), [(yes, 0)]);
    }

    #[test]
    fn two_nodes_may_lie_on_one_operation() {
        let alphabet = alphabet();
        let neg = || node(&alphabet, "t.neg", &[None]);
        let product = pattern(vec![node(&alphabet, "t.mul", &[Some(1), Some(2)]), neg(), neg()], &[]);
        let opcode = |name| alphabet.find(name).expect("the alphabet has it");
        let mut program = Program::new(&alphabet);
        program.begin_block(1);
        let negated = program.push(opcode("t.neg"), &[0], 0);
        let square = program.push(opcode("t.mul"), &[negated, negated], 0);
        assert_eq!(all_matches(&program, &[product]), [(square, 0)]);
    }

    #[test]
    fn facts_that_a_node_asks_for_must_hold() {
        let alphabet = alphabet();
        let mut asks = node(&alphabet, "t.neg", &[None]);
        asks.facts = 0b10;
        let asks = pattern(vec![asks], &[]);
        let neg = Opcode(Opcode::RESERVED);
        let mut program = Program::new(&alphabet);
        program.begin_block(1);
        program.push(neg, &[0], 0b01);
        let yes = program.push(neg, &[0], 0b11);
        assert_eq!(all_matches(&program, &[asks]), [(yes, 0)]);
    }

    #[test]
    fn a_pattern_says_what_is_wrong_with_it() {
        let alphabet = alphabet();
        let faulty = |nodes, equalities| Pattern { name: String::new(), nodes, equalities }.fault(&alphabet);
        assert!(faulty(vec![], vec![]).is_some());
        assert!(faulty(vec![node(&alphabet, "t.neg", &[])], vec![]).is_some(), "too few slots");
        assert!(faulty(vec![node(&alphabet, "t.neg", &[Some(0)])], vec![]).is_some(), "its own operand");
        assert!(
            faulty(vec![node(&alphabet, "t.neg", &[Some(7)])], vec![]).is_some(),
            "a node that is not there"
        );
        let stray = vec![node(&alphabet, "t.neg", &[None]), node(&alphabet, "t.neg", &[None])];
        assert!(faulty(stray, vec![]).is_some(), "a node below nothing");
        let beyond = (Slot { node: 0, operand: 0 }, Slot { node: 0, operand: 1 });
        assert!(
            faulty(vec![node(&alphabet, "t.neg", &[None])], vec![beyond]).is_some(),
            "an equality of no slot"
        );
    }
}
