//! From dialects, patterns and programs of the IR to the plain things that engines and chips work on.
//!
//! Dialects that IRDL defines become an alphabet ([`vocabulary`]), patterns in PDL trees over it ([`patterns`]), and a module a row of numbers ([`programs`]).
//! What cannot be said with these is refused, at its place in the file; the engine that runs PDL-Interp takes it.
//!
//! Types and counts are gone afterwards: IRDL fixes them for every operation. What a pattern asks about the attributes of an operation, or a function of the host about the
//! operation, becomes a fact ([`facts`]), a bit that is worked out when a program is read.

pub mod facts;
pub mod patterns;
pub mod programs;
#[cfg(test)]
mod tests;
mod types;
pub mod vocabulary;

pub use facts::{Fact, Part};
pub use patterns::{PatternSet, read_patterns};
pub use programs::{Encoded, encode_module};
pub use vocabulary::Vocabulary;
