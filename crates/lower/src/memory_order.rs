//! The ways to keep accesses in order of which it is not known in advance whether they meet.

use ir::pass::PassOption;
use std::str::FromStr;

/// How such accesses are kept in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryOrder {
    /// By tokens: a round waits for the one before.
    #[default]
    Ordered,
    /// By guards on the addresses of reads, where they can.
    Guard,
    /// By a queue of loads and stores.
    Lsq,
}

impl MemoryOrder {
    /// All of them, the smallest circuits first.
    pub const ALL: [MemoryOrder; 3] = [MemoryOrder::Ordered, MemoryOrder::Guard, MemoryOrder::Lsq];

    /// Its name as an option.
    pub fn name(self) -> &'static str {
        match self {
            MemoryOrder::Ordered => "ordered",
            MemoryOrder::Guard => "guard",
            MemoryOrder::Lsq => "lsq",
        }
    }
}

impl FromStr for MemoryOrder {
    type Err = ();

    fn from_str(name: &str) -> Result<MemoryOrder, ()> {
        MemoryOrder::ALL.into_iter().find(|order| order.name() == name).ok_or(())
    }
}

/// The option of a lowering that says which.
pub const MEMORY: PassOption = PassOption {
    name: "memory",
    doc: "how accesses are kept in order of which it is not known whether they meet: `ordered` has rounds wait for each other, `guard` compares the addresses of reads with those of writes that are not complete, `lsq` has a queue of reads and writes",
    default: "ordered",
};
