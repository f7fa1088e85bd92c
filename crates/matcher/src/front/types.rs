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

    /// Takes from the candidates of every node what the names do not allow. A name is looked at again when a node where it stands has fewer candidates, and then only at such nodes,
    /// since a pattern may have thousands of names and of nodes.
    pub fn narrow(&mut self, vocabulary: &Vocabulary, candidates: &mut [Vec<Opcode>]) {
        let mut names_at: Vec<Vec<usize>> = vec![Vec::new(); candidates.len()];
        // For each name the nodes that are to be looked at.
        let mut changed: Vec<Vec<u32>> = Vec::new();
        for (number, name) in self.names.iter_mut().enumerate() {
            name.places.sort_by_key(|(node, _)| *node);
            let nodes: Vec<u32> = name.nodes().map(|(node, _)| node).collect();
            nodes.iter().for_each(|node| names_at[*node as usize].push(number));
            changed.push(nodes);
        }
        let mut open: Vec<usize> = (0..self.names.len()).collect();
        while let Some(number) = open.pop() {
            let nodes = std::mem::take(&mut changed[number]);
            for node in self.names[number].narrow(&nodes, vocabulary, candidates) {
                for name in &names_at[node as usize] {
                    if changed[*name].is_empty() {
                        open.push(*name);
                    }
                    changed[*name].push(node);
                }
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
    /// The nodes where it stands, in order, each with its places there.
    fn nodes(&self) -> impl Iterator<Item = (u32, &[(u32, Place)])> {
        self.places.chunk_by(|(one, _), (other, _)| one == other).map(|places| (places[0].0, places))
    }

    /// Its places in a node.
    fn at(&self, node: u32) -> &[(u32, Place)] {
        let places = &self.places[self.places.partition_point(|(at, _)| *at < node)..];
        &places[..places.partition_point(|(at, _)| *at == node)]
    }

    /// Takes away what cannot be, when these nodes have other candidates than before, and gives the nodes that have fewer now.
    fn narrow(&mut self, nodes: &[u32], vocabulary: &Vocabulary, candidates: &mut [Vec<Opcode>]) -> Vec<u32> {
        let before = self.possible.as_ref().map(BTreeSet::len);
        let mut possible = self.possible.take();
        for (node, place) in nodes.iter().flat_map(|node| self.at(*node)) {
            let of_node = &candidates[*node as usize];
            let here = of_node.iter().filter_map(|opcode| type_at(vocabulary, *opcode, *place)).collect();
            possible = Some(match possible {
                Some(possible) => &possible & &here,
                None => here,
            });
        }
        self.possible = possible;
        let Some(possible) = &self.possible else { return Vec::new() };
        let allow = |(node, places): (u32, &[(u32, Place)])| {
            let of_node = &mut candidates[node as usize];
            let before = of_node.len();
            // Within a node the name is one type, whichever it is.
            of_node.retain(|opcode| {
                let mut types = places.iter().map(|(_, place)| type_at(vocabulary, *opcode, *place));
                let first = types.next().flatten();
                first.is_some_and(|ty| possible.contains(&ty)) && types.all(|ty| ty == first)
            });
            (of_node.len() < before).then_some(node)
        };
        if before == Some(possible.len()) {
            nodes.iter().map(|node| (*node, self.at(*node))).filter_map(allow).collect()
        } else {
            self.nodes().filter_map(allow).collect()
        }
    }
}

fn type_at(vocabulary: &Vocabulary, opcode: Opcode, place: Place) -> Option<Type> {
    match place {
        Place::Operand(position) => vocabulary.operand_types(opcode).get(position as usize).copied(),
        Place::Result => vocabulary.result_type(opcode),
    }
}
