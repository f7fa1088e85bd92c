//! Random programs: deterministic from a seed, always defined, always ending.
//!
//! A generated program is the text of a module at the program level (`func`, `arith`, `math`, `scf`, `cf`, `memref`) whose
//! functions have a result for *every* input: divisors are made non-zero, shift amounts are taken modulo the width, accesses
//! stay in bounds, memory is filled before it is read, loops have a bound or fuel, calls go to earlier functions only. What
//! is undefined only when it is used (poison) does occur, and is not used. So whatever a pass, a lowering or
//! a circuit does to such a program, its results must stay what the interpreter says.
//!
//! * [`catalogue`] reads the dialect tables: every operation that computes scalars from scalars, with all its typings.
//! * [`types`] are types as the generator thinks of them.
//! * `gen` holds the state: the text so far, the values in reach, what a statement may cost.
//! * `scalar` writes computations with their guards, `memory` everything about memrefs, `structured` the operations of `scf`,
//!   `graph` basic blocks, `function` functions, calls and the module.
//!
//! The text is written, not built, so that reading it is part of every check; the same seed gives the same text on
//! every machine.

pub mod catalogue;
mod function;
mod r#gen;
mod graph;
mod memory;
mod scalar;
mod structured;
#[cfg(test)]
mod tests;
pub mod types;

pub use catalogue::Catalogue;

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Everything follows from it.
    pub seed: u64,
    /// Statements a function may have, roughly.
    pub size: usize,
}

impl Config {
    /// The program of a seed, of a size that follows from the seed as well: mostly small, sometimes large.
    pub fn of_seed(seed: u64) -> Config {
        let mut state = seed;
        let size = [4, 8, 15, 15, 30, 60][(base::rng::split_mix(&mut state) % 6) as usize];
        Config { seed, size }
    }
}

/// Generates a program: the text of a module.
pub fn generate(catalogue: &Catalogue, config: Config) -> String {
    r#gen::Gen::new(catalogue, config).module()
}
