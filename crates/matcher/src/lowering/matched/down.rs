//! What a pattern says of an operation, its attributes, its operands and its results.

use super::{Walk, constant};
use crate::lowering::predicate::{Place, Position, Question, is_range};
use dialects::pdl;
use ir::{Op, Type, Value};

/// Which operands were met before the operation was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visited {
    None,
    One(u32),
    All,
}

#[derive(Clone, Copy)]
pub(super) enum Side {
    Operands,
    Results,
}

impl Walk<'_> {
    pub(super) fn attribute(&mut self, definer: Op, position: Position) {
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

    pub(super) fn operand(&mut self, definer: Op, position: Position) {
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
    pub(super) fn result(&mut self, definer: Op, of: Position) -> Position {
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
    pub(super) fn result_count(&self, operation: Value) -> (u32, bool) {
        let definer = self.ir.defining_op(operation).expect("values of a pattern are results");
        let types: Vec<Value> = self.ir.group_operands(definer, 2).collect();
        self.count(&types)
    }

    fn count(&self, values: &[Value]) -> (u32, bool) {
        let single = values.iter().filter(|value| !is_range(self.ir, **value)).count();
        (single as u32, single == values.len())
    }

    pub(super) fn operation(&mut self, definer: Op, position: Position, visited: Visited) {
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
    pub(super) fn members(&mut self, values: &[Value], of: Position, side: Side) -> Vec<(Value, Position)> {
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
}
