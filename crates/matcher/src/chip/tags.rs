//! `tags`: values come before their users, and each keeps which subpatterns match at it.
//!
//! A word of a memory stands for each of the last records: a tag for every subpattern that stands below another, and what is needed to tell values apart. Where many subpatterns are an opcode and nothing
//! else, the code of the record stands for their tags, which is fewer bits. When a record comes, the
//! words of its near operands are read; with its code and its facts they say which subpatterns and which patterns match at it. So there is one read for each operand, however deep
//! patterns are and however many, and the word of the record is known a cycle later.
//!
//! | cycle | what happens |
//! |---|---|
//! | 0 | a record is taken; the words of its operands are asked for |
//! | 1 | the words are there; the word of the record is made and written |
//! | 2 | which patterns match is found out |
//! | 3 and up | matches are added up and counted |
//!
//! **The record just before** has its word made in the cycle in which a reader asks for it, too late for the memory: it is kept in a register, and an operand with the
//! distance 1 takes it from there. Any other word is in the memory by then, whether records come one after the other or not.
//!
//! **Which values are equal.** Equalities are between slots at the ends of ways from the root. A word has the identity of the value at the end of each way that a user may have to know: a record makes
//! those of its own operands, and finds longer ways in the words of its operands. The identity of a near value is the number of its record, in as many bits as keep the values of one match
//! apart, and of a far one its number in the block.

mod word;

use super::fields::{Fields, asked_facts, equal_fields, fit, identity, is_one_of, is_operation, is_same};
use super::frame::{self, Input, Looked};
use super::{Chip, Plan};
use crate::pattern::Pattern;
use crate::subpatterns::Subpattern;
use circuit::{Logic, Memory, ModuleBuilder, Sync};
use ir::{Ir, Value};
use rustc_hash::FxHashMap;
use word::Shape;

pub use word::word_bits;

/// Makes the chip.
pub fn make(ir: &mut Ir, plan: &Plan<'_>) -> Chip {
    let design = circuit::builder::design(ir);
    frame::chip(ir, design, plan, |c, input| look(c, plan, input))
}

fn look(c: &mut ModuleBuilder<'_>, plan: &Plan<'_>, input: &Input) -> Looked {
    let shape = Shape::of(plan);
    let kept = keep(c, plan, input, &shape);
    matched(c, plan, input, &shape, &kept)
}

/// A record with the words of its operands, in the cycle in which its own word is made.
struct Kept {
    /// Whether there is one.
    is_there: Value,
    record: Value,
    place: Value,
    words: Vec<Value>,
}

/// Takes records, and keeps the word of each in the memory.
fn keep(c: &mut ModuleBuilder<'_>, plan: &Plan<'_>, input: &Input, shape: &Shape) -> Kept {
    let (clk, sync) = (input.clk, input.sync());
    let taken = Fields::of(c, plan.layout, input.record);
    let is_operation = is_operation(c, plan.layout, input.record);
    let enters = c.and(input.valid, is_operation);
    let place = c.reg("place", shape.place_bits, sync.enable(enters));
    let next_place = c.add(place, 1);
    c.drive(place, next_place);

    let window = c.memory("window", Memory::new(1 << shape.address_bits, shape.bits()).latency(1));
    let read = |c: &mut ModuleBuilder<'_>, payload: Value| {
        let distance = fit(c, payload, shape.address_bits);
        let here = fit(c, place, shape.address_bits);
        let address = before(c, here, distance);
        c.read(window, address, sync.enable(enters))
    };
    let read: Vec<Value> = taken.operands.iter().map(|(_, payload)| read(c, *payload)).collect();

    let is_there = c.delay("looked_at", enters, sync);
    let kept = Sync::on(clk).enable(enters);
    let record = c.delay("kept", input.record, kept);
    let place = c.delay("kept_place", place, kept);
    let fields = Fields::of(c, plan.layout, record);
    let word_before = c.reg("before", shape.bits(), Sync::on(clk).enable(is_there));
    let words: Vec<Value> = read
        .iter()
        .zip(&fields.operands)
        .map(|(word, (_, payload))| {
            let is_before = c.eq(*payload, 0);
            c.mux(is_before, word_before, *word)
        })
        .collect();

    let word = Look::new(c, plan, shape, &fields, &words, place).word();
    c.drive(word_before, word);
    let address = fit(c, place, shape.address_bits);
    c.write(window, address, word, Sync::on(clk).enable(is_there));
    Kept { is_there, record, place, words }
}

/// Finds which patterns match at a record. Only words are waited for by the next record; patterns are not, and have a cycle of their own.
fn matched(c: &mut ModuleBuilder<'_>, plan: &Plan<'_>, input: &Input, shape: &Shape, kept: &Kept) -> Looked {
    let noted = Sync::on(input.clk).enable(kept.is_there);
    let root = c.delay("matched", kept.is_there, input.sync());
    let words: Vec<Value> = kept.words.iter().map(|word| c.delay("matched_word", *word, noted)).collect();
    let record = c.delay("matched_record", kept.record, noted);
    let place = c.delay("matched_place", kept.place, noted);
    let fields = Fields::of(c, plan.layout, record);
    let matches = Look::new(c, plan, shape, &fields, &words, place).matches_of_patterns();
    let ready = c.lit(1, 1);
    let under_way = c.or(kept.is_there, root);
    Looked { root, matches, ready, under_way, drain: 2 }
}

/// What is made of a record and the words of its operands.
struct Look<'a, 'b> {
    c: &'a mut ModuleBuilder<'b>,
    plan: &'a Plan<'a>,
    shape: &'a Shape,
    fields: &'a Fields,
    words: &'a [Value],
    place: Value,
    /// What was asked of the words: patterns ask the same.
    below: FxHashMap<(usize, u32), Value>,
}

impl<'a, 'b> Look<'a, 'b> {
    fn new(
        c: &'a mut ModuleBuilder<'b>,
        plan: &'a Plan<'a>,
        shape: &'a Shape,
        fields: &'a Fields,
        words: &'a [Value],
        place: Value,
    ) -> Look<'a, 'b> {
        Look { c, plan, shape, fields, words, place, below: FxHashMap::default() }
    }

    /// What is kept of the record.
    fn word(&mut self) -> Value {
        let shape = self.shape;
        let mut parts = Vec::new();
        if shape.code_bits > 0 {
            parts.push(self.fields.code);
        }
        let tagged = shape.subpatterns.below.iter().zip(&shape.tags).filter(|(_, tag)| tag.is_some());
        parts.extend(tagged.map(|(of, _)| self.matches(of)));
        parts.extend(shape.ways.iter().map(|way| self.identity(way)));
        parts.reverse();
        if parts.is_empty() { self.c.lit(1, 0) } else { self.c.concat(&parts) }
    }

    fn matches_of_patterns(&mut self) -> Vec<Value> {
        let (plan, shape) = (self.plan, self.shape);
        let whole = shape.subpatterns.whole.iter().zip(plan.patterns);
        whole
            .map(|(of, pattern)| {
                let tree = self.matches(of);
                self.with_equalities(tree, pattern)
            })
            .collect()
    }

    /// Whether a subpattern matches at the record, equalities aside.
    fn matches(&mut self, of: &Subpattern) -> Value {
        let layout = self.plan.layout;
        let mut all = vec![is_one_of(self.c, layout, self.fields.code, &of.opcodes)];
        all.extend(asked_facts(layout, of.facts).map(|bit| self.fields.facts[bit]));
        for (position, below) in (0..).zip(&of.operands) {
            let Some(below) = below else { continue };
            let field = layout.field(position) as usize;
            let near = self.c.not(self.fields.operands[field].0);
            all.extend([near, self.matches_below(field, *below)]);
        }
        self.c.and_all(&all)
    }

    /// Whether a subpattern matches at the record that makes an operand.
    fn matches_below(&mut self, field: usize, number: u32) -> Value {
        if let Some(known) = self.below.get(&(field, number)) {
            return *known;
        }
        let (shape, word) = (self.shape, self.words[field]);
        let matches = match shape.tags[number as usize] {
            Some(tag) => self.c.bit(word, shape.code_bits + tag),
            None => {
                let code = self.c.trunc(word, shape.code_bits);
                let of = &shape.subpatterns.below[number as usize];
                is_one_of(self.c, self.plan.layout, code, &of.opcodes)
            }
        };
        self.below.insert((field, number), matches);
        matches
    }

    fn with_equalities(&mut self, tree: Value, pattern: &Pattern) -> Value {
        let mut all = vec![tree];
        for (a, b) in equal_fields(self.plan.layout, pattern) {
            let (a, b) = (self.identity(&a), self.identity(&b));
            all.push(is_same(self.c, a, b));
        }
        self.c.and_all(&all)
    }

    /// The identity of the value at the end of a way.
    fn identity(&mut self, way: &[u32]) -> Value {
        let bits = self.shape.identity_bits;
        let (field, rest) = way.split_first().expect("a way is not empty");
        if rest.is_empty() {
            let (far, payload) = self.fields.operands[*field as usize];
            let distance = fit(self.c, payload, self.shape.place_bits);
            let near = before(self.c, self.place, distance);
            return identity(self.c, far, payload, near, bits);
        }
        let place = self.shape.ways.iter().position(|known| known[..] == *rest);
        let place = place.expect("a word has what its users ask for") as u32;
        let low = self.shape.identity_low(place);
        self.c.extract(self.words[*field as usize], low, bits)
    }
}

/// The number of the record that a distance less one leads to: `place - 1 - distance`, in one addition.
fn before(c: &mut Logic<'_>, place: Value, distance: Value) -> Value {
    let less = c.not(distance);
    c.add(place, less)
}

#[cfg(test)]
mod tests {
    use crate::chip::Arch;
    use crate::chip::testing::{Case, check};
    use crate::random::Shape;
    use base::Rng;
    use ir::{Context, Ir};

    #[test]
    fn it_finds_what_the_stream_shows() {
        check(Arch::Tags, 300);
    }

    #[test]
    fn a_window_may_have_thousands_of_records() {
        let mut reach = 0;
        for seed in 0..4 {
            let rng = &mut Rng::new(seed);
            let shape = Shape { operations: 10_000, distance: 1500, ..Shape::any(rng) };
            let case = Case::with_window(&shape, 4096, rng);
            let mut ir = Ir::new(Context::new(dialects::all()));
            let chip = Arch::Tags.make(&mut ir, &case.plan());
            let ran = case.check(Arch::Tags, &ir, &chip, 0, rng, &format!("seed {seed}"));
            reach = ran.iter().map(|ran| ran.reach).fold(reach, u32::max);
        }
        assert!(reach > 4000, "an operand of a match is {reach} records away at the most");
    }
}
