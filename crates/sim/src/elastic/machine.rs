//! A circuit in execution: its signals, its state and its memories, and the cycle that computes and changes them.
//!
//! [`Machine::settle`] runs all instructions once, in order, after which every signal belongs to the present state; [`Machine::rise`] is the edge.
//! Nothing is allocated in either for data of at most 64 bits, but by queues of loads and stores.

use super::code::Code;
use super::instr::Instr;
use super::memory::Memory;
use super::network::{ChannelId, Network, UnitId};
use super::order::order;
use base::{Bits, Rng};
use dialects::handshake::unit::{Kind, Unit};

/// Longest wait of an answer of memory under random latency, in cycles.
pub(super) const LONGEST_WAIT: u64 = 8;

/// Everything that changes.
#[derive(Clone)]
pub(crate) struct Core {
    /// 0 or 1 for each channel.
    pub valid: Vec<u8>,
    pub ready: Vec<u8>,
    /// The data of the channels: one word each, and further words for wide ones at their places.
    pub data: Vec<u64>,
    pub state: Vec<u64>,
    pub memories: Vec<Memory>,
    /// Cycles since reset.
    pub now: u64,
    /// Whether the outside takes the results in this cycle.
    pub done_ready: u8,
    /// A unit that raised an error in this cycle.
    pub error: Option<UnitId>,
    /// Random waits of memory.
    pub waits: Option<Rng>,
}

/// A circuit in execution.
#[derive(Clone)]
pub(crate) struct Machine {
    pub code: Code,
    instrs: Vec<Instr>,
    /// Where the data of each channel are.
    pub place: Vec<u32>,
    pub widths: Vec<u32>,
    /// Units that compute on bit vectors, by their number.
    pub units: Vec<Unit>,
    /// Edges before this one are those of units that tokens of a run go through.
    live_edges: usize,
    /// For each unit how many instructions make all signals of its channels.
    #[cfg(feature = "jit")]
    last_needed: Vec<usize>,
    pub core: Core,
}

impl Machine {
    /// A circuit after reset; the signals of a combinational cycle if it has one.
    pub fn new(network: &Network, memories: Vec<Memory>) -> Result<Machine, Vec<u32>> {
        let mut code = Code::new(network);
        let channels = network.channels.len();
        let ordered = order(&code.parts, channels)?;
        let instrs: Vec<Instr> = ordered.iter().map(|part| code.parts[*part].instr).collect();
        #[cfg(feature = "jit")]
        let last_needed = last_needed(network, &code, &ordered);
        let standing = network.standing();
        let is_live = |unit: UnitId| network.nodes[unit].outputs.iter().any(|output| !standing[*output]);
        let (live, idle): (Vec<_>, Vec<_>) = code.edges.iter().copied().partition(|(_, unit)| is_live(*unit));
        let live_edges = live.len();
        code.edges = live.into_iter().chain(idle).collect();
        let widths: Vec<u32> = network.channels.values().map(|channel| channel.width).collect();
        let mut size = channels as u32;
        let mut place = Vec::with_capacity(channels);
        for (channel, width) in widths.iter().enumerate() {
            place.push(if *width <= 64 { channel as u32 } else { size });
            if *width > 64 {
                size += width.div_ceil(64);
            }
        }
        let core = Core {
            valid: vec![0; channels],
            ready: vec![0; channels],
            data: vec![0; size as usize],
            state: code.state.clone(),
            memories,
            now: 0,
            done_ready: 1,
            error: None,
            waits: None,
        };
        let units = network.nodes.values().map(|node| node.unit.clone()).collect();
        let mut machine = Machine {
            code,
            instrs,
            place,
            widths,
            units,
            live_edges,
            #[cfg(feature = "jit")]
            last_needed,
            core,
        };
        for channel in machine.code.always_valid.clone() {
            machine.core.valid[channel as usize] = 1;
        }
        for channel in machine.code.always_ready.clone() {
            machine.core.ready[channel as usize] = 1;
        }
        for (channel, value) in machine.code.data.clone() {
            machine.set_data(ChannelId::from_index(channel as usize), &value);
        }
        Ok(machine)
    }

    /// The instructions of a cycle in their order.
    #[cfg(feature = "jit")]
    pub fn instrs(&self) -> &[Instr] {
        &self.instrs
    }

    /// For each unit how many instructions make all signals of its channels.
    #[cfg(feature = "jit")]
    pub fn last_needed(&self) -> &[usize] {
        &self.last_needed
    }

    /// How many of the edges, the first ones, are of units that tokens of a run go through.
    #[cfg(feature = "jit")]
    pub fn live_edges(&self) -> usize {
        self.live_edges
    }

    /// Computes the signals of the present state.
    pub fn settle(&mut self) {
        for index in 0..self.instrs.len() {
            let instr = self.instrs[index];
            self.eval(instr);
        }
    }

    /// The edge. Says whether the state of a unit changed that tokens of a run go through.
    pub fn rise(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.live_edges {
            let edge = self.code.edges[index].0;
            changed |= self.change(edge);
        }
        for index in self.live_edges..self.code.edges.len() {
            let edge = self.code.edges[index].0;
            self.change(edge);
        }
        self.core.now += 1;
        changed
    }

    /// The data of a channel.
    pub fn data(&self, channel: ChannelId) -> Bits {
        let (at, width) = (self.place[channel.index()] as usize, self.widths[channel.index()]);
        Bits::from_words(width, &self.core.data[at..at + width.div_ceil(64).max(1) as usize])
    }

    /// Sets the data of a channel, of its width.
    pub fn set_data(&mut self, channel: ChannelId, value: &Bits) {
        let at = self.place[channel.index()] as usize;
        let words = value.words();
        self.core.data[at..at + words.len()].copy_from_slice(words);
    }

    /// The result of a unit that computes, for the data of these channels.
    #[cold]
    pub fn compute_wide(&self, unit: usize, inputs: &[u32]) -> Bits {
        let operands: Vec<Bits> =
            inputs.iter().map(|channel| self.data(ChannelId::from_index(*channel as usize))).collect();
        let Unit { kind, outputs, .. } = &self.units[unit];
        match kind {
            Kind::Compute { function, .. } => function.eval(&operands, outputs[0]),
            _ => Bits::zero(outputs[0]),
        }
    }

    /// Data from one channel to another.
    #[inline(always)]
    pub fn copy(&mut self, from: u32, to: u32, n: u32) {
        if n == 1 {
            self.core.data[to as usize] = self.core.data[from as usize];
        } else {
            let (from, to) = (self.place[from as usize] as usize, self.place[to as usize] as usize);
            self.core.data.copy_within(from..from + n as usize, to);
        }
    }

    /// Data from the state to a channel.
    #[inline(always)]
    pub fn show(&mut self, s: usize, to: u32, n: u32) {
        if n == 1 {
            self.core.data[to as usize] = self.core.state[s];
        } else {
            let to = self.place[to as usize] as usize;
            self.core.data[to..to + n as usize].copy_from_slice(&self.core.state[s..s + n as usize]);
        }
    }

    /// Data from a channel into the state; says whether they are others than before.
    #[inline(always)]
    pub fn keep(&mut self, from: u32, s: usize, n: u32) -> bool {
        if n == 1 {
            let value = self.core.data[from as usize];
            std::mem::replace(&mut self.core.state[s], value) != value
        } else {
            let from = self.place[from as usize] as usize;
            let data = &self.core.data[from..from + n as usize];
            let state = &mut self.core.state[s..s + n as usize];
            let differs = data != state;
            state.copy_from_slice(data);
            differs
        }
    }
}

/// The cycle in which memory answers what it is asked now.
pub(super) fn due(core: &mut Core) -> u64 {
    let wait =
        core.waits.as_mut().map_or(0, |rng| if rng.chance(1, 2) { 0 } else { rng.below(LONGEST_WAIT) });
    core.now + 1 + wait
}

/// For each unit how many instructions make all signals of its channels.
#[cfg(feature = "jit")]
fn last_needed(network: &Network, code: &Code, ordered: &[usize]) -> Vec<usize> {
    let mut made = vec![0; 2 * network.channels.len()];
    for (at, part) in ordered.iter().enumerate() {
        for signal in &code.parts[*part].writes {
            made[*signal as usize] = at + 1;
        }
    }
    let last = |node: &super::network::Node| {
        let channels = node.inputs.iter().chain(&node.outputs).map(|channel| channel.index());
        channels.map(|at| made[2 * at].max(made[2 * at + 1])).max().unwrap_or(0)
    };
    network.nodes.values().map(last).collect()
}
