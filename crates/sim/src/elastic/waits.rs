//! Why nothing moves: what each channel waits for, and the cycle in it.
//!
//! A channel is waited at in two ways: it is empty and its consumer wants a token, or it is full and its producer wants to be rid of one. An empty channel waits
//! for whatever its producer misses; a full one for whatever its consumer misses. Following that from the results of the kernel comes around in a
//! deadlock, or ends at something that can never come.

use super::instr::{Controller, Guard, Stream};
use super::machine::Machine;
use super::network::{ChannelId, Network, Node, UnitId};
use dialects::handshake::unit::{
    GroupPlace, Kind, LsqPort, LsqUnit, MemoryPort, MemoryUnit, PortPlace, Storage, guard,
};
use rustc_hash::FxHashMap;

/// A channel that something waits at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wait {
    /// The channel.
    pub channel: ChannelId,
    /// Its token is not taken; otherwise, it has none.
    pub full: bool,
}

/// What waits for what.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The channels, each waiting for the next one; in a cycle the last waits for the first.
    pub waits: Vec<Wait>,
    /// Whether they are a cycle.
    pub cycle: bool,
    /// A `mux` at their end that is told to take an input which it does not have, and the number of that.
    pub no_input: Option<(UnitId, u64)>,
    /// Guards on the way that hold a load back because of its address.
    pub held: Vec<UnitId>,
}

/// Follows what waits for what from the results of a kernel that stands still.
pub(super) fn blocked(network: &Network, machine: &Machine) -> Blocked {
    let standing = Standing { network, machine };
    let missing = network.results.iter().filter(|channel| !standing.valid(**channel));
    let roots: Vec<Wait> = missing.map(|channel| Wait { channel: *channel, full: false }).collect();
    // The state of a search in depth: where it stands on the present path, or that it is done.
    let mut seen: FxHashMap<Wait, Option<usize>> = FxHashMap::default();
    let mut longest = Vec::new();
    for root in roots {
        let mut path: Vec<(Wait, Vec<Wait>)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(wait) = next.take() {
                match seen.get(&wait) {
                    Some(Some(at)) => {
                        let waits: Vec<Wait> = path[*at..].iter().map(|(wait, _)| *wait).collect();
                        let held = standing.held(&waits);
                        return Blocked { waits, cycle: true, no_input: None, held };
                    }
                    Some(None) => {}
                    None => {
                        seen.insert(wait, Some(path.len()));
                        let mut causes = standing.causes(wait);
                        causes.reverse();
                        path.push((wait, causes));
                        if path.len() > longest.len() {
                            longest = path.iter().map(|(wait, _)| *wait).collect();
                        }
                    }
                }
            }
            let Some((wait, causes)) = path.last_mut() else { break };
            match causes.pop() {
                Some(cause) => next = Some(cause),
                None => {
                    seen.insert(*wait, None);
                    path.pop();
                }
            }
        }
    }
    let no_input = longest.last().and_then(|wait: &Wait| standing.no_input(*wait));
    let held = standing.held(&longest);
    Blocked { waits: longest, cycle: false, no_input, held }
}

/// A circuit that stands still.
struct Standing<'a> {
    network: &'a Network,
    machine: &'a Machine,
}

impl Standing<'_> {
    fn valid(&self, channel: ChannelId) -> bool {
        self.machine.core.valid[channel.index()] != 0
    }

    fn ready(&self, channel: ChannelId) -> bool {
        self.machine.core.ready[channel.index()] != 0
    }

    fn bit(&self, channel: ChannelId) -> bool {
        self.machine.core.data[channel.index()] & 1 != 0
    }

    fn state(&self, unit: UnitId, word: usize) -> u64 {
        self.machine.core.state[self.machine.code.places[unit.index()] + word]
    }

    /// Inputs that have no token.
    fn missing(&self, inputs: &[ChannelId]) -> Vec<Wait> {
        let empty = inputs.iter().filter(|channel| !self.valid(**channel));
        empty.map(|channel| Wait { channel: *channel, full: false }).collect()
    }

    /// Outputs whose token is not taken.
    fn stuck(&self, outputs: &[ChannelId]) -> Vec<Wait> {
        let full = outputs.iter().filter(|channel| self.valid(**channel) && !self.ready(**channel));
        full.map(|channel| Wait { channel: *channel, full: true }).collect()
    }

    /// What a wait waits for.
    fn causes(&self, wait: Wait) -> Vec<Wait> {
        let channel = &self.network.channels[wait.channel];
        match (wait.full, channel.from, channel.to) {
            (true, _, None) => self.missing(&self.network.results),
            (true, _, Some((unit, input))) => self.why_full(unit, input),
            (false, Some((unit, output)), _) => self.why_empty(unit, output),
            (false, None, _) => Vec::new(),
        }
    }

    /// The guards that channels wait for, if these hold a load back because of its address.
    fn held(&self, waits: &[Wait]) -> Vec<UnitId> {
        let mut found = Vec::new();
        for wait in waits {
            let channel = &self.network.channels[wait.channel];
            let end = if wait.full { channel.to } else { channel.from };
            let Some((unit, _)) = end else { continue };
            let is_guard = matches!(self.network.nodes[unit].unit.kind, Kind::Guard { .. });
            if is_guard && self.state(unit, Guard::HIT) != 0 && !found.contains(&unit) {
                found.push(unit);
            }
        }
        found
    }

    /// The `mux` that a channel waits for, if it is told to take an input which it does not have.
    fn no_input(&self, wait: Wait) -> Option<(UnitId, u64)> {
        let channel = &self.network.channels[wait.channel];
        let (unit, _) = if wait.full { channel.to? } else { channel.from? };
        let node = &self.network.nodes[unit];
        let select = *node.inputs.first()?;
        let number = self.machine.core.data[select.index()];
        let is_past =
            node.unit.kind == Kind::Mux && self.valid(select) && number >= node.inputs.len() as u64 - 1;
        is_past.then_some((unit, number))
    }

    /// What a unit misses that has all it joins, or else what it joins.
    fn joined(&self, inputs: &[ChannelId], outputs: &[ChannelId]) -> Vec<Wait> {
        let missing = self.missing(inputs);
        if missing.is_empty() { self.stuck(outputs) } else { missing }
    }

    /// Why an output of a unit has no token.
    fn why_empty(&self, unit: UnitId, output: usize) -> Vec<Wait> {
        let node = &self.network.nodes[unit];
        match &node.unit.kind {
            Kind::Load => self.load(unit, node, output),
            Kind::Memory(memory) => match memory.places().iter().find(|place| place.output == Some(output)) {
                Some(place) => self.missing(inputs_of(node, place)),
                None => self.memory_end(unit, node, memory),
            },
            Kind::Lsq(queue) => self.lsq_empty(unit, node, queue, output),
            Kind::QueuedLoad | Kind::Store | Kind::Br | Kind::Constant { .. } => {
                self.missing(&node.inputs[output..output + 1])
            }
            _ => self.idle(unit, node),
        }
    }

    /// Why an input of a unit is not taken.
    fn why_full(&self, unit: UnitId, input: usize) -> Vec<Wait> {
        let node = &self.network.nodes[unit];
        match &node.unit.kind {
            Kind::Load => match input {
                0 if self.state(unit, 0) >= 2 => self.stuck(&node.outputs[1..]),
                _ => self.stuck(&node.outputs[input..input + 1]),
            },
            Kind::Memory(memory) => {
                let channel = node.inputs[input];
                match memory.places().iter().find(|place| inputs_of(node, place).contains(&channel)) {
                    Some(place) => {
                        let answer: Vec<ChannelId> =
                            place.output.iter().map(|output| node.outputs[*output]).collect();
                        self.joined(inputs_of(node, place), &answer)
                    }
                    None => self.memory_end(unit, node, memory),
                }
            }
            Kind::Lsq(queue) => self.lsq_full(unit, node, queue, input),
            Kind::QueuedLoad | Kind::Store | Kind::Br | Kind::Constant { .. } => {
                self.stuck(&node.outputs[input..input + 1])
            }
            _ => self.idle(unit, node),
        }
    }

    /// Why a unit does nothing, where that does not depend on who asks.
    fn idle(&self, unit: UnitId, node: &Node) -> Vec<Wait> {
        let (ins, outs) = (&node.inputs[..], &node.outputs[..]);
        match &node.unit.kind {
            Kind::Buffer { ty, .. } => {
                let tokens = if ty.is_one_slot() { self.state(unit, 0) } else { self.state(unit, 1) };
                match tokens {
                    0 => self.missing(ins),
                    _ if ty.storage() == Storage::Shift && self.stuck(outs).is_empty() => self.missing(ins),
                    _ => self.stuck(outs),
                }
            }
            Kind::Init { .. } => {
                if self.state(unit, 0) == 0 {
                    self.missing(ins)
                } else {
                    self.stuck(outs)
                }
            }
            Kind::Compute { latency, .. } if *latency > 0 => {
                let stuck = self.stuck(outs);
                if stuck.is_empty() { self.missing(ins) } else { stuck }
            }
            Kind::Mux => {
                let select = self.machine.core.data[ins[0].index()];
                match ins.get(usize::try_from(select).unwrap_or(usize::MAX).saturating_add(1)) {
                    _ if !self.valid(ins[0]) => self.missing(&ins[..1]),
                    Some(chosen) => self.joined(&[*chosen], outs),
                    None => Vec::new(),
                }
            }
            Kind::Merge | Kind::ControlMerge => {
                let stuck = self.stuck(outs);
                if stuck.is_empty() { self.missing(ins) } else { stuck }
            }
            Kind::LazyFork => {
                let missing = self.missing(ins);
                // Its outputs wait for each other's readies without being valid.
                let refusing = outs.iter().filter(|channel| !self.ready(**channel));
                let refusing = refusing.map(|channel| Wait { channel: *channel, full: true });
                if missing.is_empty() { refusing.collect() } else { missing }
            }
            Kind::Carry | Kind::Invariant => {
                let (d, a) = (ins[0], ins[1]);
                let next = if node.unit.kind == Kind::Carry { &ins[2..] } else { &[] };
                match self.state(unit, 0) {
                    0 => self.joined(&[a], outs),
                    _ if !self.valid(d) => self.missing(&[d]),
                    _ if self.bit(d) => self.joined(next, outs),
                    _ => self.joined(&[a], outs),
                }
            }
            Kind::Guard { .. } => self.guard(unit, ins, outs),
            Kind::Stream(_) => match self.state(unit, Stream::LOOP) {
                0 => self.joined(ins, outs),
                _ => self.stuck(outs),
            },
            _ => self.joined(ins, outs),
        }
    }

    fn guard(&self, unit: UnitId, ins: &[ChannelId], outs: &[ChannelId]) -> Vec<Wait> {
        let [load, store, done] = [guard::LOAD, guard::STORE, guard::DONE].map(|input| ins[input]);
        if self.state(unit, Guard::OWED) == 0 {
            let is_held = self.valid(load) && self.state(unit, Guard::HIT) != 0;
            return if is_held { self.missing(&[done]) } else { self.joined(&[load], outs) };
        }
        match ins.get(guard::STORES) {
            Some(stores) if !self.valid(*stores) => self.missing(&[*stores]),
            _ if !self.valid(store) => self.missing(&[store]),
            // There is no room for another store.
            _ => self.missing(&[done]),
        }
    }

    fn load(&self, unit: UnitId, node: &Node, output: usize) -> Vec<Wait> {
        let outstanding = self.state(unit, 0);
        match output {
            0 if outstanding >= 2 => self.stuck(&node.outputs[1..]),
            1 if outstanding > 0 => self.missing(&node.inputs[1..]),
            _ => self.joined(&node.inputs[..1], &node.outputs[..1]),
        }
    }

    /// Why there is no answer of a queue, or why it is not done.
    fn lsq_empty(&self, unit: UnitId, node: &Node, queue: &LsqUnit, output: usize) -> Vec<Wait> {
        let places = queue.places();
        let asks = |port: &LsqPort| port.port == MemoryPort::Load && port.number == output;
        match places.iter().find(|group| group.ports.iter().any(asks)) {
            Some(group) => {
                let known = self.machine.lsq_waits(unit, Some(output));
                let missing = self.lsq_missing(node, &places, &known);
                if missing.is_empty() { self.missing(&[node.inputs[group.control]]) } else { missing }
            }
            None => {
                let mut waits = self.missing(&[node.inputs[0], node.inputs[queue.ctrl_end()]]);
                waits.extend(self.lsq_held(unit, node, queue));
                if waits.is_empty() { self.stuck(&node.outputs[output..]) } else { waits }
            }
        }
    }

    /// Why a queue does not take a token: its group is not let in, or there is no place for it.
    fn lsq_full(&self, unit: UnitId, node: &Node, queue: &LsqUnit, input: usize) -> Vec<Wait> {
        let places = queue.places();
        let is_port =
            |port: &LsqPort| port.input == input || port.port == MemoryPort::Store && port.input + 1 == input;
        if let Some(group) = places.iter().find(|group| group.ports.iter().any(is_port)) {
            let missing = self.missing(&[node.inputs[group.control]]);
            return if missing.is_empty() { self.lsq_held(unit, node, queue) } else { missing };
        }
        match places.iter().any(|group| group.control == input) {
            true => self.lsq_held(unit, node, queue),
            false => self.lsq_empty(unit, node, queue, queue.mem_end()),
        }
    }

    /// What all accesses that a queue holds wait for.
    fn lsq_held(&self, unit: UnitId, node: &Node, queue: &LsqUnit) -> Vec<Wait> {
        let mut waits = self.lsq_missing(node, &queue.places(), &self.machine.lsq_waits(unit, None));
        waits.extend(self.stuck(&node.outputs[..queue.mem_end()]));
        waits
    }

    /// The inputs of ports, of which some lack an address and some data.
    fn lsq_missing(
        &self,
        node: &Node,
        places: &[GroupPlace],
        lacks: &[(MemoryPort, usize, usize)],
    ) -> Vec<Wait> {
        let ports = places.iter().flat_map(|group| &group.ports);
        let of = |port: &LsqPort| {
            let lacks = lacks.iter().filter(|(kind, number, _)| (*kind, *number) == (port.port, port.number));
            lacks.map(|(_, _, which)| node.inputs[port.input + which]).collect::<Vec<ChannelId>>()
        };
        let inputs: Vec<ChannelId> = ports.flat_map(of).collect();
        self.missing(&inputs)
    }

    fn memory_end(&self, unit: UnitId, node: &Node, memory: &MemoryUnit) -> Vec<Wait> {
        let last = node.inputs.len() - 1;
        let mut waits = self.missing(&[node.inputs[0], node.inputs[last]]);
        if self.state(unit, Controller::COUNT) != 0 {
            // Announced stores that did not come.
            for place in memory.places().iter().filter(|place| place.port == MemoryPort::Store) {
                waits.extend(self.missing(inputs_of(node, place)));
            }
        }
        if waits.is_empty() { self.stuck(&node.outputs[node.outputs.len() - 1..]) } else { waits }
    }
}

/// The channels into a port of a controller.
fn inputs_of<'a>(node: &'a Node, place: &PortPlace) -> &'a [ChannelId] {
    let count = if place.port == MemoryPort::Store { 2 } else { 1 };
    &node.inputs[place.input..][..count]
}
