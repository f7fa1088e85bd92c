//! What the types that a pattern names leave of the opcodes of its nodes.
//!
//! A name of a type stands at operands, results and attributes, and everywhere it is the same type. IRDL fixes the types of every opcode, so a name is no
//! more than a condition on the opcodes of the nodes where it stands. These conditions are narrowed until nothing changes; then a name that stands at
//! several nodes has one type, or none, or what is left depends on each other, which a tree of nodes cannot say.

use super::vocabulary::Vocabulary;
use crate::alphabet::Opcode;
use ir::{Type, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Where in a node a type stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At an operand.
    Operand(u32),
    /// At the result.
    Result,
}

/// The names of types of one pattern.
#[derive(Default)]
pub struct Types {
    names: Vec<Name>,
    numbers: FxHashMap<Value, usize>,
}

/// A name of a type.
struct Name {
    value: Value,
    /// Where it stands; by nodes when all of them are there.
    places: Vec<(u32, Place)>,
    /// The types it may be; `None` while nothing is known.
    possible: Option<BTreeSet<Type>>,
}

impl Types {
    /// Says that a name is this type.
    pub fn is(&mut self, name: Value, ty: Type) {
        self.name(name).possible = Some([ty].into());
    }

    /// Says that a name stands at a place of a node.
    pub fn stands(&mut self, name: Value, node: u32, place: Place) {
        self.name(name).places.push((node, place));
    }

    fn name(&mut self, value: Value) -> &mut Name {
        let number = *self.numbers.entry(value).or_insert_with(|| {
            self.names.push(Name { value, places: Vec::new(), possible: None });
            self.names.len() - 1
        });
        &mut self.names[number]
    }

    /// Takes from the candidates of every node what the names do not allow.
    pub fn narrow(&mut self, vocabulary: &Vocabulary, candidates: &mut [Vec<Opcode>]) {
        for name in &mut self.names {
            name.places.sort_by_key(|(node, _)| *node);
        }
        loop {
            let before: usize = candidates.iter().map(Vec::len).sum();
            for name in &mut self.names {
                name.narrow(vocabulary, candidates);
            }
            if candidates.iter().map(Vec::len).sum::<usize>() == before {
                return;
            }
        }
    }

    /// The one type of a name, if there is only one left.
    pub fn only(&self, name: Value) -> Option<Type> {
        let possible = self.names[*self.numbers.get(&name)?].possible.as_ref()?;
        possible.first().filter(|_| possible.len() == 1).copied()
    }

    /// Where a name stands.
    pub fn places(&self, name: Value) -> &[(u32, Place)] {
        self.numbers.get(&name).map_or(&[], |number| &self.names[*number].places)
    }

    /// A name that stands at several nodes and may still be several types.
    pub fn open(&self) -> Option<Value> {
        let is_open = |name: &&Name| {
            let nodes: BTreeSet<u32> = name.places.iter().map(|(node, _)| *node).collect();
            nodes.len() > 1 && name.possible.as_ref().is_some_and(|types| types.len() > 1)
        };
        self.names.iter().find(is_open).map(|name| name.value)
    }
}

impl Name {
    fn narrow(&mut self, vocabulary: &Vocabulary, candidates: &mut [Vec<Opcode>]) {
        for (node, place) in &self.places {
            let of_node = &candidates[*node as usize];
            let here = of_node.iter().filter_map(|opcode| type_at(vocabulary, *opcode, *place)).collect();
            self.possible = Some(match self.possible.take() {
                Some(possible) => &possible & &here,
                None => here,
            });
        }
        let possible = self.possible.clone().unwrap_or_default();
        // Within a node the name is one type, whichever it is.
        for places in self.places.chunk_by(|(one, _), (other, _)| one == other) {
            candidates[places[0].0 as usize].retain(|opcode| {
                let mut types = places.iter().map(|(_, place)| type_at(vocabulary, *opcode, *place));
                let first = types.next().flatten();
                first.is_some_and(|ty| possible.contains(&ty)) && types.all(|ty| ty == first)
            });
        }
    }
}

fn type_at(vocabulary: &Vocabulary, opcode: Opcode, place: Place) -> Option<Type> {
    match place {
        Place::Operand(position) => vocabulary.operand_types(opcode).get(position as usize).copied(),
        Place::Result => vocabulary.result_type(opcode),
    }
}
