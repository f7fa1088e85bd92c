//! Which memories get a queue: those with accesses that rounds of a loop would have to wait for.
//!
//! A queue makes room for the accesses of a region when it is the region's turn, and lets each go as soon as its address and those before it allow. All accesses of its memory go
//! through it, so nothing else orders them.

use super::dependence::{Carried, Dependence};
use super::guards::delay;
use super::loops;
use crate::queue_depth::QueueDepth;
use crate::streams::memory::{Depths, Memories, name};
use base::text::counted;
use base::{Diagnostic, Diagnostics, Span, codes};
use dialects::handshake::unit::lsq;
use dialects::memref;
use ir::text::Reported;
use ir::{Block, Ir, Op};
use rustc_hash::FxHashMap;

/// The most accesses of a kind that a queue holds.
const MOST: u32 = 32;
/// Cycles that the place of a load is taken for: from the turn of its region to its address, to its answer, and until it can be given again.
const LOAD: u32 = 1 + lsq::ANSWER + 1;
/// The same for a store of what a load gives: to the address of the load, to its answer, and until it is written and can be given again.
const STORE: u32 = 1 + lsq::ANSWER + 2;
/// Rounds for which there are places besides: where choices depend on data, rounds do not follow each other evenly.
const UNEVEN: u32 = 1;

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
pub(super) fn choose(
    ir: &Ir,
    function: Op,
    memories: &Memories,
    deps: &Dependence,
    asked: QueueDepth,
    diags: &mut Diagnostics,
) -> Result<Queues, Reported> {
    let mut waits = vec![false; memories.list().len()];
    for op in ir.walk(function) {
        if !loops::is_loop(ir, op) {
            continue;
        }
        let depth = loops::around(ir, op).count() - 1;
        for (memory, accesses) in deps.touched(op) {
            let writes = accesses.iter().any(|access| deps.writes(*access));
            if !waits[*memory] && writes {
                waits[*memory] = deps.carried(op, accesses, depth) != Carried::Never;
            }
        }
    }
    let mut depths = vec![None; waits.len()];
    let mut too_small: Vec<(Accesses, String)> = Vec::new();
    for memory in (0..waits.len()).filter(|memory| waits[*memory]) {
        let accesses = Accesses::of(ir, function, memories, memory);
        let array = || name(ir, &memories.list()[memory]).unwrap_or_default();
        depths[memory] = match asked {
            _ if accesses.are_too_many() => {
                diags.push(accesses.no_queue(ir, &array()));
                None
            }
            QueueDepth::Auto => Some(accesses.depths(ir)),
            QueueDepth::Of { loads, stores } if accesses.reads <= loads && accesses.writes <= stores => {
                Some(Depths { loads, stores })
            }
            QueueDepth::Of { .. } => {
                too_small.push((accesses, array()));
                None
            }
        };
    }
    // What every queue needs is said of each of them, so that one answer mends all.
    let most = |of: fn(&Accesses) -> u32| too_small.iter().map(|(accesses, _)| of(accesses)).max();
    let (loads, stores) = (most(|of| of.reads).unwrap_or(0), most(|of| of.writes).unwrap_or(0));
    for (accesses, array) in &too_small {
        diags.push(accesses.too_many(ir, array, asked, (loads, stores)));
    }
    if too_small.is_empty() { Ok(Queues { depths }) } else { Err(Reported) }
}

/// The accesses to one memory.
struct Accesses {
    loads: Vec<Op>,
    stores: Vec<Op>,
    /// The most loads, and the most stores, of one region.
    reads: u32,
    writes: u32,
}

impl Accesses {
    fn of(ir: &Ir, function: Op, memories: &Memories, memory: usize) -> Accesses {
        let accesses = ir.walk(function).into_iter();
        let accesses =
            accesses.filter(|op| memories.access(ir, *op).is_some_and(|access| access.memory == memory));
        let (stores, loads): (Vec<Op>, Vec<Op>) = accesses.partition(|op| ir.code(*op) == memref::STORE);
        let (reads, writes) = (together(ir, &loads), together(ir, &stores));
        Accesses { loads, stores, reads, writes }
    }

    /// Whether they are more than a queue has ports for.
    fn are_too_many(&self) -> bool {
        self.loads.len().max(self.stores.len()) > lsq::MOST as usize
    }

    /// Where the first of them stands.
    fn place(&self, ir: &Ir) -> Option<Span> {
        self.loads.iter().chain(&self.stores).next().and_then(|op| ir.ctx.span(ir.loc(*op)))
    }

    /// That tokens keep them in order, as they are too many.
    fn no_queue(&self, ir: &Ir, array: &str) -> Diagnostic {
        let [loads, stores] =
            [(&self.loads, "load"), (&self.stores, "store")].map(|(of, word)| counted(of.len(), word));
        let message = format!(
            "`{array}` has no queue, since a queue has at most {} ports of a kind, and there are {loads} and {stores}",
            lsq::MOST
        );
        let warning = Diagnostic::warning(codes::NO_QUEUE, self.place(ir), message);
        warning.note("tokens keep the accesses in order, so rounds wait for each other")
    }

    /// Room for a round in every cycle: as many rounds as a place is taken for, and `UNEVEN`.
    fn depths(&self, ir: &Ir) -> Depths {
        let delay = longest_delay(ir, &self.loads, &self.stores);
        // A memory has one port for the loads of a round.
        let turns = self.reads.saturating_sub(1);
        // A group has to fit, however large it is.
        let most = |together: u32, rounds: u32| (together * (rounds + UNEVEN)).min(MOST).max(together).max(1);
        Depths { loads: most(self.reads, LOAD + turns), stores: most(self.writes, STORE + turns + delay) }
    }

    /// That a region has more of them than queues were asked to hold; what all queues need are so many loads and stores.
    fn too_many(&self, ir: &Ir, array: &str, asked: QueueDepth, (loads, stores): (u32, u32)) -> Diagnostic {
        let (reads, writes) = (counted(self.reads as usize, "load"), counted(self.writes as usize, "store"));
        let least = QueueDepth::Of { loads: loads.max(1), stores: stores.max(1) };
        let message = format!(
            "a queue of depth {asked} is too small for `{array}`, of which a region has up to {reads} and {writes}"
        );
        let error = Diagnostic::error(codes::BAD_PASS_OPTION, self.place(ir), message);
        error.hint(format!("the depth of all queues has to be at least {least}, and at most {}", lsq::MOST))
    }
}

/// The most of these accesses that are in one region.
fn together(ir: &Ir, accesses: &[Op]) -> u32 {
    let mut regions: FxHashMap<Option<Block>, u32> = FxHashMap::default();
    for op in accesses {
        *regions.entry(ir.parent_block(*op)).or_default() += 1;
    }
    regions.into_values().max().unwrap_or(0)
}

/// The most cycles between a load and a store that are in the same rounds.
fn longest_delay(ir: &Ir, loads: &[Op], stores: &[Op]) -> u32 {
    let mut rounds: FxHashMap<Option<Op>, Vec<Op>> = FxHashMap::default();
    for load in loads {
        rounds.entry(loops::around(ir, *load).next()).or_default().push(*load);
    }
    let beside = |store: &Op| rounds.get(&loops::around(ir, *store).next()).map_or(&[][..], Vec::as_slice);
    let delays = stores.iter().flat_map(|store| beside(store).iter().map(|load| delay(ir, *load, *store)));
    delays.max().unwrap_or(0)
}
