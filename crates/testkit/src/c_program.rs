//! Random C programs: deterministic from a seed, always defined, always ending, and printing what they computed.
//!
//! A program is a tree ([`tree`]) of its own: `gen`, `expr` and `stmt` make one from a seed, `hazards` one that is hard on the order of memory accesses, `print` and `number` write it as C, and
//! [`compare`] runs it here and by `cc`, and
//! [`reduce`] makes a failing one smaller. That nothing is undefined is the printer's work: it knows type and range of every
//! expression, and writes a guard where an operation needs one, so the generator is free to combine what it likes, and the minimiser
//! to take away what it likes. Loops are bounded by how they are written, calls go to earlier functions only, and an expression
//! changes at most one variable, which nothing else in it reads.

pub mod compare;
mod expr;
mod r#gen;
mod hazards;
mod number;
mod print;
pub mod reduce;
mod stmt;
#[cfg(test)]
mod tests;
pub mod tree;

pub use print::{HEADER, print};
pub use tree::Program;

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    r#gen::Gen::new(seed, true).generate()
}

/// The program of a seed, without floating numbers.
pub fn generate_integers(seed: u64) -> Program {
    r#gen::Gen::new(seed, false).generate()
}

/// The program of a seed in which accesses to memory often meet.
pub fn generate_hazards(seed: u64) -> Program {
    hazards::Hazards::new(seed).generate()
}
