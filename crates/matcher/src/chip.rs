//! Chips: circuits that take a stream of records and count matches.
//!
//! All chips have the same ports around what is different in them:
//!
//! | port | meaning |
//! |---|---|
//! | `clk`, `rst` | clock, and a reset of all that is counted |
//! | `valid`, `record`, `ready` | a record is taken at every edge at which it is valid and the chip is ready |
//! | `complete` | there are no more records; the chip goes through what it holds without them |
//! | `idle` | nothing is under way: `count` has all matches of the records that were taken |
//! | `count` | how many matches there were |
//! | `match_valid`, `match_root`, `match_patterns` | if they were asked for: a root, by the number of its record from 0 on without separators, and a bit for each pattern that matches at it |
//!
//! Chips for several streams have all but `clk`, `rst`, `complete`, `idle` and `count` once for each, with its number behind the name.
//!
//! A match that is counted is a match of what the stream shows; [`crate::stream::missed`] says which ones are missing.

mod arch;
pub mod bench;
mod count;
mod fields;
mod frame;
pub mod tags;
pub mod taps;
#[cfg(test)]
mod testing;
pub mod unit;

pub use arch::Arch;

use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::stream::layout::Layout;
use ir::Op;

/// What a chip is made for.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The operations there are.
    pub alphabet: &'a Alphabet,
    /// What is looked for.
    pub patterns: &'a [Pattern],
    /// What records say.
    pub layout: &'a Layout,
    /// Whether it says which patterns match at which root.
    pub lists_matches: bool,
    /// How many streams it takes side by side, one record of each in a cycle.
    pub streams: u32,
    /// How many units [`unit`] has for each pattern; as many as take a record in every cycle if it is not said. The other chips have none.
    pub units: Option<u32>,
}

/// A chip.
pub struct Chip {
    /// The `builtin.module` that it stands in.
    pub design: Op,
    /// Its top module.
    pub top: Op,
    /// After so many cycles without a record, in which it is told that none comes, it is idle. It takes no more cycles from one record to the next, either.
    pub drain: u32,
}

/// The name of a chip's top module.
pub const TOP: &str = "matcher";
/// How many bits a count has.
pub const COUNT_BITS: u32 = 40;
/// How many bits the number of a root has.
pub const ROOT_BITS: u32 = 32;

/// The name of a port of one of so many streams.
pub fn port_name(name: &str, stream: usize, streams: usize) -> String {
    if streams == 1 { name.to_string() } else { format!("{name}{stream}") }
}
