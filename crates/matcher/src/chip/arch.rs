//! The kinds of chips there are.

use super::{Chip, Plan, tags, taps, unit};
use crate::stream::Order;
use dialects::irdl::legal::Attributes;
use ir::Ir;

/// A kind of chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// A unit for each root that is under way.
    Unit,
    /// One window for all patterns, users before values.
    Taps,
    /// Values before their users, each with what matches at it.
    #[default]
    Tags,
}

impl Arch {
    /// All of them.
    pub const ALL: [Arch; 3] = [Arch::Unit, Arch::Taps, Arch::Tags];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Arch::Unit => "unit",
            Arch::Taps => "taps",
            Arch::Tags => "tags",
        }
    }

    /// Whether it takes operations with attributes: `unit` does not.
    pub fn attributes(self) -> Attributes {
        match self {
            Arch::Unit => Attributes::Refused,
            Arch::Taps | Arch::Tags => Attributes::Taken,
        }
    }

    /// The order in which it takes the records of a block.
    pub fn order(self) -> Order {
        match self {
            Arch::Unit | Arch::Taps => Order::Backwards,
            Arch::Tags => Order::Forwards,
        }
    }

    /// Makes a chip.
    pub fn make(self, ir: &mut Ir, plan: &Plan<'_>) -> Chip {
        match self {
            Arch::Unit => unit::make(ir, plan),
            Arch::Taps => taps::make(ir, plan),
            Arch::Tags => tags::make(ir, plan),
        }
    }
}
