//! From a value up to an operation that uses it.

use super::down::{Side, Visited};
use super::{Unmatched, Walk};
use crate::lowering::predicate::{Place, Position, Question};
use crate::lowering::roots::{Way, stands_for_all};
use dialects::pdl;
use ir::{Op, Value};

impl Walk<'_> {
    /// Goes from a connector up to an operation that nothing uses, and down from every operation on the way.
    pub(super) fn go_up(&mut self, walk: u32, way: &Way) -> Result<(), Unmatched> {
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
}
