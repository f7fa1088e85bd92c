//! Functions of the host that patterns call by name.

use super::Handle;
use ir::{Ir, Rewriter};
use std::collections::BTreeMap;

/// A constraint: `None` is no, and otherwise there is a handle for each result, and no result is null. It may make types and attributes and changes nothing else.
/// For engines that look at facts it is asked when a program is read, about every operation that could stand where the pattern asks, whether the rest of the pattern matches there or not.
pub type Constraint = fn(&mut Ir, &[Handle]) -> Option<Vec<Handle>>;

/// A part of a rewrite: `None` says that the rewrite fails, and otherwise there is a handle for each result.
pub type Rewrite = fn(&mut Rewriter<'_>, &[Handle]) -> Option<Vec<Handle>>;

/// The functions there are.
#[derive(Clone, Default)]
pub struct Natives {
    constraints: BTreeMap<String, Constraint>,
    rewrites: BTreeMap<String, Rewrite>,
}

impl Natives {
    /// Adds a constraint; one of that name that was there before is replaced.
    pub fn constraint(mut self, name: &str, function: Constraint) -> Natives {
        self.constraints.insert(name.to_string(), function);
        self
    }

    /// Adds a part of rewrites; one of that name that was there before is replaced.
    pub fn rewrite(mut self, name: &str, function: Rewrite) -> Natives {
        self.rewrites.insert(name.to_string(), function);
        self
    }

    pub(crate) fn find_constraint(&self, name: &str) -> Option<Constraint> {
        self.constraints.get(name).copied()
    }

    pub(super) fn find_rewrite(&self, name: &str) -> Option<Rewrite> {
        self.rewrites.get(name).copied()
    }
}
