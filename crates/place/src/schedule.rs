//! When tokens pass, as rows of a model: what makes the slots of a placement enough.
//!
//! In a steady state every unit fires once in a round of its loop, at a time of its own, and rounds follow each other in a period. A token waits on its channel from when it
//! is made to when it is taken; a channel whose tokens wait for `w` cycles holds `w` / period of them at once, so that many slots it needs. A circuit whose tokens can pass at such
//! times passes them at least as early when left alone, because no unit waits for more than its tokens and its room. So rows that have a solution prove the period.
//!
//! Loops inside of loops fit into the same picture. Round `i` of run `j` of a loop is at time `t + i * period + j * period of the loop around`; a value that enters it is taken in
//! round 0, and one that leaves it is made in the last one.

use crate::graph::{ChannelId, Circuit, Node};
use crate::levels::{Level, Levels, LoopId};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort};
use milp::{Expr, Model, Relation, VarId, VarKind};

/// What is known of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Rounds of a run, the closing one not counted.
    pub trips: f64,
    /// Cycles between rounds.
    pub period: f64,
}

/// The times of a circuit as variables.
pub struct Schedule<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    paces: &'a IdMap<LoopId, Pace>,
    /// When a unit takes its tokens; of a fork, when the last of its outputs is taken.
    takes: IdMap<crate::graph::UnitId, VarId>,
    /// When a fork has its token.
    has: IdMap<crate::graph::UnitId, Option<VarId>>,
    /// When a token leaves a unit that may keep it for one output and not for another.
    leaves: IdMap<ChannelId, Option<VarId>>,
}

/// The times of a channel.
pub struct Times {
    /// From when a token is made to when it is there for its user.
    pub arrives: Expr,
    /// From when a token is made to when its user lets go of it.
    pub waits: Expr,
    /// Cycles for which its producer keeps it by itself.
    pub kept: f64,
    /// Cycles between tokens; `None` where there is one alone.
    pub period: Option<f64>,
}

/// The bound of all times: more than any circuit of a few thousand units needs.
const LATEST: f64 = 1e7;

impl<'a> Schedule<'a> {
    /// Adds the times of a circuit to a model.
    pub fn new(
        model: &mut Model,
        circuit: &'a Circuit,
        levels: &'a Levels,
        paces: &'a IdMap<LoopId, Pace>,
    ) -> Schedule<'a> {
        let mut time = |name: String| model.var(name, VarKind::Real, (-LATEST, LATEST), 0.0);
        let takes = circuit.nodes.keys().map(|unit| time(format!("t{}", base::Id::index(unit)))).collect();
        let has = circuit.nodes.iter().map(|(unit, node)| {
            keeps_outputs_apart(node).then(|| time(format!("h{}", base::Id::index(unit))))
        });
        let has = has.collect();
        let leaves = circuit.channels.iter().map(|(channel, of)| {
            let apart = of.from.is_some_and(|(unit, _)| keeps_outputs_apart(&circuit.nodes[unit]));
            apart.then(|| time(format!("l{}", base::Id::index(channel))))
        });
        let leaves = leaves.collect();
        let schedule = Schedule { circuit, levels, paces, takes, has, leaves };
        schedule.keep_apart(model);
        schedule
    }

    /// The period of a channel's tokens; `None` where there is one alone.
    fn period(&self, channel: ChannelId) -> Option<f64> {
        match self.levels.of[channel] {
            Level::Round(Some(inner)) => Some(self.paces[inner].period),
            _ => None,
        }
    }

    /// Outputs of a fork leave between when it has its token and when it lets go of it, which is before the next one comes.
    fn keep_apart(&self, model: &mut Model) {
        for (unit, node) in self.circuit.nodes.iter() {
            let Some(has) = self.has[unit] else { continue };
            let takes = self.takes[unit];
            for output in &node.outputs {
                let leaves = self.leaves[*output].expect("a fork's outputs leave apart");
                model.row(name("early", *output), leaves.into(), Relation::AtLeast, has.into());
                model.row(name("late", *output), leaves.into(), Relation::AtMost, takes.into());
            }
            let period = node.outputs.first().and_then(|output| self.period(*output));
            if let Some(period) = period {
                let next = Expr::from(has) + Expr::from(period - 1.0);
                let name = format!("next{}", base::Id::index(unit));
                model.row(name, takes.into(), Relation::AtMost, next);
            }
        }
    }

    /// The times of a channel; `None` where nothing is known, or nobody waits.
    pub fn times(&self, channel: ChannelId) -> Option<Times> {
        let of = &self.circuit.channels[channel];
        if matches!(self.levels.of[channel], Level::Standing | Level::Unknown) {
            return None;
        }
        let (user, input) = of.to?;
        let node = &self.circuit.nodes[user];
        if matches!(node.unit.kind, Kind::Memory(_)) {
            return None;
        }
        let (made, kept) = self.made(channel)?;
        let period = self.period(channel);
        // A value for the next round is taken a period later.
        let later = if is_for_next(&node.unit.kind, input) { self.round_of(node) } else { 0.0 };
        let has = self.has[user].unwrap_or(self.takes[user]);
        let taken = Expr::from(self.takes[user]) + Expr::from(later);
        let arrives = Expr::from(has) + Expr::from(later) - made.clone();
        Some(Times { arrives, waits: taken - made, kept, period })
    }

    /// The period of the loop that a unit belongs to.
    fn round_of(&self, node: &Node) -> f64 {
        let inner = self.levels.loop_of_condition(self.circuit, node.inputs[0]);
        inner.map_or(0.0, |inner| self.paces[inner].period)
    }

    /// When a channel's tokens are made, and for how long their maker keeps them.
    fn made(&self, channel: ChannelId) -> Option<(Expr, f64)> {
        let Some((unit, output)) = self.circuit.channels[channel].from else {
            return Some((Expr::from(0.0), 0.0));
        };
        let node = &self.circuit.nodes[unit];
        let period = self.period(channel).unwrap_or(0.0);
        if let Some(leaves) = self.leaves[channel] {
            return Some((leaves.into(), 0.0));
        }
        let takes = Expr::from(self.takes[unit]);
        let after = |cycles: f64, kept: f64| Some((takes.clone() + Expr::from(cycles), kept));
        match &node.unit.kind {
            // The last stage keeps a token while no other is in the unit, which all moves together.
            Kind::Compute { latency: latency @ 1.., .. } => {
                let latency = f64::from(*latency);
                after(latency, (period - latency).max(0.0))
            }
            Kind::Buffer { ty, slots } => {
                let latency = f64::from(ty.latency(*slots));
                after(latency, (f64::from(*slots) * period - latency).max(0.0))
            }
            // An answer comes a cycle later. Two may be on their way or kept, counted in a register.
            Kind::Load if output == 1 => after(1.0, (2.0 * period - 2.0).max(0.0)),
            Kind::CondBr => match self.levels.loop_of_condition(self.circuit, node.inputs[0]) {
                Some(inner) if output == 1 => {
                    let Pace { trips, period } = self.paces[inner];
                    after(trips * period, 0.0)
                }
                _ => after(0.0, 0.0),
            },
            Kind::Memory(memory) => {
                // A completion comes the cycle after its store. The answers go to their loads, which count them.
                let places = memory.places();
                let store = places.iter().find(|place| place.output == Some(output) && place.port == MemoryPort::Store)?;
                let (store, _) = self.circuit.channels[node.inputs[store.input]].from?;
                Some((Expr::from(self.takes[store]) + Expr::from(1.0), (period - 1.0).max(0.0)))
            }
            _ => after(0.0, 0.0),
        }
    }
}

/// Whether a unit gives a token to one output when it is ready and to another later: forks do, and `stream`s.
fn keeps_outputs_apart(node: &Node) -> bool {
    matches!(node.unit.kind, Kind::Fork | Kind::Stream(_))
}

/// Whether what comes by an input is for the next round: conditions and carried values are.
pub fn is_for_next(kind: &Kind, input: usize) -> bool {
    match kind {
        Kind::Carry => input != 1,
        Kind::Invariant => input == 0,
        _ => false,
    }
}

fn name(what: &str, channel: ChannelId) -> String {
    format!("{what}{}", base::Id::index(channel))
}
