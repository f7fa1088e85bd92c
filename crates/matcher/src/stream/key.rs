//! What a stream is made for, as a number: a hash of all that its records depend on.
//!
//! Names of patterns are not among that, as they may be others when a file is read, nor is what patterns do. The hash is FNV-1a of 64 bits, of these bytes; all numbers have 4, the lowest first, unless it says otherwise:
//!
//! | of | what |
//! |---|---|
//! | operations of the dialects, in the order of the files | how many; of each its name as text, how many operands it has, and how many results |
//! | patterns, in that order, too | how many; of each its nodes and its equalities |
//! | nodes, the root first | how many; of each how many operations it may be and their numbers from 0 on, in order; a mask of its facts, 8 bytes; how many operands, and for each the number of the node there, 0 for none |
//! | equalities, in order, each with the lesser slot first | how many; of each the node and the operand of one slot and of the other |
//! | facts, in the order of their bits | how many; each as text |
//! | nodes without a name, in the order of the patterns: which operations of other dialects could be one decides whether a program has a stream | how many; of each the types of operands and of results as text, `(i32, ?) -> (i32)`, with `?` for one that may be any |
//!
//! Text is how many bytes it has, and these in UTF-8.

use crate::alphabet::{Alphabet, OpKind, Opcode};
use crate::pattern::{Pattern, Slot};

/// The key of dialects and patterns. Facts are given as text, in the order of their bits, and so are the types of nodes without a name.
pub fn key(alphabet: &Alphabet, patterns: &[Pattern], facts: &[String], nameless: &[String]) -> u64 {
    let mut form = Form::default();
    form.all(alphabet.operations(), |form, opcode| {
        let OpKind { name, operands, has_result } = alphabet.kind(opcode);
        form.text(name);
        form.number(*operands);
        form.number(u32::from(*has_result));
    });
    form.all(patterns, Form::pattern);
    form.all(facts, |form, fact| form.text(fact));
    form.all(nameless, |form, types| form.text(types));
    fnv(&form.bytes)
}

/// What keys are hashes of.
#[derive(Default)]
struct Form {
    bytes: Vec<u8>,
}

impl Form {
    fn number(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.bytes.extend(text.as_bytes());
    }

    /// Some things: how many, and each of them.
    fn all<T>(&mut self, things: impl IntoIterator<Item = T>, put: impl Fn(&mut Form, T)) {
        let things: Vec<T> = things.into_iter().collect();
        self.number(things.len() as u32);
        things.into_iter().for_each(|thing| put(self, thing));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.all(&pattern.nodes, |form, node| {
            form.all(node.opcodes.iter(), |form, opcode| form.number(u32::from(opcode.0 - Opcode::RESERVED)));
            form.bytes.extend(node.facts.to_le_bytes());
            // The root stands below nothing, so its number is free.
            form.all(&node.operands, |form, below| form.number(below.unwrap_or(0)));
        });
        let ordered = |(a, b): &(Slot, Slot)| (*a.min(b), *a.max(b));
        let mut equalities: Vec<(Slot, Slot)> = pattern.equalities.iter().map(ordered).collect();
        equalities.sort_unstable();
        self.all(equalities, |form, (a, b)| {
            [a.node, a.operand, b.node, b.operand].iter().for_each(|part| form.number(*part));
        });
    }
}

/// The hash of keys and files.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Node;

    #[test]
    fn a_key_is_of_what_streams_depend_on() {
        let kind = |name: &str, operands| OpKind { name: name.to_string(), operands, has_result: true };
        let alphabet = |kinds: [OpKind; 2]| Alphabet::new(kinds).expect("two kinds fit");
        let [neg, or] = [Opcode(Opcode::RESERVED), Opcode(Opcode::RESERVED + 1)];
        let node =
            |opcode, facts, operands| Node { opcodes: [opcode].into_iter().collect(), facts, operands };
        let slot = |node, operand| Slot { node, operand };
        let pattern = Pattern {
            name: "p".to_string(),
            nodes: vec![node(or, 0, vec![Some(1), None]), node(neg, 1, vec![None])],
            equalities: vec![(slot(0, 1), slot(1, 0))],
        };
        let usual = || alphabet([kind("t.neg", 1), kind("t.or", 2)]);
        let fact = || vec!["a".to_string()];
        let of = |change: &dyn Fn(&mut Pattern)| {
            let mut pattern = pattern.clone();
            change(&mut pattern);
            key(&usual(), &[pattern], &fact(), &[])
        };
        let own = of(&|_| ());
        // Whoever writes streams with a program of their own can compare theirs with this one.
        assert_eq!(format!("{own:016x}"), "d76cddc4d1069c85");
        assert_eq!(of(&|pattern| pattern.name = "q".to_string()), own, "a name is for people");
        assert_eq!(
            of(&|pattern| pattern.equalities = vec![(slot(1, 0), slot(0, 1))]),
            own,
            "either way round"
        );
        let patterns = std::slice::from_ref(&pattern);
        let others = [
            of(&|pattern| pattern.equalities.clear()),
            of(&|pattern| pattern.nodes[1].facts = 0),
            of(&|pattern| pattern.nodes[0].operands.reverse()),
            of(&|pattern| pattern.nodes[1].opcodes = [neg, or].into_iter().collect()),
            key(&usual(), &[], &fact(), &[]),
            key(&usual(), patterns, &["b".to_string()], &[]),
            key(&usual(), patterns, &fact(), &["() -> ()".to_string()]),
            key(&alphabet([kind("t.not", 1), kind("t.or", 2)]), patterns, &fact(), &[]),
            key(&alphabet([kind("t.neg", 1), kind("t.or", 3)]), patterns, &fact(), &[]),
            key(
                &alphabet([kind("t.neg", 1), OpKind { has_result: false, ..kind("t.or", 2) }]),
                patterns,
                &fact(),
                &[],
            ),
        ];
        for (number, other) in others.iter().enumerate() {
            assert_ne!(*other, own, "change {number}");
            assert!(!others[..number].contains(other), "change {number}");
        }
    }
}
