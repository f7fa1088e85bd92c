//! Which reads a guard keeps behind writes of earlier rounds, where it is not known in advance whether they meet.
//!
//! A guard stands on the address of a read and knows the addresses of the writes of one store that are not complete: a read of another element goes on, one of the same
//! waits. That is exact for a read and a write that are made once a round of one region, the read first: the write waits for the read of its own round, so it comes after those
//! of all earlier rounds, too, as a port is used in order; and the guard sees to it that a read comes after every earlier write it meets. All loops around the region are
//! rounds to the guard alike, because nothing tells it where one of their rounds ends.
//!
//! The write may be under a choice that the read is not in: then a condition tells the guard in which rounds there is no write.

use super::dependence::{AccessId, Carried, Dependence, are_too_many};
use super::loops;
use crate::streams::memory::Memories;
use dialects::{handshake, memref, scf};
use ir::{Ir, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Operations that are looked at to find how long it takes from a read to the write behind it.
const LOOKED_AT: usize = 256;
/// Cycles from the address of a read to the completion of a write that stores what was read: one for each, and one for what may have to stand between them.
pub(super) const AROUND: u32 = 3;
/// The most addresses that a guard holds.
const MOST: u32 = 16;

/// A write behind a guarded read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guard {
    pub write: Op,
    /// How many writes may be on their way.
    pub window: u32,
}

/// The guards of a function, by their reads.
#[derive(Default, Debug)]
pub(super) struct Guards {
    of: FxHashMap<Op, Vec<Guard>>,
}

impl Guards {
    /// Those on the address of a read.
    pub fn of(&self, read: Op) -> &[Guard] {
        self.of.get(&read).map_or(&[], Vec::as_slice)
    }
}

/// The accesses to one memory that have one loop as their innermost, in the order of the program.
struct Group {
    around: Op,
    memory: usize,
    accesses: Vec<(Op, AccessId)>,
}

/// Puts guards where loops then need not wait for their rounds, or not as long.
pub(super) fn choose(ir: &Ir, function: Op, memories: &Memories, deps: &mut Dependence) -> Guards {
    let mut guards = Guards::default();
    for group in groups(ir, function, memories, deps) {
        if are_too_many(group.accesses.len(), group.accesses.len()) {
            continue;
        }
        let loops: Vec<Op> = loops::around(ir, group.around).collect();
        let before = distances(deps, &loops, group.memory);
        let pairs = group.pairs(ir, deps, &loops);
        for (read, write) in &pairs {
            deps.guard(write.1, read.1);
        }
        if distances(deps, &loops, group.memory) == before {
            for (read, write) in &pairs {
                deps.unguard(write.1, read.1);
            }
            continue;
        }
        for (read, write) in pairs {
            let window = (delay(ir, read.0, write.0) + AROUND).min(MOST);
            guards.of.entry(read.0).or_default().push(Guard { write: write.0, window });
        }
    }
    guards
}

fn groups(ir: &Ir, function: Op, memories: &Memories, deps: &Dependence) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for op in ir.walk(function) {
        let Some(id) = deps.of(op) else { continue };
        let Some(around) = loops::around(ir, op).next() else { continue };
        let memory = memories.access(ir, op).expect("it is an access").memory;
        match groups.iter_mut().find(|group| group.around == around && group.memory == memory) {
            Some(group) => group.accesses.push((op, id)),
            None => groups.push(Group { around, memory, accesses: vec![(op, id)] }),
        }
    }
    groups
}

type Access = (Op, AccessId);

impl Group {
    /// The reads and writes that a guard can keep in order and that have none otherwise.
    fn pairs(&self, ir: &Ir, deps: &Dependence, loops: &[Op]) -> Vec<(Access, Access)> {
        let mut pairs = Vec::new();
        let (writes, reads): (Vec<Access>, Vec<Access>) =
            self.accesses.iter().partition(|(op, _)| ir.code(*op) == memref::STORE);
        for write in &writes {
            for read in &reads {
                let mut around = (0..loops.len()).map(|at| (loops[at], loops.len() - 1 - at));
                if around.any(|(op, depth)| deps.follows(op, write.1, read.1, depth))
                    && comes_first(ir, read.0, write.0)
                {
                    pairs.push((*read, *write));
                }
            }
        }
        pairs
    }
}

/// How far apart the rounds of each loop are that touch the same element of a memory.
fn distances(deps: &Dependence, loops: &[Op], memory: usize) -> Vec<Carried> {
    let carried = |(at, op): (usize, &Op)| {
        let touched = deps.touched(*op).iter().find(|(touched, _)| *touched == memory);
        touched.map_or(Carried::Never, |(_, accesses)| deps.carried(*op, accesses, loops.len() - 1 - at))
    };
    loops.iter().enumerate().map(carried).collect()
}

/// Whether a read is made before a write in every round that makes the write: it stands before it, in the same region or in one around it.
fn comes_first(ir: &Ir, read: Op, write: Op) -> bool {
    let home = ir.parent_block(read);
    let mut at = write;
    while ir.parent_block(at) != home {
        match ir.parent_op(at).filter(|op| ir.code(*op) == scf::IF) {
            Some(op) => at = op,
            None => return false,
        }
    }
    std::iter::successors(ir.next(read), |op| ir.next(*op)).any(|op| op == at)
}

/// Cycles that pass between a read and a write because of what is computed between them: the longest way, without what is computed inside of structured operations.
pub(super) fn delay(ir: &Ir, read: Op, write: Op) -> u32 {
    let mut delays: FxHashMap<Op, Option<u32>> = FxHashMap::default();
    let mut open = vec![(write, false)];
    let mut met = FxHashSet::default();
    while let Some((op, is_known)) = open.pop() {
        let makers = || ir.operands(op).filter_map(|value| ir.defining_op(value));
        if op == read {
            delays.insert(op, Some(0));
        } else if is_known {
            let longest = makers().filter_map(|maker| delays.get(&maker).copied().flatten()).max();
            delays.insert(op, longest.map(|longest| longest + latency(ir, op)));
        } else if met.len() < LOOKED_AT && met.insert(op) {
            open.push((op, true));
            open.extend(makers().filter(|maker| !met.contains(maker)).map(|maker| (maker, false)));
        }
    }
    delays.get(&write).copied().flatten().unwrap_or(0)
}

fn latency(ir: &Ir, op: Op) -> u32 {
    // What is chosen waits for the condition, which comes through a register.
    if ir.code(op) == scf::IF {
        return 1;
    }
    let width = ir.operands(op).next().and_then(|value| ir.ctx.scalar_width(ir.ty(value)));
    match (handshake::function(ir, op), width) {
        (Some(function), Some(width)) => handshake::latency(function, width),
        _ => 0,
    }
}
