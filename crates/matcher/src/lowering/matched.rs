//! What a pattern asks: its match as a list of tests, in an order in which each can be made after those that it needs.
//!
//! The walk goes from the root down through operands, and then along the ways to what is not below the root. Every value of the pattern
//! gets the position where it was met first. Met again, it must be the same thing there; which values are compared is MLIR's choice ([`COMPARED`]).
//!
//! What follows from another test is not asked. An operation with two operands has a second one; the only result of the operation that makes a value is that value.

mod beside;
mod down;
mod order;
mod up;

use super::predicate::{Place, Position, Predicate, Question, Vocabulary};
use super::roots::{NoPlan, Plan, plan};
use dialects::pdl;
use down::Visited;
use ir::{Attr, Ir, Op, OpCode, Value};
use rustc_hash::FxHashMap;

/// What is compared when a pattern names it twice. Results of operations, ranges of types and what functions of the host give are not among them in
/// MLIR: a second use of such a name asks nothing.
const COMPARED: [OpCode; 5] = [pdl::ATTRIBUTE, pdl::OPERAND, pdl::OPERANDS, pdl::OPERATION, pdl::TYPE];

/// One thing that must hold for a match.
pub(super) struct Test {
    /// What is asked.
    pub(super) predicate: Predicate,
    /// The answer that is wanted; `None` for yes.
    pub(super) answer: Option<Attr>,
    /// How many tests come before it.
    pub(super) needs: u32,
    /// The tests that come after it, by their places in the list.
    pub(super) unlocks: Vec<u32>,
}

/// The match of a pattern.
pub(super) struct Matched {
    /// The pattern.
    pub(super) op: Op,
    /// The operation that the matcher is given.
    pub(super) root: Value,
    /// What must hold.
    pub(super) tests: Vec<Test>,
    /// Where the values of the pattern are.
    pub(super) positions: FxHashMap<Value, Position>,
    /// Where its operations are, the root first.
    pub(super) operations: Vec<Position>,
}

/// Why a pattern has no matcher.
pub(super) enum Unmatched {
    /// There is no way through its operations.
    NoPlan(NoPlan),
    /// A value that no way leads to.
    Unreached(Value),
}

/// Finds out what a pattern asks that is one as a whole ([`crate::whole`]).
pub(super) fn matched(ir: &mut Ir, op: Op, vocabulary: &mut Vocabulary) -> Result<Matched, Unmatched> {
    let block = ir.entry(ir.region(op, 0)).expect("a pattern has a block");
    let rewrite = ir.last_op(block).expect("a pattern ends in its rewrite");
    let given = ir.group_operands(rewrite, 0).next();
    let Plan { root, ways } = plan(ir, op, given).map_err(Unmatched::NoPlan)?;
    let mut walk = Walk {
        ir,
        vocabulary,
        tests: Vec::new(),
        known: FxHashMap::default(),
        positions: FxHashMap::default(),
        operations: Vec::new(),
        open: vec![(root, Position::ROOT)],
    };
    walk.go_down();
    for (number, way) in ways.iter().enumerate() {
        walk.go_up(number as u32, way)?;
    }
    for inner in walk.ir.block_ops(block).collect::<Vec<Op>>() {
        walk.beside_the_tree(inner)?;
    }
    walk.order();
    let Walk { tests, positions, operations, .. } = walk;
    Ok(Matched { op, root, tests, positions, operations })
}

struct Walk<'a> {
    ir: &'a mut Ir,
    vocabulary: &'a mut Vocabulary,
    tests: Vec<Test>,
    /// The place of a predicate in the list of tests.
    known: FxHashMap<Predicate, u32>,
    positions: FxHashMap<Value, Position>,
    operations: Vec<Position>,
    /// Values that are still to be met, the next one last.
    open: Vec<(Value, Position)>,
}

impl Walk<'_> {
    fn ask(&mut self, position: Position, question: Question, answer: Option<Attr>) -> Predicate {
        let predicate = self.vocabulary.predicate(position, question);
        let place = self.tests.len() as u32;
        if *self.known.entry(predicate).or_insert(place) == place {
            self.tests.push(Test { predicate, answer, needs: 0, unlocks: Vec::new() });
        }
        predicate
    }

    /// Two positions hold the same. The deeper one is asked about, so that patterns that ask the same ask it in the same words.
    fn ask_equal(&mut self, a: Position, b: Position) {
        let by_depth = |position: Position| (self.vocabulary.depth(position), position);
        let (low, high) = if by_depth(a) < by_depth(b) { (a, b) } else { (b, a) };
        if low != high {
            self.ask(high, Question::Equal(low), None);
        }
    }

    fn place(&mut self, place: Place) -> Position {
        self.vocabulary.position(place)
    }

    fn go_down(&mut self) {
        while let Some((value, position)) = self.open.pop() {
            self.meet(value, position);
        }
    }

    /// A value of the pattern is at a position.
    fn meet(&mut self, value: Value, position: Position) {
        let definer = self.ir.defining_op(value).expect("values of a pattern are results");
        if let Some(first) = self.positions.get(&value) {
            return self.meet_again(definer, *first, position);
        }
        self.positions.insert(value, position);
        match self.vocabulary.place(position) {
            Place::Attribute(..) => self.attribute(definer, position),
            Place::TypeOf(_) => self.constant(definer, position),
            Place::Operand(..) | Place::Operands { .. } => self.operand(definer, position),
            _ => self.operation(definer, position, Visited::None),
        }
    }

    /// A value that was met before is at another position, too.
    fn meet_again(&mut self, definer: Op, first: Position, position: Position) {
        if !COMPARED.contains(&self.ir.code(definer)) {
            return;
        }
        // A constant is the same in all patterns, a position only in those with the same shape.
        if constant(self.ir, definer).is_some() {
            self.constant(definer, position);
        } else {
            self.ask_equal(first, position);
        }
    }

    fn constant(&mut self, definer: Op, position: Position) {
        if let Some((question, answer)) = constant(self.ir, definer) {
            self.ask(position, question, Some(answer));
        }
    }
}

/// What a constant of a pattern asks where it stands.
pub(super) fn constant(ir: &Ir, definer: Op) -> Option<(Question, Attr)> {
    let (question, name) = match ir.code(definer) {
        pdl::ATTRIBUTE => (Question::Attribute, "value"),
        pdl::TYPE => (Question::Type, "constantType"),
        pdl::TYPES => (Question::Type, "constantTypes"),
        _ => return None,
    };
    Some((question, ir.attr(definer, name)?))
}
