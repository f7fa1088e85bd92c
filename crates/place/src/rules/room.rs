//! Slots that rounds need which are not the usual ones: the rules `room-on-rings` and `room-at-entry`.
//!
//! A model of times has slots where tokens wait in the usual round. A loop inside that has no rounds this time, or a branch that is seldom taken, leads tokens by other ways, and on these a circuit
//! must not stop. Neither rule looks at times: they follow the ways on which a token is kept nowhere.

use super::{Buffered, Place};
use crate::arcs::Signal;
use crate::graph::{ChannelId, Circuit, Node, UnitId};
use crate::placement::{Buffering, Problem};
use crate::timing::{SignalId, signal_id};
use base::IdMap;
use dialects::handshake::unit::Kind;
use rustc_hash::FxHashSet;

/// Gives a second slot to buffers that tokens come back to from themselves alone.
pub(super) fn on_rings(
    place: &Place<'_>,
    breaks_readies: bool,
    buffered: &mut Buffered,
) -> Result<(), Problem> {
    let ways = Ways::of(place);
    for channel in place.circuit.channels.keys() {
        let of = buffered[channel];
        let is_alone = of.breaks_dv && slots(&of, breaks_readies) == 1;
        if is_alone && ways.from(channel, buffered).contains(&channel) {
            buffered[channel].slots += 1;
        }
    }
    Ok(())
}

/// Gives a slot to what comes to the head of a loop, if a token there waits for one that comes after it.
pub(super) fn at_entry(place: &Place<'_>, _: bool, buffered: &mut Buffered) -> Result<(), Problem> {
    let circuit = place.circuit;
    let ways = Ways::of(place);
    for node in circuit.nodes.values() {
        let inputs: &[usize] = match node.unit.kind {
            Kind::Carry => &[0, 2],
            Kind::Invariant => &[0],
            _ => continue,
        };
        let output = node.outputs[0];
        for input in inputs.iter().map(|input| node.inputs[*input]) {
            let forks = held_up(circuit, input, buffered);
            if forks.is_empty() || keeps(&buffered[output]) {
                continue;
            }
            if waits_for(circuit, &ways.from(output, buffered), output, &forks) {
                let at = if circuit.may_hold(input) { input } else { output };
                buffered[at].slots += 1;
            }
        }
    }
    Ok(())
}

/// Slots on a channel, with the one that breaks ready.
fn slots(of: &Buffering, breaks_readies: bool) -> u32 {
    of.slots + u32::from(of.breaks_r && !breaks_readies)
}

fn keeps(of: &Buffering) -> bool {
    slots(of, false) > 0
}

/// From each channel, those to which its token goes on in the same cycle, through units that keep no token.
struct Ways(IdMap<ChannelId, Vec<ChannelId>>);

impl Ways {
    fn of(place: &Place<'_>) -> Ways {
        let (circuit, signals) = (place.circuit, place.signals);
        let valids = |from: SignalId| {
            let arcs = signals.arcs[from as usize].iter();
            arcs.filter_map(|(to, _)| signals.place(*to)).filter(|(_, signal)| *signal == Signal::Valid)
        };
        let of = |channel: ChannelId| {
            let from = [Signal::Data, Signal::Valid].map(|signal| signal_id(channel, signal));
            let passed = from.into_iter().filter(|_| !is_kept(circuit.consumer(channel)));
            passed.flat_map(valids).map(|(channel, _)| channel).collect()
        };
        Ways(circuit.channels.keys().map(of).collect())
    }

    /// The channels that a token of one comes to without being kept, itself only if it comes back to it.
    fn from(&self, start: ChannelId, buffered: &Buffered) -> FxHashSet<ChannelId> {
        let mut reached: FxHashSet<ChannelId> = FxHashSet::default();
        let mut pending = vec![start];
        while let Some(channel) = pending.pop() {
            for to in self.0[channel].iter().filter(|to| **to == start || !keeps(&buffered[**to])) {
                if reached.insert(*to) && *to != start {
                    pending.push(*to);
                }
            }
        }
        reached
    }
}

/// Whether a unit has a place for a token.
fn is_kept(unit: Option<&Node>) -> bool {
    unit.is_some_and(|unit| matches!(unit.unit.kind, Kind::Buffer { .. }))
}

/// The units that hand out tokens to several, and none before one on this channel is taken.
fn held_up(circuit: &Circuit, channel: ChannelId, buffered: &Buffered) -> FxHashSet<UnitId> {
    let mut found: FxHashSet<UnitId> = FxHashSet::default();
    let mut seen: FxHashSet<ChannelId> = FxHashSet::default();
    let mut pending = vec![channel];
    while let Some(channel) = pending.pop() {
        let of = &circuit.channels[channel];
        let Some((unit, _)) = of.from.filter(|_| !keeps(&buffered[channel]) && seen.insert(channel)) else {
            continue;
        };
        let node = &circuit.nodes[unit];
        if node.outputs.len() > 1 {
            found.insert(unit);
        }
        if matches!(
            node.unit.kind,
            Kind::Fork | Kind::LazyFork | Kind::Compute { latency: 0, .. } | Kind::CondBr | Kind::Join
        ) {
            pending.extend(&node.inputs);
        }
    }
    found
}

/// Whether a unit that a token comes to waits for one that these units hand out in the same round.
fn waits_for(
    circuit: &Circuit,
    passed: &FxHashSet<ChannelId>,
    output: ChannelId,
    forks: &FxHashSet<UnitId>,
) -> bool {
    let mut seen: FxHashSet<ChannelId> = FxHashSet::default();
    let units = passed.iter().chain([&output]).filter_map(|channel| circuit.consumer(*channel));
    let mut pending: Vec<ChannelId> = units.flat_map(|unit| unit.inputs.iter().copied()).collect();
    pending.retain(|channel| !passed.contains(channel) && *channel != output);
    while let Some(channel) = pending.pop() {
        let Some((unit, _)) = circuit.channels[channel].from.filter(|_| seen.insert(channel)) else {
            continue;
        };
        if forks.contains(&unit) {
            return true;
        }
        let node = &circuit.nodes[unit];
        match node.unit.kind {
            // What they give for a round was made in the one before.
            Kind::Carry | Kind::Invariant => pending.push(node.inputs[1]),
            Kind::Init { .. } => {}
            Kind::Load | Kind::QueuedLoad => pending.push(node.inputs[0]),
            _ => pending.extend(&node.inputs),
        }
    }
    false
}
