//! What a queue of loads and stores binds: an access comes the cycle after its group is let in, a group is let in when those before it have left places, and a load
//! waits for the addresses of the stores before it, but not for their data.
//!
//! That an address is equal is a matter of the run, as it is that a memory is shared; what is bound here holds in every round.

use super::{EventId, Level, LoopId, Moment, Order, Span, Ways};
use crate::graph::{ChannelId, Circuit, Node, UnitId};
use dialects::handshake::unit::{self, Kind, LsqUnit, MemoryPort};

/// Cycles from when a queue takes the address of a load to when its answer is there.
pub(crate) const ANSWER: f64 = unit::lsq::ANSWER as f64;

/// Cycles from when a queue takes the address of a load to when its place is free: the answer is taken.
pub(super) const ANSWERED: f64 = ANSWER + 1.0;

/// Cycles from the last token of a store to when its place is free: it is in its place and is written.
const WRITTEN: f64 = 2.0;

/// An access of a queue in its circuit.
struct Access {
    unit: UnitId,
    port: MemoryPort,
    address: ChannelId,
    control: ChannelId,
    round: Option<LoopId>,
}

/// The stores whose words go to a queue, and the channels of these words.
pub(super) fn stores(circuit: &Circuit) -> Vec<(UnitId, ChannelId)> {
    let mut found = Vec::new();
    for node in circuit.nodes.values() {
        let Kind::Lsq(queue) = &node.unit.kind else { continue };
        let ports = queue.places().into_iter().flat_map(|group| group.ports);
        for port in ports.filter(|port| port.port == MemoryPort::Store) {
            if let Some((store, _)) = circuit.channels[node.inputs[port.input]].from
                && circuit.nodes[store].unit.kind == Kind::Store
            {
                found.push((store, circuit.nodes[store].inputs[1]));
            }
        }
    }
    found
}

/// The access that has the place of another before it, and how many rounds before: places are given in turn.
fn place_before(queue: &LsqUnit, accesses: &[Access], at: usize) -> (usize, f64) {
    let is_alike = |other: &Access| other.port == accesses[at].port && other.round == accesses[at].round;
    let own: Vec<usize> = (0..accesses.len()).filter(|other| is_alike(&accesses[*other])).collect();
    let turn = own.iter().position(|other| *other == at).expect("it is one of its own");
    let (before, rounds) = queue.place_before(accesses[at].port, turn, own.len());
    (own[before], rounds as f64)
}

impl Ways<'_> {
    /// How many rounds of its loop the queue of a load has places for.
    pub(super) fn rounds_in_queue(&self, load: &Node) -> f64 {
        let Some(node) = self.circuit.consumer(load.outputs[0]) else { return 1.0 };
        let Kind::Lsq(queue) = &node.unit.kind else { return 1.0 };
        let accesses = self.accesses(node, queue);
        let loads = || accesses.iter().filter(|access| access.port == MemoryPort::Load);
        let is_it = |access: &&Access| self.circuit.nodes[access.unit].op == load.op;
        let round = loads().find(is_it).map(|access| access.round);
        let each = loads().filter(|access| Some(access.round) == round).count().max(1);
        f64::from((queue.load_depth / each as u32).max(1))
    }

    /// The accesses of a queue, in the order of its groups, as far as it is known how often each comes.
    fn accesses(&self, node: &Node, queue: &LsqUnit) -> Vec<Access> {
        let mut found = Vec::new();
        for group in queue.places() {
            let control = node.inputs[group.control];
            for port in group.ports {
                let address = node.inputs[port.input];
                let levels = [self.levels.of[control], self.levels.of[address]];
                if let (Some((unit, _)), [Level::Round(round), Level::Round(same)]) =
                    (self.circuit.channels[address].from, levels)
                    && round == same
                {
                    found.push(Access { unit, port: port.port, address, control, round });
                }
            }
        }
        found
    }

    /// When a queue gets the tokens of an access: its address, and of a store its data.
    fn tokens(&self, access: &Access) -> impl Iterator<Item = EventId> + use<> {
        let data = (access.port == MemoryPort::Store)
            .then(|| self.circuit.nodes[access.unit].inputs.get(1))
            .flatten()
            .and_then(|data| self.schedule.apart[*data]);
        std::iter::once(self.schedule.takes[access.unit]).chain(data)
    }

    /// The orders of a queue.
    pub(super) fn queue(&self, node: &Node, queue: &LsqUnit) -> Vec<Order> {
        let accesses = self.accesses(node, queue);
        let mut orders = Vec::new();
        for (at, access) in accesses.iter().enumerate() {
            let Some((control, _)) = self.made(access.control) else { continue };
            for event in self.tokens(access) {
                let allocated =
                    Span { cycles: control.after.cycles + 1.0, periods: control.after.periods.clone() };
                orders.push(Order { event, after: Moment { event: control.event, after: allocated } });
            }
            if let Some(round) = access.round {
                let (before, rounds) = place_before(queue, &accesses, at);
                let over = if access.port == MemoryPort::Load { ANSWERED } else { WRITTEN };
                for event in self.tokens(&accesses[before]) {
                    let mut after =
                        Span { cycles: over - control.after.cycles, ..Span::periods(Some(round), -rounds) };
                    after.periods.extend(control.after.periods.iter().map(|(of, count)| (*of, -count)));
                    orders.push(Order { event: control.event, after: Moment { event, after } });
                }
            }
            let event = self.schedule.takes[access.unit];
            if access.port != MemoryPort::Load {
                continue;
            }
            for (other, store) in accesses.iter().enumerate() {
                if store.port != MemoryPort::Store || store.round != access.round {
                    continue;
                }
                let Some((mut known, _)) = self.made(store.address) else { continue };
                if other > at {
                    let Some(round) = access.round else { continue };
                    known.after.periods.push((round, -1.0));
                }
                orders.push(Order { event, after: known });
            }
        }
        orders
    }
}
