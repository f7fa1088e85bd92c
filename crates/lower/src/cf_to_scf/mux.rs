//! One place for several targets: values that say where to go and what to take along.
//!
//! Ways that must pass through one place each bring a discriminator (none for a single target, a bit for two, an index
//! for more) and a row of slots. A target's arguments are found in slots of their types; targets share slots, since
//! only one of them is gone to.

use super::Lift;
use crate::make::{br, cond_br, switch};
use base::Bits;
use ir::{Attr, Block, Ir, Loc, Type, Value};

/// The place, as the types of the values that pass through it.
pub(super) struct Mux {
    targets: Vec<Block>,
    slots: Vec<Type>,
    /// Per target the slots of its arguments.
    taken: Vec<Vec<usize>>,
}

impl Mux {
    /// A place for these targets, all different.
    pub(super) fn new(ir: &Ir, targets: &[Block]) -> Mux {
        let mut mux = Mux { targets: targets.to_vec(), slots: Vec::new(), taken: Vec::new() };
        for target in targets {
            let taken = mux.take(ir, *target);
            mux.taken.push(taken);
        }
        mux
    }

    /// Finds or adds slots for the arguments of a block.
    pub(super) fn take(&mut self, ir: &Ir, block: Block) -> Vec<usize> {
        let mut taken: Vec<usize> = Vec::new();
        for arg in ir.args(block) {
            let ty = ir.ty(*arg);
            let free = (0..self.slots.len()).find(|slot| self.slots[*slot] == ty && !taken.contains(slot));
            taken.push(free.unwrap_or_else(|| {
                self.slots.push(ty);
                self.slots.len() - 1
            }));
        }
        taken
    }

    /// Whether there is nothing to tell apart: what passes is what the target is given.
    pub(super) fn has_one_target(&self) -> bool {
        self.targets.len() == 1
    }

    fn discriminator(&self) -> Option<Type> {
        match self.targets.len() {
            0 | 1 => None,
            2 => Some(Type::I1),
            _ => Some(Type::INDEX),
        }
    }

    /// Position of the first slot among the values that pass.
    fn first(&self) -> usize {
        usize::from(self.discriminator().is_some())
    }

    /// The types of the values that pass: the discriminator, if there is one, and the slots.
    pub(super) fn types(&self) -> Vec<Type> {
        self.discriminator().into_iter().chain(self.slots.iter().copied()).collect()
    }

    /// What passes on a way to a target that is given some values.
    pub(super) fn values(&self, lift: &mut Lift<'_>, target: Block, given: &[Value]) -> Vec<Value> {
        let number =
            self.targets.iter().position(|t| *t == target).expect("the way leads to one of the targets");
        let mut values = self.spread(lift, &self.taken[number], given);
        match self.discriminator() {
            Some(Type::I1) => {
                values[0] = lift.constant(if number == 0 { Attr::TRUE } else { Attr::FALSE }, Type::I1)
            }
            Some(_) => values[0] = lift.index(number),
            None => {}
        }
        values
    }

    /// What passes on a way that is given values for some slots, and goes to no target.
    pub(super) fn spread(&self, lift: &mut Lift<'_>, slots: &[usize], given: &[Value]) -> Vec<Value> {
        let mut values: Vec<Option<Value>> = vec![None; self.first() + self.slots.len()];
        for (slot, value) in slots.iter().zip(given) {
            values[self.first() + slot] = Some(*value);
        }
        let types = self.types();
        values.into_iter().zip(types).map(|(value, ty)| value.unwrap_or_else(|| lift.undefined(ty))).collect()
    }

    /// What stands in some slots of the values that passed.
    pub(super) fn pick(&self, passed: &[Value], slots: &[usize]) -> Vec<Value> {
        slots.iter().map(|slot| passed[self.first() + slot]).collect()
    }

    /// Ends a block by going where the values that passed say.
    pub(super) fn dispatch(&self, ir: &mut Ir, from: Block, loc: Loc, passed: &[Value]) {
        let ways: Vec<Vec<Value>> = self.taken.iter().map(|slots| self.pick(passed, slots)).collect();
        match self.targets[..] {
            [target] => {
                br(ir, from, loc, (target, &ways[0]));
            }
            [first, second] => {
                cond_br(ir, from, loc, passed[0], (first, &ways[0]), (second, &ways[1]));
            }
            // A flag of type `index` is no valid switch; it is gone before anybody could ask.
            _ => {
                let cases = self.targets.iter().zip(ways.iter()).zip(0..).skip(1);
                let cases: Vec<_> = cases
                    .map(|((target, way), number)| (Bits::from_i64(64, number), *target, way.clone()))
                    .collect();
                switch(ir, from, loc, passed[0], (self.targets[0], &ways[0]), &cases);
            }
        }
    }
}
