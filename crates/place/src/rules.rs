//! Rules of placement beside the models: what a channel must have whatever a solver finds, and what is put right afterwards.
//!
//! A model of throughput and clock knows nothing of the order in which a merge hands out tokens, of what a memory's ports count, or of cycles of signals that are
//! not in it. Each rule is a row of [`RULES`] with its reason, so that what a placement does beside its model can be read in one place. Those that are known from Dynamatic have its
//! meaning; those of our own are needed by units and signals that it does not have or does not model.

mod room;
#[cfg(test)]
mod tests;

use crate::arcs::Signal;
use crate::cycles::cycles;
use crate::graph::{ChannelId, Circuit, Node};
use crate::placement::{Buffering, Problem};
use crate::timing::{SignalId, Signals, signal_id};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort, PortPlace, guard};
use dialects::handshake::{self, leads_to_group, starts_group};
use ir::{Ir, Op};
use rustc_hash::FxHashSet;

/// A rule.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it does and why.
    pub doc: &'static str,
    /// What carries it out.
    pub step: Step,
}

/// When a rule is carried out.
pub enum Step {
    /// Before the model is made: it says what channels need.
    Before(fn(&Place<'_>, &mut Needs)),
    /// After it is solved: it changes what the solution puts on channels. The flag says whether the model broke readies.
    After(fn(&Place<'_>, bool, &mut Buffered) -> Result<(), Problem>),
}

/// What is put on every channel.
pub type Buffered = IdMap<ChannelId, Buffering>;

/// The rules, in the order in which they are carried out.
pub static RULES: [Rule; 9] = [
    Rule {
        name: "merge-order",
        doc: "At least one slot on the output of every merge of several inputs that is on a cycle. A fork behind the merge could otherwise send a token round to the merge's other input \
            before its first input has let go of it, and the merge would take the two in the wrong order.",
        step: Step::Before(merge_order),
    },
    Rule {
        name: "loop-entry",
        doc: "At least one slot behind whatever lets values into a loop: `carry`, `invariant`, a `mux` that a `control_merge` or an `init` steers. These let go of the condition of a round when the value for \
            the next one is taken, whose user may wait for the condition of that round, which a fork hands out only when everybody has let go of this one. Also where the model sees no loop.",
        step: Step::Before(loop_entry),
    },
    Rule {
        name: "lsq-latency",
        doc: "At least one slot on the operands of a store, and on the address of a load, that goes to a queue of loads and stores. The queue allocates places a cycle before an access can come, and the published models do not have that \
            latency; without the slot the access holds up what allocates.",
        step: Step::Before(lsq_latency),
    },
    Rule {
        name: "lsq-control",
        doc: "At a fork that starts a group of a queue, outputs that lead on to another group of the same queue have a buffer that breaks data and valid, and its other outputs one that does not: \
            groups must be allocated in the order of the program, one after the other, and nothing else be held up by it.",
        step: Step::Before(lsq_control),
    },
    Rule {
        name: "unbufferizable",
        doc: "No buffer on a memory reference, which is no channel, nor on a port between an access and its memory: what passes there is counted at both ends. Of constants that stand \
            still no buffer is needed.",
        step: Step::Before(unbufferizable),
    },
    Rule {
        name: "ready-behind-merges",
        doc: "A ONE_SLOT_BREAK_R behind every `mux`, merge, `carry`, `invariant` and `init` on a cycle, where the model breaks data and valid only: these are where every cycle of readies comes by.",
        step: Step::After(ready_behind_merges),
    },
    Rule {
        name: "what-is-left",
        doc: "Whatever cycle of signals is left without a register, such as one of readies through a memory, is broken on the channel that comes from a merge, or else from no fork.",
        step: Step::After(mend_cycles),
    },
    Rule {
        name: "room-on-rings",
        doc: "Two slots at least on every way by which a token comes back to a buffer without passing a register of another unit. A ONE_SLOT_BREAK_DVR breaks all signals, and takes a token only when \
            it is empty: alone on such a way it is never left. A model of the usual rounds does not see the ways of rare ones, such as a loop inside that has no rounds.",
        step: Step::After(room::on_rings),
    },
    Rule {
        name: "room-at-entry",
        doc: "A slot before the condition, or the next value, of a `carry` or `invariant` whose output has none, if a user of that output waits for a token that a fork cannot hand out before the condition is \
            taken: that of the next round. It is what `loop-entry` is for, where a model of times does without its slots because in the usual round nothing waits there.",
        step: Step::After(room::at_entry),
    },
];

/// What rules look at.
pub struct Place<'a> {
    /// Where the kernel stands.
    pub ir: &'a Ir,
    /// The kernel.
    pub circuit: &'a Circuit,
    /// Its signals.
    pub signals: &'a Signals,
}

/// What a channel must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Need {
    /// No buffer at all; this comes before all others.
    pub none: bool,
    /// Whether data and valid are broken.
    pub breaks_dv: bool,
    /// Slots beside the one that breaks data and valid.
    pub passed: u32,
    /// Slots of any kind.
    pub slots: u32,
}

impl Need {
    /// Slots that are needed, with or without a break of data and valid.
    pub fn least_slots(self, breaks_dv: bool) -> u32 {
        self.slots.max(self.passed + u32::from(breaks_dv))
    }
}

/// What every channel must have.
pub type Needs = IdMap<ChannelId, Need>;

fn no_needs(circuit: &Circuit) -> Needs {
    circuit.channels.values().map(|_| Need::default()).collect()
}

/// What the rules that come before the model say.
pub fn needs(place: &Place<'_>) -> Needs {
    let mut needs = no_needs(place.circuit);
    for rule in &RULES {
        if let Step::Before(apply) = rule.step {
            apply(place, &mut needs);
        }
    }
    needs
}

/// Carries out the rules that come after the model.
pub fn mend(place: &Place<'_>, breaks_readies: bool, buffered: &mut Buffered) -> Result<(), Problem> {
    RULES.iter().try_for_each(|rule| match rule.step {
        Step::After(apply) => apply(place, breaks_readies, buffered),
        Step::Before(_) => Ok(()),
    })
}

/// Has the groups of a queue start one after the other, as `lsq-control` asks, for a placement whose model does not ask rules. What the lowering of streams makes has these buffers.
pub fn start_in_turn(place: &Place<'_>, buffered: &mut Buffered) {
    let mut needs = no_needs(place.circuit);
    lsq_control(place, &mut needs);
    unbufferizable(place, &mut needs);
    for (channel, need) in needs.iter().filter(|(_, need)| !need.none) {
        let of = &mut buffered[channel];
        of.breaks_dv |= need.breaks_dv;
        of.slots = of.slots.max(need.least_slots(of.breaks_dv));
    }
}

/// Carries out the rules about rare ways, for a placement whose model has its own rules about the usual ones.
pub fn make_room(place: &Place<'_>, buffered: &mut Buffered) -> Result<(), Problem> {
    room::on_rings(place, true, buffered)?;
    room::at_entry(place, true, buffered)
}

/// The channels that tokens can come back to.
pub(crate) fn on_cycles(circuit: &Circuit) -> IdMap<ChannelId, bool> {
    let follows = |channel: ChannelId| -> Vec<u32> {
        let Some((unit, input)) = circuit.channels[channel].to else { return Vec::new() };
        let node = &circuit.nodes[unit];
        let outputs: Vec<ChannelId> = match &node.unit.kind {
            Kind::Load | Kind::QueuedLoad if input == 0 => vec![node.outputs[1]],
            Kind::Load | Kind::QueuedLoad => Vec::new(),
            Kind::Lsq(queue) => {
                let ports = queue.places().into_iter().flat_map(|group| group.ports);
                let asked = ports.filter(|port| port.port == MemoryPort::Load && port.input == input);
                asked.map(|port| node.outputs[port.number]).collect()
            }
            // What it is told of stores becomes no token.
            Kind::Guard { .. } if input != guard::LOAD => Vec::new(),
            Kind::Memory(memory) => {
                let inputs = |place: &PortPlace| if place.port == MemoryPort::Store { 2 } else { 1 };
                let places = memory.places().into_iter();
                let asked =
                    places.filter(|place| (place.input..place.input + inputs(place)).contains(&input));
                asked.filter_map(|place| place.output).map(|output| node.outputs[output]).collect()
            }
            _ => node.outputs.clone(),
        };
        outputs.into_iter().map(|output| output.index() as u32).collect()
    };
    let graph: Vec<Vec<u32>> = circuit.channels.keys().map(follows).collect();
    let mut on_cycle: IdMap<ChannelId, bool> = circuit.channels.values().map(|_| false).collect();
    for channel in cycles(&graph).into_iter().flatten() {
        on_cycle[ChannelId::at(channel)] = true;
    }
    on_cycle
}

fn merge_order(place: &Place<'_>, needs: &mut Needs) {
    let on_cycle = on_cycles(place.circuit);
    for node in place.circuit.nodes.values() {
        let is_merge = matches!(node.unit.kind, Kind::Merge | Kind::ControlMerge) && node.inputs.len() > 1;
        if is_merge || matches!(node.unit.kind, Kind::Init { .. }) {
            for output in node.outputs.iter().filter(|output| on_cycle[**output]) {
                needs[*output].slots = needs[*output].slots.max(1);
            }
        }
    }
}

fn loop_entry(place: &Place<'_>, needs: &mut Needs) {
    let on_cycle = on_cycles(place.circuit);
    for node in place.circuit.nodes.values() {
        let lets_in = match node.unit.kind {
            Kind::Carry | Kind::Invariant => true,
            Kind::Mux => is_carried(place.circuit, node) || on_cycle[node.outputs[0]],
            _ => false,
        };
        if lets_in {
            needs[node.outputs[0]].slots = needs[node.outputs[0]].slots.max(1);
        }
    }
}

/// Whether a `mux` is at the head of a loop: what steers it is no condition, but where the loop was entered from.
pub(crate) fn is_carried(circuit: &Circuit, mux: &Node) -> bool {
    let by = circuit.producer(circuit.original(mux.inputs[0]));
    by.is_some_and(|by| matches!(by.unit.kind, Kind::ControlMerge | Kind::Init { .. }))
}

fn lsq_latency(place: &Place<'_>, needs: &mut Needs) {
    let (ir, circuit) = (place.ir, place.circuit);
    let goes_to_queue = |op: Op| {
        let users = ir.results(op).flat_map(|value| ir.users(value));
        users.into_iter().any(|user| ir.code(user) == handshake::LSQ)
    };
    for node in circuit.nodes.values() {
        let operands = match node.unit.kind {
            Kind::Store => 2,
            Kind::Load | Kind::QueuedLoad => 1,
            _ => continue,
        };
        if !goes_to_queue(node.op) {
            continue;
        }
        for input in &node.inputs[..operands] {
            // The arguments of the kernel have slots of their own.
            let Some(by) = circuit.producer(*input) else { continue };
            let is_address_of_load = operands == 1;
            let waits_for_nobody = matches!(by.unit.kind, Kind::Constant { .. });
            if !(is_address_of_load && waits_for_nobody) {
                needs[*input].slots = needs[*input].slots.max(1);
            }
        }
    }
}

fn lsq_control(place: &Place<'_>, needs: &mut Needs) {
    let (ir, circuit) = (place.ir, place.circuit);
    let user = |channel: ChannelId| ir.uses(circuit.channels[channel].value).next();
    for node in circuit.nodes.values() {
        if !matches!(node.unit.kind, Kind::Fork | Kind::LazyFork) {
            continue;
        }
        let started: FxHashSet<Op> =
            node.outputs.iter().filter_map(|output| starts_group(ir, user(*output)?)).collect();
        if started.is_empty() {
            continue;
        }
        let token = circuit.channels[node.inputs[0]].value;
        for output in &node.outputs {
            // What goes to a queue takes no buffer.
            if ir.users(circuit.channels[*output].value).any(|user| ir.code(user) == handshake::LSQ) {
                continue;
            }
            // The lowering of streams writes these buffers itself.
            let there = match circuit.consumer(*output).map(|user| &user.unit.kind) {
                Some(Kind::Buffer { ty, .. }) => Some(ty.breaks_dv()),
                _ => None,
            };
            let need = &mut needs[*output];
            if user(*output).is_some_and(|user| leads_to_group(ir, token, user, &started)) {
                need.breaks_dv |= there != Some(true);
            } else if there.is_none() {
                need.passed = need.passed.max(1);
            }
        }
    }
}

fn unbufferizable(place: &Place<'_>, needs: &mut Needs) {
    for channel in place.circuit.channels.keys() {
        needs[channel].none = !place.circuit.may_hold(channel);
    }
}

fn ready_behind_merges(
    place: &Place<'_>,
    breaks_readies: bool,
    buffered: &mut Buffered,
) -> Result<(), Problem> {
    if breaks_readies {
        return Ok(());
    }
    let on_cycle = on_cycles(place.circuit);
    for node in place.circuit.nodes.values() {
        let is_merge = match node.unit.kind {
            Kind::Mux => node.inputs.len() > 2,
            Kind::Merge | Kind::ControlMerge => node.inputs.len() > 1,
            Kind::Carry | Kind::Invariant | Kind::Init { .. } => true,
            _ => false,
        };
        for output in node.outputs.iter().filter(|output| is_merge && on_cycle[**output]) {
            buffered[*output].breaks_r |= place.circuit.may_hold(*output);
        }
    }
    Ok(())
}

/// How well a buffer that breaks a cycle stands on a channel, the best first: behind what lets tokens in, and not behind a fork, where several buffers would be needed.
pub(crate) fn rank(circuit: &Circuit, channel: ChannelId) -> u32 {
    match circuit.producer(channel).map(|by| &by.unit.kind) {
        Some(
            Kind::Init { .. } | Kind::Mux | Kind::Merge | Kind::ControlMerge | Kind::Carry | Kind::Invariant,
        ) => 0,
        Some(Kind::Fork | Kind::LazyFork) => 2,
        _ => 1,
    }
}

/// Breaks the cycles of signals that have no register: the rule `what-is-left`.
pub(crate) fn mend_cycles(
    place: &Place<'_>,
    breaks_readies: bool,
    buffered: &mut Buffered,
) -> Result<(), Problem> {
    let (circuit, signals) = (place.circuit, place.signals);
    let mut broken = vec![false; signals.arcs.len()];
    let set = |broken: &mut Vec<bool>, channel: ChannelId, of: Buffering| {
        broken[signal_id(channel, Signal::Ready) as usize] |= of.breaks_r;
        for signal in [Signal::Data, Signal::Valid] {
            broken[signal_id(channel, signal) as usize] |= of.breaks_dv;
        }
    };
    buffered.iter().for_each(|(channel, of)| set(&mut broken, channel, *of));
    while let Some(cycle) = signals.cycle(&broken) {
        let may_hold = |signal: &&SignalId| {
            signals.place(**signal).is_some_and(|(channel, _)| place.circuit.may_hold(channel))
        };
        let best = cycle
            .iter()
            .filter(may_hold)
            .min_by_key(|signal| signals.place(**signal).map_or(1, |(channel, _)| rank(circuit, channel)));
        let Some((channel, signal)) = best.and_then(|signal| signals.place(*signal)) else {
            return Err(Problem::Unbroken(cycle));
        };
        let of = &mut buffered[channel];
        match signal {
            Signal::Ready => {
                of.breaks_r = true;
                // A model that breaks readies counts their slots, too; otherwise they are beside what it counts.
                of.slots += u32::from(breaks_readies);
            }
            Signal::Data | Signal::Valid => {
                of.breaks_dv = true;
                of.slots += 1;
            }
        }
        set(&mut broken, channel, *of);
    }
    Ok(())
}
