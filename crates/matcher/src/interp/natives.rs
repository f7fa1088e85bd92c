//! Functions of the host that patterns call by name.

use super::Handle;
use ir::Ir;
use std::collections::BTreeMap;

/// A constraint: `None` is no, and otherwise there is a handle for each result, and no result is null. It may make types and attributes and changes nothing else.
pub type Constraint = fn(&mut Ir, &[Handle]) -> Option<Vec<Handle>>;

/// The functions there are.
#[derive(Clone, Default)]
pub struct Natives {
    constraints: BTreeMap<String, Constraint>,
}

impl Natives {
    /// Adds a constraint; one of that name that was there before is replaced.
    pub fn constraint(mut self, name: &str, function: Constraint) -> Natives {
        self.constraints.insert(name.to_string(), function);
        self
    }

    pub(super) fn find_constraint(&self, name: &str) -> Option<Constraint> {
        self.constraints.get(name).copied()
    }
}
