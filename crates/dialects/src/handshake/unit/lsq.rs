//! A queue of loads and stores: what its circuit and its simulations depend on.

use super::MemoryPort;

/// A queue that keeps the accesses of a memory in order. Its inputs are `memStart`, then for each group its control token and the inputs of its
/// ports, and `ctrlEnd`; its outputs the data of the loads, in the order of the inputs, and `memEnd`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LsqUnit {
    /// The groups with their ports, in the order of the inputs; a port is a load or a store.
    pub groups: Vec<Vec<MemoryPort>>,
    /// Loads it can hold; 0 if it has none.
    pub load_depth: u32,
    /// Stores it can hold; 0 if it has none.
    pub store_depth: u32,
    /// Words of its memory, if their number is known.
    pub words: Option<u64>,
    /// Bits of a word.
    pub width: u32,
}

/// The most loads, and the most stores, that a queue holds: which stores a load looks at, and which loads a store waits for, is a bit for every two, so twice as many take up to four times the circuit.
pub const MOST: u32 = 64;

/// Cycles from when the address of a load is taken to when its answer is there: it is in its slot and is read, and the memory answers.
pub const ANSWER: u32 = 2;

/// What a queue holds of each if it does not say so.
pub const DEFAULT: u32 = 16;

/// A group of a queue and its channels, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupPlace {
    /// The input of its control token.
    pub control: usize,
    /// Its ports, in their order.
    pub ports: Vec<LsqPort>,
}

/// A port of a queue and its channels, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LsqPort {
    /// A load or a store.
    pub port: MemoryPort,
    /// Which load, or which store, of all groups it is.
    pub number: usize,
    /// The input of its address; the data of a store are the input after that. The answer to load k is output k.
    pub input: usize,
}

impl LsqUnit {
    /// Its groups with their channels.
    pub fn places(&self) -> Vec<GroupPlace> {
        group_places(&self.groups)
    }

    /// How many of its ports are of a kind.
    pub fn count(&self, port: MemoryPort) -> usize {
        self.groups.iter().flatten().filter(|other| **other == port).count()
    }

    /// How many accesses of a kind it has places for.
    pub fn depth(&self, port: MemoryPort) -> u32 {
        if port == MemoryPort::Store { self.store_depth } else { self.load_depth }
    }

    /// Of `count` accesses of a kind that come in every round, the one that has the place of another before it, and how many rounds before: places are given in turn.
    pub fn place_before(&self, port: MemoryPort, access: usize, count: usize) -> (usize, usize) {
        let depth = self.depth(port) as usize;
        let before = (access + count * depth - depth) % count;
        (before, (depth + before - access) / count)
    }

    /// The output that says that all is done.
    pub fn mem_end(&self) -> usize {
        self.count(MemoryPort::Load)
    }

    /// The input that says that no more follow.
    pub fn ctrl_end(&self) -> usize {
        1 + self.groups.len() + self.count(MemoryPort::Load) + 2 * self.count(MemoryPort::Store)
    }
}

/// Groups with their channels.
pub fn group_places(groups: &[Vec<MemoryPort>]) -> Vec<GroupPlace> {
    let (mut next, mut loads, mut stores) = (1, 0.., 0..);
    let mut group = |ports: &Vec<MemoryPort>| {
        let control = next;
        next += 1;
        let mut place = |port: &MemoryPort| {
            let input = next;
            let is_store = *port == MemoryPort::Store;
            next += if is_store { 2 } else { 1 };
            let number = if is_store { stores.next() } else { loads.next() };
            LsqPort { port: *port, number: number.unwrap_or(0), input }
        };
        GroupPlace { control, ports: ports.iter().map(&mut place).collect() }
    };
    groups.iter().map(&mut group).collect()
}
