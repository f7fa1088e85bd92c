//! Cycle-accurate simulation of elastic circuits, on units and channels.
//!
//! An elastic `handshake.func` is a network of units that hand tokens to each other. What a unit does in a cycle is a rule with a few bits of
//! state, so a whole circuit is one list of small instructions over the valids, readies and data of its channels, in an
//! order in which each finds what it needs ([`order`]); no circuit is made. It agrees with the circuit that
//! `handshake-to-hw` makes in every cycle on every channel: both follow the tables in `docs/rationale/streams.md`.
//!
//! A run is one activation: the arguments are given, `start` is accepted, tokens move until `end` has all its results, and then until nothing moves any
//! more. Its result is a [`Verdict`]. Activations follow each other on one instance; memories of the circuit keep their contents.

mod alu;
mod code;
#[cfg(feature = "jit")]
pub(crate) mod control;
mod edge;
#[cfg(feature = "jit")]
pub(crate) mod emit;
mod eval;
mod import;
mod instr;
mod left;
mod lsq;
pub(crate) mod machine;
mod memory;
mod network;
mod order;
mod record;
mod report;
mod run;
#[cfg(test)]
mod tests;
#[cfg(feature = "jit")]
mod tier;
mod waits;

pub use left::Left;
pub use memory::Memory;
pub use network::{Argument, Channel, ChannelId, MemoryDef, MemoryId, Network, Node, Place, UnitId};
pub use record::ElasticRecorder;
pub use run::{Arg, Options, Outcome, RuntimeError, Stalls, Verdict, View};
pub use waits::{Blocked, Wait};

use base::{Diagnostics, Rng};
use ir::{Ir, Op};
use machine::Machine;
#[cfg(feature = "jit")]
use tier::Tier;

/// An elastic circuit in simulation.
pub struct Elastic {
    network: Network,
    machine: Machine,
    code: Tier,
}

/// Without machine code all cycles are interpreted.
#[cfg(not(feature = "jit"))]
#[derive(Default)]
struct Tier;

impl Elastic {
    /// Prepares the simulation of an elastic function. The IR has been verified. What cannot be simulated is told in `diags`.
    pub fn new(ir: &Ir, func: Op, diags: &mut Diagnostics) -> Option<Elastic> {
        let network = import::import(ir, func, diags)?;
        Elastic::of_network(network, diags)
    }

    /// The same for a network from elsewhere.
    pub fn of_network(network: Network, diags: &mut Diagnostics) -> Option<Elastic> {
        match Machine::new(&network, memories(&network)) {
            Ok(machine) => Some(Elastic { network, machine, code: Tier::default() }),
            Err(cycle) => {
                diags.push(order::combinational_cycle(&network, &cycle));
                None
            }
        }
    }

    /// Makes machine code of the circuit now rather than when it turns out to pay; says whether there is any.
    pub fn compile(&mut self) -> bool {
        #[cfg(feature = "jit")]
        {
            self.code.compile(&self.network, &self.machine)
        }
        #[cfg(not(feature = "jit"))]
        false
    }

    /// The circuit: channels, units, arguments, memories.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// A memory as it is now, by its place among [`Network::memories`].
    pub fn memory(&self, memory: MemoryId) -> &Memory {
        &self.machine.core.memories[memory.index()]
    }

    /// Cycles since reset.
    pub fn cycle(&self) -> u64 {
        self.machine.core.now
    }

    /// Back to the beginning: memories of the circuit have their first contents again.
    pub fn reset(&mut self) {
        self.machine = Machine::new(&self.network, memories(&self.network))
            .unwrap_or_else(|_| unreachable!("a circuit that was ordered once can be again"));
    }

    /// Random waits of the memories, or none.
    fn set_waits(&mut self, rng: Option<Rng>) {
        self.machine.core.waits = rng;
    }
}

/// The memories of a circuit as they are at first; those of arguments are empty.
fn memories(network: &Network) -> Vec<Memory> {
    let own = network.arguments.iter().filter(|argument| matches!(argument, Argument::Memory(_))).count();
    let first = |(id, memory): (MemoryId, &MemoryDef)| {
        if id.index() < own {
            return Memory::new(memory.width, 0);
        }
        let words = memory.words.and_then(|words| usize::try_from(words).ok()).unwrap_or(0);
        let mut first = Memory::new(memory.width, words);
        for (index, word) in memory.initial.iter().enumerate() {
            first.set(index, word);
        }
        first
    };
    network.memories.iter().map(first).collect()
}
