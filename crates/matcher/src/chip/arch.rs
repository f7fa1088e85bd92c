//! The kinds of chips there are.

use super::{Chip, Plan, tags};
use ir::Ir;

/// A kind of chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// Values come before their users, and each keeps which subpatterns match at it.
    #[default]
    Tags,
}

impl Arch {
    /// All of them.
    pub const ALL: [Arch; 1] = [Arch::Tags];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Arch::Tags => "tags",
        }
    }

    /// Makes a chip.
    pub fn make(self, ir: &mut Ir, plan: &Plan<'_>) -> Chip {
        match self {
            Arch::Tags => tags::make(ir, plan),
        }
    }
}
