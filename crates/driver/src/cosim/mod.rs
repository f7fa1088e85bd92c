//! Co-simulation: the same stimulus through our simulator and through those of other people, every output compared in every cycle.
//!
//! [`cosim`](cosim()) is the request: a file of IR, one stimulus, our simulator against others. [`Bench`] is what it is made of: any
//! number of designs in one run of an external simulator, which costs far more to build than to run.

mod bench;
mod engine;
mod kernel;
mod request;

pub use engine::{Bench, Engine};
pub use kernel::{FolderRequest, cosim_folder, kernel_design};
pub use request::{
    Compared, CosimOutcome, CosimRequest, Scratch, Verdict, cosim, design, inputs, ports, rename_modules,
    simulator, trace,
};

use base::Bits;
use std::fmt;

/// What a port is to a test bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It rises once a cycle.
    Clock,
    /// The stimulus has a value for it in every cycle.
    Input,
    /// It is observed in every cycle.
    Output,
}

/// A port of a design.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// What diagnostics call it; the bench connects ports by position.
    pub name: String,
    /// How many bits it has; at least one.
    pub width: u32,
    /// What it is for.
    pub kind: Kind,
}

/// A circuit as SystemVerilog, with what is to be done to it.
#[derive(Clone, Debug)]
pub struct Design {
    /// The name of its top module in the text. No two designs of one run may have modules of the same name.
    pub module: String,
    /// All its modules.
    pub verilog: String,
    /// The ports of the top module in order.
    pub ports: Vec<Port>,
    /// Files that its memories begin with, by the names in the text.
    pub files: Vec<(String, Vec<u8>)>,
    /// For every cycle the value of every input that is no clock, in the order of ports.
    pub stimulus: Vec<Vec<Bits>>,
}

/// For every cycle the value of every output, as they are before the clock rises.
pub type Trace = Vec<Vec<Bits>>;

/// The first place where two runs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The cycle, counted from zero.
    pub cycle: usize,
    /// The output's name.
    pub port: String,
    /// What the first run says.
    pub ours: Bits,
    /// What the second run says.
    pub theirs: Bits,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { cycle, port, ours, theirs } = self;
        write!(f, "in cycle {cycle}, `{port}` is {} here and {} there", ours.hex(), theirs.hex())
    }
}

/// Where two runs of a design differ first, if they do.
pub fn compare(ports: &[Port], ours: &Trace, theirs: &Trace) -> Option<Difference> {
    let outputs: Vec<&Port> = ports.iter().filter(|port| port.kind == Kind::Output).collect();
    for (cycle, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let differing = ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs);
        if let Some(at) = differing {
            let (ours, theirs) = (ours[at].clone(), theirs[at].clone());
            return Some(Difference { cycle, port: outputs[at].name.clone(), ours, theirs });
        }
    }
    None
}

#[cfg(test)]
mod tests;
