//! The loops of a circuit, and in which of them each channel's tokens come.
//!
//! A loop of streams is known by its condition ([`streams`]), one of basic blocks by the blocks that lie on a cycle ([`blocks`]). A channel is of the level of a loop when it has a
//! token in every round of it, or in every round but the closing one. What enters or leaves a loop has one token a run, so it is of the level around it.

mod blocks;
mod streams;

use crate::graph::{ChannelId, Circuit, UnitId};
use crate::throughput::{Bound, Closing, HasRoom, rates};
use base::IdMap;
use dialects::handshake::unit::Kind;

base::id! {
    /// A loop.
    pub struct LoopId;
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// A unit that stands where the loop does in the source.
    pub unit: UnitId,
    /// Channels that together have a token a run.
    pub runs: Vec<ChannelId>,
    /// Channels that together have a token a round, the closing one counted.
    pub rounds: Vec<ChannelId>,
    /// Whether all that is in it is known.
    pub is_clear: bool,
}

/// How often a channel has a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Always one.
    Standing,
    /// One a round of a loop; of none, one an activation.
    Round(Option<LoopId>),
    /// It is not known.
    Unknown,
}

/// The loops of a circuit.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// The loops.
    pub loops: IdMap<LoopId, Loop>,
    /// The level of each channel.
    pub of: IdMap<ChannelId, Level>,
    /// The loop that each unit fires in once a round.
    pub units: IdMap<UnitId, Option<LoopId>>,
    /// Whether a channel's tokens are for the next round of their user.
    pub for_next: IdMap<ChannelId, bool>,
}

/// Rounds of a loop that nothing is known of.
pub const UNKNOWN_TRIPS: f64 = 20.0;

impl Levels {
    /// Finds the loops of a circuit.
    pub fn of(circuit: &Circuit) -> Levels {
        let mut levels = Levels::all(circuit);
        levels.forget_rare(circuit);
        levels
    }

    /// The same for the usual round of a circuit as it is: channels with a token in less than half of the rounds have none in it.
    pub fn usual(circuit: &Circuit) -> Levels {
        let levels = Levels::all(circuit);
        levels.without(&levels.rare(circuit))
    }

    /// The same, as if nothing were known of some channels.
    fn without(&self, channels: &[ChannelId]) -> Levels {
        let mut levels = self.clone();
        channels.iter().for_each(|channel| levels.of[*channel] = Level::Unknown);
        levels
    }

    fn all(circuit: &Circuit) -> Levels {
        if streams::has_loops(circuit) { streams::levels(circuit) } else { blocks::levels(circuit) }
    }

    /// Channels with a token in less than half of the rounds have none in the usual one. Where that makes the usual round shorter, times are found for it: these channels get what the clock
    /// needs, and whoever waits for one of their tokens waits. Elsewhere they are as good as the others, and get room for their tokens.
    fn forget_rare(&mut self, circuit: &Circuit) {
        let rare = self.rare(circuit);
        if rare.is_empty() {
            return;
        }
        let usual = self.without(&rare);
        let has_room = HasRoom::WhereBufferable(Closing::Cycle);
        let periods = |levels: &Levels| rates(circuit, levels, &levels.trips(circuit), has_room);
        let (all, without) = (periods(self), periods(&usual));
        let pays = |id: LoopId| {
            matches!(all[id].bound, Bound::Stuck(_)) || without[id].period < all[id].period - 1e-6
        };
        for channel in rare {
            let Level::Round(at) = self.of[channel] else { continue };
            if at.is_none() || self.around(at).any(pays) {
                self.of[channel] = Level::Unknown;
            }
        }
    }

    fn rare(&self, circuit: &Circuit) -> Vec<ChannelId> {
        circuit.channels.keys().filter(|channel| self.is_rare(circuit, *channel)).collect()
    }

    fn is_rare(&self, circuit: &Circuit, channel: ChannelId) -> bool {
        let (Level::Round(at), Some(tokens)) = (self.of[channel], circuit.channels[channel].tokens) else {
            return false;
        };
        let usual = match at {
            Some(at) => self.counts(circuit, at).map(|(runs, rounds)| rounds - runs),
            None => Some(1.0),
        };
        usual.is_some_and(|usual| 2.0 * (tokens as f64) < usual)
    }

    /// Runs and rounds of a loop that the profile has, the closing ones counted.
    fn counts(&self, circuit: &Circuit, id: LoopId) -> Option<(f64, f64)> {
        let tokens = |channels: &[ChannelId]| -> Option<f64> {
            channels.iter().map(|channel| circuit.channels[*channel].tokens.map(|tokens| tokens as f64)).sum()
        };
        let of = &self.loops[id];
        Some((tokens(&of.runs)?, tokens(&of.rounds)?))
    }

    /// Rounds of a loop in a round of the one around it, the closing ones counted.
    pub fn rounds_in_outer(&self, circuit: &Circuit, id: LoopId, trips: &IdMap<LoopId, f64>) -> f64 {
        (trips[id] + 1.0) * self.entries(circuit, id)
    }

    /// Runs of a loop in a round of the one around it.
    pub fn entries(&self, circuit: &Circuit, id: LoopId) -> f64 {
        let around = self.loops[id].parent.and_then(|parent| self.counts(circuit, parent));
        match (self.counts(circuit, id), around) {
            (Some((runs, _)), Some((outer, rounds))) => (runs / (rounds - outer).max(1.0)).min(1.0),
            _ => 1.0,
        }
    }

    /// The levels that times can be found by. In a loop of blocks a round may take this way or that one through blocks of its own, and what is known of rounds is not enough to say
    /// how many slots never stop it; so nothing is known of these.
    pub fn for_times(circuit: &Circuit) -> Levels {
        let levels = Levels::of(circuit);
        if streams::has_loops(circuit) || levels.loops.is_empty() { levels } else { Levels::unknown(circuit) }
    }

    /// Nothing is known of any loop: tokens come whenever they do.
    pub fn unknown(circuit: &Circuit) -> Levels {
        Levels {
            loops: IdMap::default(),
            of: circuit.channels.values().map(|_| Level::Unknown).collect(),
            units: circuit.nodes.values().map(|_| None).collect(),
            for_next: circuit.channels.values().map(|_| false).collect(),
        }
    }

    /// The loop whose rounds the tokens of a channel, or those it has copies of, count.
    pub fn counted_by(&self, circuit: &Circuit, channel: ChannelId) -> Option<LoopId> {
        let original = circuit.original(channel);
        self.loops.iter().find(|(_, of)| of.rounds.contains(&original)).map(|(id, _)| id)
    }

    /// The loops that a channel's tokens leave, inner ones first.
    pub fn left(&self, circuit: &Circuit, channel: ChannelId) -> Vec<LoopId> {
        let Level::Round(to) = self.of[channel] else { return Vec::new() };
        let Some((unit, _)) = circuit.channels[channel].from else { return Vec::new() };
        self.around(self.units[unit]).take_while(|inner| Some(*inner) != to).collect()
    }

    /// A loop and those around it.
    pub fn around(&self, at: Option<LoopId>) -> impl Iterator<Item = LoopId> {
        // A loop that is inside of itself could only come from a graph that the verifier refuses; the bound keeps that from being endless here.
        std::iter::successors(at, |inner| self.loops[*inner].parent).take(self.loops.len())
    }

    /// The loops, inner ones before those around them.
    pub fn inside_out(&self) -> Vec<LoopId> {
        let mut all: Vec<LoopId> = self.loops.keys().collect();
        all.sort_by_key(|id| (std::cmp::Reverse(self.around(Some(*id)).count()), id.index()));
        all
    }

    /// Rounds of a run of each loop, the closing one not counted: of the profile, of its constants, or [`UNKNOWN_TRIPS`].
    pub fn trips(&self, circuit: &Circuit) -> IdMap<LoopId, f64> {
        let measured = |id: LoopId| {
            let (runs, rounds) = self.counts(circuit, id)?;
            (runs > 0.0).then(|| (rounds / runs - 1.0).max(0.0))
        };
        let constant = |id: LoopId| constant_trips(circuit, self.loops[id].unit);
        let trips = |id: LoopId| measured(id).or_else(|| constant(id)).unwrap_or(UNKNOWN_TRIPS);
        self.loops.keys().map(trips).collect()
    }
}

/// The rounds of a `stream` from constants.
fn constant_trips(circuit: &Circuit, unit: UnitId) -> Option<f64> {
    let node = &circuit.nodes[unit];
    let Kind::Stream(kind) = &node.unit.kind else { return None };
    let constant = |channel: &ChannelId| match &circuit.producer(circuit.original(*channel))?.unit.kind {
        Kind::Constant { value } => value.to_i64().map(|value| value as f64),
        _ => None,
    };
    let [start, step, bound] = node.inputs[..] else { return None };
    let (start, step, bound) = (constant(&start)?, constant(&step)?, constant(&bound)?);
    (kind.rule.is_none() && step != 0.0).then(|| ((bound - start) / step).ceil().max(0.0))
}
