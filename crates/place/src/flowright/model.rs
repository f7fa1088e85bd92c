//! The model of a placement: times of events, rows for the ways of tokens, and what is chosen of each channel.
//!
//! Both models of [`flowright`](crate::flowright) begin here, the one that finds periods and the one that finds slots. Rows for paths and cycles are not here: they are added when a solution breaks
//! them ([`lazy`](super::lazy)).

use super::{ROUNDING, Search};
use crate::arcs::Signal;
use crate::cuts::Cut;
use crate::graph::{ChannelId, Circuit, Node};
use crate::levels::{Level, LoopId};
use crate::schedule::{EventId, Moment, START, Span, Wait};
use crate::timing::{SignalId, Signals};
use crate::tolls::Held;
use base::IdMap;
use dialects::handshake::unit::{Function, Kind};
use milp::{Expr, Model, Relation, Var, VarId, VarKind};
use rustc_hash::FxHashSet;

/// What a slot and a break cost beside the bits that a slot holds: control logic of about two bits.
const CONTROL: f64 = 2.0;
/// Slots that a channel has at most.
const MOST_SLOTS: f64 = 4096.0;
/// The bound of all times: more than any circuit of a few thousand units needs.
const LATEST: f64 = 1e8;

/// A model with the variables that are looked for.
pub(super) struct Formulation {
    pub(super) model: Model,
    pub(super) times: IdMap<EventId, VarId>,
    pub(super) periods: IdMap<LoopId, Expr>,
    pub(super) spots: IdMap<ChannelId, Spot>,
    /// Rows that were added to those the model began with.
    pub(super) cuts: Vec<Cut>,
    /// How many it began with.
    pub(super) rows: usize,
}

/// What a model knows of a channel.
#[derive(Clone, Default)]
pub(super) struct Spot {
    /// The slots.
    pub(super) slots: Option<VarId>,
    /// Whether ready is broken.
    pub(super) ready: Option<VarId>,
    /// How much data and valid are broken: by more than 1 where tokens wait for more than a cycle.
    pub(super) data: Option<Expr>,
    /// Whether a token comes in every cycle, so that `data` is for how many of them each waits.
    pub(super) is_every_cycle: bool,
    /// Whether there is a slot, and whether there are two or more, where buffers take time themselves.
    pub(super) held: Option<[VarId; 2]>,
}

impl Formulation {
    pub(super) fn moment(&self, moment: &Moment) -> Expr {
        Expr::from(self.times[moment.event]) + self.span(&moment.after)
    }

    fn span(&self, span: &Span) -> Expr {
        let periods = span.periods.iter().map(|(of, count)| self.periods[*of].clone() * *count);
        Expr::from(span.cycles) + periods.sum()
    }

    /// How much of a break a signal has; `None` where one costs nothing.
    pub(super) fn at(&self, signals: &Signals, signal: SignalId) -> Option<Expr> {
        let (channel, which) = signals.place(signal)?;
        match which {
            Signal::Ready => self.spots[channel].ready.map(Expr::from),
            Signal::Data | Signal::Valid => self.spots[channel].data.clone(),
        }
    }

    /// Whether something holds of the buffers of a channel: 1 if so, 0 if not. `None` where nobody asks.
    pub(super) fn holds(&self, held: Held) -> Option<VarId> {
        match held {
            Held::One(channel) => self.spots[channel].held.map(|[one, _]| one),
            Held::Two(channel) => self.spots[channel].held.map(|[_, two]| two),
            Held::Ready(channel) => self.spots[channel].ready,
        }
    }

    /// The variables that are a choice. Those that follow from slots are none.
    pub(super) fn choices(&self) -> Vec<VarId> {
        let follow: FxHashSet<VarId> = self.spots.values().filter_map(|spot| spot.held).flatten().collect();
        let is_choice = |id: VarId, var: &Var| {
            var.kind == VarKind::Whole && (var.low, var.high) == (0.0, 1.0) && !follow.contains(&id)
        };
        self.model.vars.iter().filter(|(id, var)| is_choice(*id, var)).map(|(id, _)| id).collect()
    }
}

impl Search<'_> {
    pub(super) fn events(&self) -> Formulation {
        let mut model = Model::default();
        let time = |model: &mut Model, event: EventId| {
            let bounds = if event == START { (0.0, 0.0) } else { (0.0, LATEST) };
            model.var(format!("t{}", base::Id::index(event)), VarKind::Real, bounds, 0.0)
        };
        let times = self.schedule.events.keys().map(|event| time(&mut model, event)).collect();
        let spots = self.circuit.channels.keys().map(|_| Spot::default()).collect();
        Formulation { model, times, periods: IdMap::default(), spots, cuts: Vec::new(), rows: 0 }
    }

    pub(super) fn orders(&self, set: &mut Formulation) {
        for (number, order) in self.schedule.orders.iter().enumerate() {
            let after = set.moment(&order.after);
            let event = set.times[order.event];
            set.model.row(format!("order{number}"), event.into(), Relation::AtLeast, after);
        }
    }

    /// A loop waits for the rounds of a loop inside of it.
    pub(super) fn nest(&self, set: &mut Formulation) {
        for (inner, of) in self.levels.loops.iter() {
            let Some(outer) = of.parent else { continue };
            let rounds = self.levels.rounds_in_outer(self.circuit, inner, self.trips);
            let run = set.periods[inner].clone() * rounds;
            let name = format!("nest{}", base::Id::index(inner));
            set.model.row(name, set.periods[outer].clone(), Relation::AtLeast, run);
        }
    }

    /// The variables of a channel.
    pub(super) fn spot(&self, model: &mut Model, channel: ChannelId) -> Spot {
        let number = channel.index();
        let slot = f64::from(self.circuit.channels[channel].width) + CONTROL;
        let ready = model.choice(format!("r{number}"), CONTROL);
        let slots = model.var(format!("n{number}"), VarKind::Real, (0.0, MOST_SLOTS), slot);
        model.row(format!("hold{number}"), slots.into(), Relation::AtLeast, ready.into());
        let held = self.signals.has_tolls().then(|| {
            let [one, two] = ["one", "two"].map(|held| model.choice(format!("{held}{number}"), 0.0));
            let most = Expr::from(one) + Expr::from(two) * (MOST_SLOTS - 1.0);
            model.row(format!("count{number}"), slots.into(), Relation::AtMost, most);
            model.row(format!("more{number}"), two.into(), Relation::AtMost, one.into());
            model.row(format!("slot{number}"), ready.into(), Relation::AtMost, one.into());
            [one, two]
        });
        Spot { slots: Some(slots), ready: Some(ready), held, ..Spot::default() }
    }

    /// The rows of a token's way.
    pub(super) fn wait(&self, set: &mut Formulation, wait: &Wait, periods: &IdMap<LoopId, f64>) {
        let channel = wait.channel;
        let made = set.moment(&wait.made);
        let Some(round) = wait.round else {
            let arrives = set.moment(&wait.arrives) - made;
            let broken = self.choice(set, channel).unwrap_or_default();
            set.model.row(name("arrive", channel), arrives, Relation::AtLeast, broken);
            return;
        };
        let period = periods[round];
        let kept = match wait.kept.at(period) {
            0.0 => Expr::default(),
            kept => set.model.var(name("h", channel), VarKind::Real, (0.0, kept), 0.0).into(),
        };
        let arrives = set.moment(&wait.arrives) - made.clone() - kept.clone();
        let leaves = set.moment(&wait.leaves) - made - kept;
        set.model.row(name("arrive", channel), arrives.clone(), Relation::AtLeast, Expr::default());
        let Spot { slots, ready, .. } = set.spots[channel].clone();
        let room = match (slots, ready) {
            (Some(slots), Some(ready)) => Expr::from(slots) * period - ready.into(),
            _ => Expr::default(),
        };
        set.model.row(name("room", channel), leaves, Relation::AtMost, room);
        let Some(slots) = slots else { return };
        if period == 1.0 {
            // Every cycle of waiting is a slot, so a break is where something waits, and whole times say where.
            for event in [wait.made.event, wait.arrives.event, wait.leaves.event] {
                set.model.vars[set.times[event]].kind = VarKind::Whole;
            }
            set.spots[channel].data = Some(arrives);
            set.spots[channel].is_every_cycle = self.is_without_pause(round, periods);
            return;
        }
        // A slot is for many cycles of waiting, and that there is one says more than how long a token waits. Times need not be whole: rounded down they keep every row.
        let broken = set.model.choice(name("dv", channel), 0.0);
        set.model.row(name("waits", channel), broken.into(), Relation::AtMost, arrives);
        set.model.row(name("holds", channel), broken.into(), Relation::AtMost, slots.into());
        self.is_held(set, channel, broken);
        set.spots[channel].data = Some(broken.into());
        set.model.vars[slots].kind = VarKind::Whole;
    }

    /// Whether the runs of a loop follow each other as its rounds do: the loops around it wait for nothing else.
    fn is_without_pause(&self, mut inner: LoopId, periods: &IdMap<LoopId, f64>) -> bool {
        while let Some(outer) = self.levels.loops[inner].parent {
            let rounds = self.levels.rounds_in_outer(self.circuit, inner, self.trips);
            if periods[outer] > rounds * periods[inner] + ROUNDING {
                return false;
            }
            inner = outer;
        }
        true
    }

    /// A choice to break data and valid, for a channel whose tokens do not come round after round: there they wait in the circuit before it.
    fn choice(&self, set: &mut Formulation, channel: ChannelId) -> Option<Expr> {
        let slots = set.spots[channel].slots?;
        let choice = set.model.choice(name("dv", channel), CONTROL);
        let mut holds = Expr::from(choice);
        // In a ring whose times are not known, a token must be able to leave a slot for another one.
        if self.levels.of[channel] == Level::Unknown {
            holds = holds + set.spots[channel].ready.map(Expr::from).unwrap_or_default();
        }
        set.model.row(name("holds", channel), slots.into(), Relation::AtLeast, holds);
        self.is_held(set, channel, choice);
        set.spots[channel].data = Some(choice.into());
        Some(choice.into())
    }

    /// A break of data and valid is a slot, as whole numbers say anyway.
    fn is_held(&self, set: &mut Formulation, channel: ChannelId, broken: VarId) {
        if let Some([one, _]) = set.spots[channel].held {
            set.model.row(name("broken", channel), broken.into(), Relation::AtMost, one.into());
        }
    }

    /// Choices for channels of which nothing is known.
    pub(super) fn choices(&self, set: &mut Formulation) {
        for channel in self.circuit.channels.keys() {
            if set.spots[channel].slots.is_some() && set.spots[channel].data.is_none() {
                self.choice(set, channel);
            }
        }
    }
}

/// Whether buffers may be put on a channel. Of the two sides of a wire only the narrower one is asked about: a buffer does the same on either.
pub(super) fn may_hold(circuit: &Circuit, channel: ChannelId) -> bool {
    let of = &circuit.channels[channel];
    let other = |node: &Node, side: fn(&Node) -> ChannelId| is_wire(node).then(|| side(node));
    let before = circuit.producer(channel).and_then(|node| other(node, |node| node.inputs[0]));
    let after = circuit.consumer(channel).and_then(|node| other(node, |node| node.outputs[0]));
    let width = |channel: ChannelId| circuit.channels[channel].width;
    let narrower = |other: ChannelId| circuit.channels[other].bufferable && width(other) < of.width;
    let as_narrow = |other: ChannelId| circuit.channels[other].bufferable && width(other) <= of.width;
    of.bufferable && !of.standing && !before.is_some_and(as_narrow) && !after.is_some_and(narrower)
}

/// Whether a unit is wires from its one input to its one output.
fn is_wire(node: &Node) -> bool {
    let wires = match node.unit.kind {
        Kind::Br | Kind::Constant { .. } => true,
        Kind::Compute { function, latency: 0 } => {
            matches!(function, Function::ExtS | Function::ExtU | Function::Trunc)
        }
        _ => false,
    };
    wires && node.inputs.len() == 1 && node.outputs.len() == 1
}

pub(super) fn name(what: &str, channel: ChannelId) -> String {
    format!("{what}{}", base::Id::index(channel))
}
