//! What a pattern says besides its operations.

use super::{Unmatched, Walk, constant};
use crate::lowering::predicate::{Place, Position, Question};
use dialects::pdl;
use ir::{Attr, Op, Value};

impl Walk<'_> {
    /// What is not below an operation: results that only the rewrite uses, constants, and functions of the host.
    pub(super) fn beside_the_tree(&mut self, op: Op) -> Result<(), Unmatched> {
        match self.ir.code(op) {
            pdl::RESULT | pdl::RESULTS => self.result_beside(op),
            pdl::APPLY_NATIVE_CONSTRAINT => self.native(op),
            pdl::ATTRIBUTE | pdl::TYPE | pdl::TYPES => self.literal(op),
            _ => self.ir.results(op).try_for_each(|value| self.position(value).map(drop)),
        }
    }

    fn position(&self, value: Value) -> Result<Position, Unmatched> {
        self.positions.get(&value).copied().ok_or(Unmatched::Unreached(value))
    }

    /// A result that is no operand in the pattern must be there if something uses it. MLIR's bytecode drops one that nothing uses before it looks at the pattern.
    fn result_beside(&mut self, op: Op) -> Result<(), Unmatched> {
        let value = self.ir.result(op, 0);
        if self.positions.contains_key(&value) || self.ir.is_unused(value) {
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
        self.vocabulary.say_at(by, self.ir.loc(op));
        for (index, value) in self.ir.results(op).enumerate() {
            let place = Place::Given { by, index: index as u32, ty: self.ir.ty(value) };
            let position = self.place(place);
            let first = *self.positions.entry(value).or_insert(position);
            self.ask_equal(first, position);
        }
        Ok(())
    }
}
