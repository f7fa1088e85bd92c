//! Queues of loads and stores in a circuit as it is: a group is let in when its places are free, an access comes the cycle after, and its place is free again when its answer is
//! taken or its word is written.
//!
//! What is bound here holds where no address is equal. One that is makes a load wait for data, or lets it do without the memory: that is a matter of the run.

use super::{Maker, Times, Why};
use crate::graph::{Node, UnitId};
use crate::levels::{Level, LoopId};
use crate::schedule::{EventId, Span, lsq};
use dialects::handshake::unit::{LsqUnit, MemoryPort};

/// An access of a loop.
struct Access {
    port: MemoryPort,
    control: Times,
    address: Times,
    /// The answer to a load, what a store writes.
    data: Times,
    /// When its place is its own no more: its answer passes, or its word is written.
    over: EventId,
}

impl Maker<'_> {
    /// What a queue binds in every loop that has accesses of it.
    pub(super) fn queue(&mut self, unit: UnitId, node: &Node, queue: &LsqUnit) {
        let mut rounds: Vec<Option<LoopId>> = Vec::new();
        for group in queue.places() {
            if let Level::Round(round) = self.levels.of[node.inputs[group.control]]
                && !rounds.contains(&round)
            {
                rounds.push(round);
            }
        }
        for round in rounds {
            let accesses = self.accesses(node, queue, round);
            accesses.iter().for_each(|access| self.access(unit, access));
            self.known(unit, &accesses, round);
            let Some(round) = round else { continue };
            for port in [MemoryPort::Load, MemoryPort::Store] {
                let own: Vec<&Access> = accesses.iter().filter(|access| access.port == port).collect();
                self.places(unit, &own, queue, round);
            }
        }
    }

    /// The accesses of one loop that come in every round, in their order.
    fn accesses(&mut self, node: &Node, queue: &LsqUnit, round: Option<LoopId>) -> Vec<Access> {
        let mut found = Vec::new();
        for group in queue.places() {
            for port in &group.ports {
                let is_store = port.port == MemoryPort::Store;
                let data = if is_store { node.inputs[port.input + 1] } else { node.outputs[port.number] };
                let channels = [node.inputs[group.control], node.inputs[port.input], data];
                let times = |channel| {
                    let (each, _) = self.channels[channel]?;
                    (self.levels.of[channel] == Level::Round(round)).then_some(each)
                };
                let [Some(control), Some(address), Some(data)] = channels.map(times) else { continue };
                let over = if is_store { self.flow.rounds.push(round) } else { data.passes };
                found.push(Access { port: port.port, control, address, data, over });
            }
        }
        found
    }

    /// What one access waits for by itself. A token is in its place from the cycle after it passed on.
    fn access(&mut self, unit: UnitId, access: &Access) {
        let why = Why::Latency(unit);
        let next = || Span::new(1.0, []);
        self.tie(access.control.passes, access.address.passes, next(), why);
        if access.port == MemoryPort::Store {
            self.tie(access.control.passes, access.data.passes, next(), why);
            self.tie(access.address.passes, access.over, next(), why);
            self.tie(access.data.passes, access.over, next(), why);
        } else {
            self.tie(access.address.passes, access.data.comes, Span::new(lsq::ANSWER, []), why);
        }
    }

    /// A load reads when the addresses of the stores before it are known, a store is written when those of the loads before it are and the store before it is written.
    fn known(&mut self, unit: UnitId, accesses: &[Access], round: Option<LoopId>) {
        let why = Why::Latency(unit);
        for (at, access) in accesses.iter().enumerate() {
            for (other, before) in accesses.iter().enumerate() {
                let cycles = match (access.port, before.port) {
                    (MemoryPort::Load, MemoryPort::Store) => lsq::ANSWER,
                    (MemoryPort::Store, _) => 1.0,
                    _ => continue,
                };
                let from = if before.port == access.port { before.over } else { before.address.passes };
                let to = if access.port == MemoryPort::Load { access.data.comes } else { access.over };
                // Whatever is not before it in its own round is in the round before.
                let earlier = other >= at;
                if earlier && round.is_none() {
                    continue;
                }
                let rounds = round.filter(|_| earlier).map(|round| (round, -1.0));
                self.tie(from, to, Span::new(cycles, rounds), why);
            }
        }
    }

    /// The group of an access is let in the cycle after the access is over that has its place before it.
    fn places(&mut self, unit: UnitId, own: &[&Access], queue: &LsqUnit, round: LoopId) {
        for (at, access) in own.iter().enumerate() {
            let (before, rounds) = queue.place_before(access.port, at, own.len());
            let after = Span::new(1.0, [(round, -(rounds as f64))]);
            self.tie(own[before].over, access.control.passes, after, Why::Room(unit));
        }
    }
}
