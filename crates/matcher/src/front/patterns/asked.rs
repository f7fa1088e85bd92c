//! What a pattern asks about single operations, as facts: about attributes, and through constraints of the host.
//!
//! A constraint is a fact if everything that it is asked about is of one operation, or a constant. A value that stands at several operations is of each of them.

use super::{Reader, Wrong};
use crate::front::facts::{Fact, Part};
use crate::front::types::Place;
use crate::pattern::Slot;
use base::{Str, codes};
use dialects::irdl::legal::Attributes;
use dialects::pdl;
use ir::{Attr, Op, Value};
use rustc_hash::FxHashMap;

/// The most facts that a set of patterns may ask for.
const MAX_FACTS: usize = 64;

/// What an argument of a constraint may be.
enum Argument {
    /// The same for every operation.
    Given(Part),
    /// Parts of these nodes, all of them the same if the pattern matches.
    Of(Vec<(u32, Part)>),
}

impl Argument {
    /// It as a part of a node's operation.
    fn at(&self, node: u32) -> Option<Part> {
        match self {
            Argument::Given(part) => Some(part.clone()),
            Argument::Of(parts) => parts.iter().find(|(of, _)| *of == node).map(|(_, part)| part.clone()),
        }
    }
}

impl Reader<'_> {
    /// Turns what the pattern says about attributes into facts.
    pub(super) fn attributes(&mut self) -> Result<(), Wrong> {
        let attributes = self.draft.attributes.clone();
        let mut first: FxHashMap<Value, (u32, Str)> = FxHashMap::default();
        for (value, node, name) in attributes {
            let op = self.ir.defining_op(value).expect("an attribute is made by an operation");
            let fact = self.fact_of(op, name)?;
            self.fact(node, fact, op)?;
            match first.get(&value) {
                None => {
                    first.insert(value, (node, name));
                }
                Some((other, same)) if *other == node => {
                    self.fact(node, Fact::SameAttrs(*same, name), op)?;
                }
                // A constant is the same wherever it stands.
                Some(_) if self.ir.attr(op, "value").is_some() => {}
                Some(_) => {
                    let message = "is an attribute of several operations, and no chip compares attributes";
                    return Err(self.wrong(op, codes::MATCH_ATTRIBUTE, message));
                }
            }
        }
        Ok(())
    }

    /// What a `pdl.attribute` asks of an attribute of this name.
    fn fact_of(&self, op: Op, name: Str) -> Result<Fact, Wrong> {
        if let Some(value) = self.ir.attr(op, "value") {
            return Ok(Fact::AttrIs(name, value));
        }
        match self.ir.operands(op).next() {
            None => Ok(Fact::HasAttr(name)),
            Some(ty) => match self.draft.types.only(ty) {
                Some(ty) => Ok(Fact::AttrOfType(name, ty)),
                None => {
                    let message = "has a type that does not follow from operations, and no chip compares types of attributes";
                    Err(self.wrong(op, codes::MATCH_ATTRIBUTE, message))
                }
            },
        }
    }

    /// Lets a node ask for a fact.
    fn fact(&mut self, node: u32, fact: Fact, op: Op) -> Result<(), Wrong> {
        if self.vocabulary.attributes == Attributes::Refused {
            let what = match self.ir.code(op) {
                pdl::APPLY_NATIVE_CONSTRAINT => "is a constraint of the host",
                _ => "asks for an attribute",
            };
            let message = format!(
                "{what}, and the chip `unit` sees nothing of an operation but what follows from its name"
            );
            return Err(self.wrong(op, codes::CHIP_ATTRIBUTE, &message));
        }
        let known = self.set.facts.iter().position(|other| *other == fact);
        let bit = known.unwrap_or(self.set.facts.len());
        if bit == MAX_FACTS {
            let message = format!("is one more question than the {MAX_FACTS} that a set of patterns may ask");
            return Err(self.wrong(op, codes::MATCH_FACTS, &message));
        }
        if known.is_none() {
            self.set.facts.push(fact);
        }
        self.draft.pattern[node as usize].facts |= 1 << bit;
        Ok(())
    }

    /// Whether a constraint is there, is called as it has to be, and says no more than yes or no.
    pub(super) fn check_constraint(&self, op: Op) -> Result<(), Wrong> {
        // What is wrong with a call is wrong for all engines.
        self.set.natives.called_by(self.ir, op)?;
        if self.ir.result_count(op) > 0 {
            let message = "gives something, where a fact is a yes or a no";
            return Err(self.wrong(op, codes::MATCH_NATIVE, message));
        }
        Ok(())
    }

    /// Turns constraints of the host into facts.
    pub(super) fn constraints(&mut self) -> Result<(), Wrong> {
        for op in std::mem::take(&mut self.draft.constraints) {
            let (node, fact) = self.constraint(op)?;
            self.fact(node, fact, op)?;
        }
        Ok(())
    }

    /// The fact that a `pdl.apply_native_constraint` is, with the node that it is about: the first that has all arguments.
    fn constraint(&self, op: Op) -> Result<(u32, Fact), Wrong> {
        let ir = self.ir;
        let arguments: Vec<Argument> = ir.operands(op).map(|value| self.argument(value)).collect();
        let parts =
            |node: u32| -> Option<Vec<Part>> { arguments.iter().map(|argument| argument.at(node)).collect() };
        let mut nodes = 0..self.draft.pattern.len() as u32;
        let Some((node, args)) = nodes.find_map(|node| Some((node, parts(node)?))) else {
            let message = "asks about several operations at once, where a fact is about one";
            return Err(self.wrong(op, codes::MATCH_NATIVE, message));
        };
        let name = ir.str_attr(op, "name").and_then(|name| ir.ctx.find_str(name));
        let name = name.expect("a function of the host has a name");
        let negated = ir.attr(op, "isNegated") == Some(Attr::TRUE);
        Ok((node, Fact::Constraint { name, args, negated }))
    }

    /// Where what a constraint is asked about stands in the pattern.
    fn argument(&self, value: Value) -> Argument {
        let (ir, draft) = (self.ir, &self.draft);
        let op = ir.defining_op(value).expect("a pattern has no arguments");
        match ir.code(op) {
            pdl::OPERATION => Argument::Of(vec![(draft.reached[&op], Part::Operation)]),
            pdl::OPERAND => Argument::Of(self.operands(op)),
            pdl::RESULT => {
                let maker = ir.defining_op(ir.operand(op, 0)).expect("a result is of an operation");
                let index = ir.int_attr(op, "index").unwrap_or_default() as u32;
                let mut parts = vec![(draft.reached[&maker], Part::Result(index))];
                if index == 0 {
                    parts.extend(self.operands(maker));
                }
                Argument::Of(parts)
            }
            pdl::ATTRIBUTE => match ir.attr(op, "value") {
                Some(given) => Argument::Given(Part::GivenAttr(given)),
                None => {
                    let of = draft.attributes.iter().filter(|(attribute, ..)| *attribute == value);
                    Argument::Of(of.map(|(_, node, name)| (*node, Part::Attr(*name))).collect())
                }
            },
            pdl::TYPE => match draft.types.only(value) {
                Some(given) => Argument::Given(Part::GivenType(given)),
                None => Argument::Of(draft.types.places(value).iter().map(type_part).collect()),
            },
            _ => unreachable!("ranges and constraints with results are refused before"),
        }
    }

    /// The operands that a value is, which an operation of PDL stands for.
    fn operands(&self, maker: Op) -> Vec<(u32, Part)> {
        let Some(first) = self.draft.slots.get(&maker) else { return Vec::new() };
        let again = self.draft.equalities.iter().filter(|(one, _)| one == first).map(|(_, slot)| slot);
        let part = |slot: &Slot| (slot.node, Part::Operand(slot.operand));
        std::iter::once(first).chain(again).map(part).collect()
    }
}

fn type_part((node, place): &(u32, Place)) -> (u32, Part) {
    match place {
        Place::Operand(number) => (*node, Part::OperandType(*number)),
        Place::Result => (*node, Part::ResultType),
    }
}
