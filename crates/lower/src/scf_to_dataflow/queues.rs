//! Which memories get a queue: those with accesses that rounds of a loop would have to wait for.
//!
//! A queue makes room for the accesses of a region when it is the region's turn, and lets each go as soon as its address and those before it allow. All accesses of its memory go
//! through it, so nothing else orders them.

use super::dependence::{Carried, Dependence};
use super::guards::{delay, loops_around};
use crate::streams::memory::{Depths, Memories};
use dialects::handshake::unit::lsq;
use dialects::{memref, scf};
use ir::{Ir, Op};

/// The most accesses of a kind that a queue holds.
const MOST: u32 = 32;
/// Cycles that the place of a load is taken for: from the turn of its region to its address, to its answer, and until it can be given again.
const LOAD: u32 = 1 + 3 + 1;
/// The same for a store of what a load gives: to the address of the load, to its answer, and until it is written and can be given again.
const STORE: u32 = 1 + 3 + 2;

/// The queues of a function.
#[derive(Default, Debug)]
pub(super) struct Queues {
    /// A memory each.
    depths: Vec<Option<Depths>>,
}

impl Queues {
    /// Whether a memory has one.
    pub fn has(&self, memory: usize) -> bool {
        self.depths.get(memory).is_some_and(Option::is_some)
    }

    /// The memories that have one, and how many accesses it holds.
    pub fn all(&self) -> impl Iterator<Item = (usize, Depths)> + '_ {
        self.depths.iter().enumerate().filter_map(|(memory, depths)| Some((memory, (*depths)?)))
    }
}

/// Puts queues where rounds of loops would wait for each other.
pub(super) fn choose(ir: &Ir, function: Op, memories: &Memories, deps: &Dependence) -> Queues {
    let mut depths = vec![None; memories.list().len()];
    for op in ir.walk(function) {
        if !matches!(ir.code(op), scf::FOR | scf::WHILE) {
            continue;
        }
        let depth = loops_around(ir, function, op).len() - 1;
        for (memory, accesses) in deps.touched(op) {
            let writes = accesses.iter().any(|access| deps.writes(*access));
            if writes && deps.carried(op, accesses, depth) != Carried::Never {
                depths[*memory] = depths_of(ir, function, memories, *memory);
            }
        }
    }
    Queues { depths }
}

/// Room for a round in every cycle: as many rounds as a place is taken for. Nothing if a region has more accesses than any queue holds; tokens keep these in order.
fn depths_of(ir: &Ir, function: Op, memories: &Memories, memory: usize) -> Option<Depths> {
    let accesses: Vec<Op> = (ir.walk(function).into_iter())
        .filter(|op| memories.access(ir, *op).is_some_and(|access| access.memory == memory))
        .collect();
    let (stores, loads): (Vec<Op>, Vec<Op>) = accesses.iter().partition(|op| ir.code(**op) == memref::STORE);
    let delays = loads.iter().flat_map(|load| stores.iter().map(|store| delay(ir, *load, *store)));
    let delay = delays.max().unwrap_or(0);
    let together = |kind: &[Op]| {
        let in_block =
            |op: &Op| kind.iter().filter(|other| ir.parent_block(**other) == ir.parent_block(*op)).count();
        kind.iter().map(in_block).max().unwrap_or(0) as u32
    };
    let (reads, writes) = (together(&loads), together(&stores));
    if reads.max(writes) > lsq::MOST {
        return None;
    }
    // A memory has one port for the loads of a round.
    let turns = reads.saturating_sub(1);
    // A group has to fit, however large it is.
    let most = |together: u32, rounds: u32| (together * rounds).min(MOST).max(together).max(1);
    Some(Depths { loads: most(reads, LOAD + turns), stores: most(writes, STORE + turns + delay) })
}
