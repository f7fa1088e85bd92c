//! What is at a position, as a value of the matcher.

use super::Emitter;
use crate::lowering::make;
use crate::lowering::predicate::{Place, Position};
use dialects::{pdl, pdl_interp as interp};
use ir::{Attr, Block, OpCode, Type, Value};

impl Emitter<'_> {
    pub(super) fn remember(&mut self, position: Position, value: Value) {
        let before = self.values.insert(position, value);
        self.fetched.push((position, before));
    }

    pub(super) fn get(
        &mut self,
        block: Block,
        code: OpCode,
        of: (Value, Type),
        attr: Option<(&str, Attr)>,
    ) -> Value {
        make::get(self.ir, block, self.loc, code, of, attr)
    }

    /// The value at a position, with all that it is relative to.
    pub(super) fn fetch(&mut self, block: Block, position: Position) -> Value {
        let mut open = vec![position];
        while let Some(position) = open.last() {
            let parent = self.vocabulary.place(*position).parent();
            match parent.filter(|parent| !self.values.contains_key(parent)) {
                Some(parent) if !self.values.contains_key(position) => open.push(parent),
                _ => break,
            }
        }
        for position in open.into_iter().rev() {
            if !self.values.contains_key(&position) {
                let value = self.fetch_next(block, position);
                self.remember(position, value);
            }
        }
        self.values[&position]
    }

    /// The value at a position when that which it is relative to is there.
    fn fetch_next(&mut self, block: Block, position: Position) -> Value {
        let place = self.vocabulary.place(position);
        let loc = self.loc;
        let of = place.parent().map(|parent| self.values[&parent]);
        let of = || of.expect("it is relative to something");
        match place {
            Place::Definer(_) => {
                let ty = pdl::operation_ty(&mut self.ir.ctx);
                self.get(block, interp::GET_DEFINING_OP, (of(), ty), None)
            }
            Place::Operand(_, index) => make::get_one(self.ir, block, loc, interp::GET_OPERAND, of(), index),
            Place::Result(_, index) => make::get_one(self.ir, block, loc, interp::GET_RESULT, of(), index),
            Place::Operands { group, range, .. } => {
                make::get_group(self.ir, block, loc, interp::GET_OPERANDS, of(), (group, range))
            }
            Place::Results { group, range, .. } => {
                make::get_group(self.ir, block, loc, interp::GET_RESULTS, of(), (group, range))
            }
            Place::Attribute(_, name) => {
                let ty = pdl::attribute_ty(&mut self.ir.ctx);
                let name = self.ir.ctx[name].to_owned();
                let name = self.ir.ctx.str_attr(&name);
                self.get(block, interp::GET_ATTRIBUTE, (of(), ty), Some(("name", name)))
            }
            Place::TypeOf(_) => make::get_type(self.ir, block, loc, of()),
            Place::AttributeLiteral(constant) => {
                make::create(self.ir, block, loc, interp::CREATE_ATTRIBUTE, constant)
            }
            Place::TypeLiteral(constant) => make::create(self.ir, block, loc, interp::CREATE_TYPE, constant),
            Place::TypesLiteral(constant) => {
                make::create(self.ir, block, loc, interp::CREATE_TYPES, constant)
            }
            Place::Root | Place::User { .. } | Place::Given { .. } => {
                unreachable!("it is there before anything is asked of it")
            }
        }
    }
}
