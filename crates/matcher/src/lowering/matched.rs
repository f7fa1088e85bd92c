//! What a pattern asks: its match as a list of tests, in an order in which each can be made after those that it needs.
//!
//! The walk goes from the root down through operands, and then along the ways to what is not below the root. Every value of the pattern
//! gets the position where it was met first. Met again, it must be the same thing there; which values are compared is MLIR's choice ([`COMPARED`]).
//!
//! What follows from another test is not asked. An operation with two operands has a second one; the only result of the operation that makes a value is that value.

use super::predicate::{Place, Position, Predicate, Question, Vocabulary, is_range};
use super::roots::{NoPlan, Plan, Way, plan, stands_for_all};
use dialects::pdl;
use ir::{Attr, Ir, Op, OpCode, Type, Value};
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

/// Finds out what a pattern asks.
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

    fn attribute(&mut self, definer: Op, position: Position) {
        if constant(self.ir, definer).is_some() {
            return self.constant(definer, position);
        }
        self.ask(position, Question::NotNull, None);
        self.typed(definer, position);
    }

    /// The type that an operand or an attribute is said to have.
    fn typed(&mut self, definer: Op, position: Position) {
        if self.ir.code(definer) != pdl::APPLY_NATIVE_CONSTRAINT && self.ir.operand_count(definer) > 0 {
            let position = self.place(Place::TypeOf(position));
            self.open.push((self.ir.operand(definer, 0), position));
        }
    }

    fn operand(&mut self, definer: Op, position: Position) {
        if self.vocabulary.place(position).is_group() {
            self.ask(position, Question::NotNull, None);
        }
        match self.ir.code(definer) {
            pdl::OPERAND | pdl::OPERANDS => self.typed(definer, position),
            pdl::RESULT | pdl::RESULTS => self.result_as_operand(definer, position),
            _ => {}
        }
    }

    fn result_as_operand(&mut self, definer: Op, position: Position) {
        let above = self.place(Place::Definer(position));
        self.ask(above, Question::NotNull, None);
        let operation = self.ir.operand(definer, 0);
        let result = self.result(definer, above);
        if !self.is_only_result(definer) {
            if self.vocabulary.place(result).is_group() {
                self.ask(result, Question::NotNull, None);
            }
            self.ask_equal(result, position);
        }
        self.open.push((operation, above));
    }

    /// The position of a `pdl.result` or `pdl.results`, given that of the operation.
    fn result(&mut self, definer: Op, of: Position) -> Position {
        let index = self.ir.int_attr(definer, "index").map(|index| index as u32);
        let place = match (self.ir.code(definer), index) {
            (pdl::RESULT, Some(index)) => Place::Result(of, index),
            _ => Place::Results { of, group: index, range: is_range(self.ir, self.ir.result(definer, 0)) },
        };
        self.place(place)
    }

    /// Whether a result is the only one of its operation.
    fn is_only_result(&self, definer: Op) -> bool {
        let is_first = self.ir.code(definer) == pdl::RESULT && self.ir.int_attr(definer, "index") == Some(0);
        is_first && self.result_count(self.ir.operand(definer, 0)) == (1, true)
    }

    /// How many results an operation of the pattern has at least, and whether these are all.
    fn result_count(&self, operation: Value) -> (u32, bool) {
        let definer = self.ir.defining_op(operation).expect("values of a pattern are results");
        let types: Vec<Value> = self.ir.group_operands(definer, 2).collect();
        self.count(&types)
    }

    fn count(&self, values: &[Value]) -> (u32, bool) {
        let single = values.iter().filter(|value| !is_range(self.ir, **value)).count();
        (single as u32, single == values.len())
    }

    fn operation(&mut self, definer: Op, position: Position, visited: Visited) {
        self.operations.push(position);
        if let Some(name) = self.ir.attr(definer, "opName") {
            self.ask(position, Question::Name, Some(name));
        }
        let operands: Vec<Value> = self.ir.group_operands(definer, 0).collect();
        let attributes: Vec<Value> = self.ir.group_operands(definer, 1).collect();
        let types: Vec<Value> = self.ir.group_operands(definer, 2).collect();
        self.counted(position, &operands, Question::OperandCount, Question::OperandsAtLeast);
        self.counted(position, &types, Question::ResultCount, Question::ResultsAtLeast);

        let mut below = self.attributes(definer, position, &attributes);
        if visited != Visited::All {
            let visited = if let Visited::One(number) = visited { Some(number as usize) } else { None };
            let operands = self.members(&operands, position, Side::Operands);
            let open = operands.into_iter().enumerate().filter(|(number, _)| Some(*number) != visited);
            below.extend(open.map(|(_, operand)| operand));
        }
        for (ty, result) in self.members(&types, position, Side::Results) {
            if self.vocabulary.place(result).is_group() {
                self.ask(result, Question::NotNull, None);
            }
            below.push((ty, self.place(Place::TypeOf(result))));
        }
        self.open.extend(below.into_iter().rev());
    }

    fn counted(
        &mut self,
        position: Position,
        values: &[Value],
        exactly: Question,
        at_least: fn(u32) -> Question,
    ) {
        match self.count(values) {
            (count, true) => {
                let count = self.ir.ctx.int_attr(i64::from(count), Type::I32);
                self.ask(position, exactly, Some(count));
            }
            (0, false) => {}
            (count, false) => drop(self.ask(position, at_least(count), None)),
        }
    }

    fn attributes(&mut self, definer: Op, of: Position, values: &[Value]) -> Vec<(Value, Position)> {
        let names = self.ir.attr(definer, "attributeValueNames");
        let names = names.and_then(|names| pdl::items(&self.ir.ctx, names)).unwrap_or_default().to_vec();
        let mut found = Vec::new();
        for (value, name) in values.iter().zip(names) {
            let name = self.ir.ctx.str_value(name).expect("names of attributes are strings").to_owned();
            let name = self.ir.ctx.str(&name);
            found.push((*value, self.place(Place::Attribute(of, name))));
        }
        found
    }

    /// Where operands or results are. One range is all of them. Up to the first range they have numbers; from there on nobody knows
    /// how many came before, and they are groups.
    fn members(&mut self, values: &[Value], of: Position, side: Side) -> Vec<(Value, Position)> {
        let group = |group, range| match side {
            Side::Operands => Place::Operands { of, group, range },
            Side::Results => Place::Results { of, group, range },
        };
        if let [all] = values
            && is_range(self.ir, *all)
        {
            return vec![(*all, self.place(group(None, true)))];
        }
        let mut after_range = false;
        let mut found = Vec::new();
        for (number, value) in values.iter().enumerate() {
            let range = is_range(self.ir, *value);
            after_range |= range;
            let place = match side {
                _ if after_range => group(Some(number as u32), range),
                Side::Operands => Place::Operand(of, number as u32),
                Side::Results => Place::Result(of, number as u32),
            };
            found.push((*value, self.place(place)));
        }
        found
    }

    /// Goes from a connector up to an operation that nothing uses, and down from every operation on the way.
    fn go_up(&mut self, walk: u32, way: &Way) -> Result<(), Unmatched> {
        if self.positions.contains_key(&way.target) {
            return Ok(());
        }
        let mut value = way.connector;
        let mut position = *self.positions.get(&value).ok_or(Unmatched::Unreached(value))?;
        while value != way.target {
            let (above, index) = way.above[&value];
            let definer = self.ir.defining_op(above).expect("values of a pattern are results");
            position = match self.ir.code(definer) {
                pdl::OPERATION => self.go_to_user(definer, index, position, walk),
                _ => self.result(definer, position),
            };
            self.positions.entry(above).or_insert(position);
            if self.vocabulary.place(position).is_operation() {
                let visited = index.map_or(Visited::All, Visited::One);
                self.operation(definer, position, visited);
                self.go_down();
            }
            value = above;
        }
        Ok(())
    }

    /// An operation that uses a value as the operand of a number, or whose operands are all that is there.
    fn go_to_user(&mut self, definer: Op, index: Option<u32>, of: Position, walk: u32) -> Position {
        let user = self.place(Place::User { of, walk });
        self.ask(user, Question::Each, None);
        let operands: Vec<Value> = self.ir.group_operands(definer, 0).collect();
        debug_assert_eq!(
            index.is_none(),
            stands_for_all(self.ir, definer),
            "only a single range has no number"
        );
        let members = self.members(&operands, user, Side::Operands);
        let (_, operand) = members[index.unwrap_or(0) as usize];
        if self.vocabulary.place(operand).is_group() {
            self.ask(operand, Question::NotNull, None);
        }
        self.ask_equal(operand, of);
        user
    }

    /// What is not below an operation: results that only the rewrite uses, constants, and functions of the host.
    fn beside_the_tree(&mut self, op: Op) -> Result<(), Unmatched> {
        match self.ir.code(op) {
            pdl::RESULT | pdl::RESULTS => self.unused_result(op),
            pdl::APPLY_NATIVE_CONSTRAINT => self.native(op),
            pdl::ATTRIBUTE | pdl::TYPE | pdl::TYPES => self.literal(op),
            _ => self.ir.results(op).try_for_each(|value| self.position(value).map(drop)),
        }
    }

    fn position(&self, value: Value) -> Result<Position, Unmatched> {
        self.positions.get(&value).copied().ok_or(Unmatched::Unreached(value))
    }

    fn unused_result(&mut self, op: Op) -> Result<(), Unmatched> {
        let value = self.ir.result(op, 0);
        if self.positions.contains_key(&value) {
            return Ok(());
        }
        let operation = self.ir.operand(op, 0);
        let of = self.position(operation)?;
        let position = self.result(op, of);
        self.positions.insert(value, position);
        let is_there = match self.vocabulary.place(position) {
            Place::Result(_, index) => index < self.result_count(operation).0,
            place => !place.is_group(),
        };
        if !is_there {
            self.ask(position, Question::NotNull, None);
        }
        Ok(())
    }

    fn literal(&mut self, op: Op) -> Result<(), Unmatched> {
        let value = self.ir.result(op, 0);
        if self.positions.contains_key(&value) {
            return Ok(());
        }
        let (_, constant) = constant(self.ir, op).ok_or(Unmatched::Unreached(value))?;
        let position = self.place(match self.ir.code(op) {
            pdl::ATTRIBUTE => Place::AttributeLiteral(constant),
            pdl::TYPE => Place::TypeLiteral(constant),
            _ => Place::TypesLiteral(constant),
        });
        self.positions.insert(value, position);
        Ok(())
    }

    fn native(&mut self, op: Op) -> Result<(), Unmatched> {
        let args = self.ir.operands(op).map(|value| self.position(value)).collect::<Result<_, _>>()?;
        let name = self.ir.str_attr(op, "name").expect("a function of the host has a name").to_owned();
        let question = Question::Native {
            name: self.ir.ctx.str(&name),
            args,
            results: self.ir.results(op).map(|value| self.ir.ty(value)).collect(),
            negated: self.ir.attr(op, "isNegated") == Some(Attr::TRUE),
        };
        let by = self.ask(Position::ROOT, question, None);
        for (index, value) in self.ir.results(op).enumerate() {
            let place = Place::Given { by, index: index as u32, ty: self.ir.ty(value) };
            let position = self.place(place);
            let first = *self.positions.entry(value).or_insert(position);
            self.ask_equal(first, position);
        }
        Ok(())
    }

    /// Finds out which tests come before which. Looking at something that is not there must not happen to an operation or a range: whoever looks at what may be missing, or
    /// at something beyond it, comes after the question whether it is there. Loops stand in each other in the order in which they were found. A function of the host
    /// is asked about what matches otherwise: after all tests that were found before it.
    fn order(&mut self) {
        let (mut last_loop, mut last_native) = (None, 0);
        for number in 0..self.tests.len() as u32 {
            let predicate = self.tests[number as usize].predicate;
            let looks_at: Vec<Position> = self.vocabulary.looks_at(predicate).collect();
            let mut needs: Vec<u32> = looks_at.iter().filter_map(|at| self.guard(*at, predicate)).collect();
            match self.vocabulary.question(predicate).1 {
                Question::Each => needs.extend(last_loop.replace(number)),
                Question::Native { .. } => {
                    needs.extend(last_native..number);
                    last_native = number;
                }
                _ => {}
            }
            needs.sort_unstable();
            needs.dedup();
            self.tests[number as usize].needs = needs.len() as u32;
            for need in needs {
                self.tests[need as usize].unlocks.push(number);
            }
        }
    }

    /// The test that says that something is at a position: at itself, or the nearest before it that needs one. That one needs those before it.
    fn guard(&self, position: Position, asking: Predicate) -> Option<u32> {
        let mut next = Some(position);
        while let Some(position) = next {
            let place = self.vocabulary.place(position);
            let guard = match place {
                Place::Given { by, .. } => Some(by),
                Place::User { .. } => self.vocabulary.find(position, Question::Each),
                _ => self.vocabulary.find(position, Question::NotNull),
            };
            let guard = guard.filter(|guard| *guard != asking).and_then(|guard| self.known.get(&guard));
            if guard.is_some() {
                return guard.copied();
            }
            next = place.parent();
        }
        None
    }
}

/// Which operands were met before the operation was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visited {
    None,
    One(u32),
    All,
}

#[derive(Clone, Copy)]
enum Side {
    Operands,
    Results,
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
