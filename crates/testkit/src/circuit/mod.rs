//! Random circuits: deterministic from a seed, verified, without combinational cycles.
//!
//! A generated circuit is the text of a module with a hierarchy of `hw.module`s; the last one is the top. It holds every
//! operation of `hw`, `comb` and `seq` that a simulator takes, with values from one to two hundred bits, arrays and structs,
//! registers and memories of all kinds, instances with feedback through their registers, operations in any order, and
//! names that are keywords or no names at all in SystemVerilog.
//!
//! * [`types`] are types as the generator thinks of them, `names` gives out names.
//! * `gen` holds the state: modules so far, and the values of the present one with the inputs they depend on in the same cycle.
//! * `comb` writes computations, `state` registers, memories and FIFOs, `module` instances, ports and the module itself.
//!
//! State comes first: the outputs of registers are values before anything is computed, and what they are fed with is
//! chosen when everything is there. That is how a circuit gets feedback and never a combinational cycle. An instance is
//! split likewise: outputs that depend on no input in the same cycle are there from the start, the others once the inputs they
//! depend on are chosen.
//!
//! The text is written, not built, so that reading it is part of every check.

mod comb;
mod r#gen;
mod module;
mod names;
mod state;
#[cfg(test)]
mod tests;
pub mod types;

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Everything follows from it.
    pub seed: u64,
    /// Operations a circuit has, roughly, before what connects them.
    pub size: usize,
    /// Only what CIRCT's own SystemVerilog gives the same meaning as ours: no division by zero, no index or address past the end, no
    /// memory port whose output nobody defines, no read of an empty FIFO.
    pub circt_defined: bool,
}

impl Config {
    /// The circuit of a seed, of a size that follows from the seed as well: mostly middling, sometimes tiny or large.
    pub fn of_seed(seed: u64) -> Config {
        let mut state = seed;
        let size = [5, 15, 30, 30, 40, 80][(base::rng::split_mix(&mut state) % 6) as usize];
        Config { seed, size, circt_defined: false }
    }
}

/// Generates a circuit: the text of a module whose last `hw.module` is the top.
pub fn generate(config: Config) -> String {
    r#gen::Gen::new(config).circuit()
}
