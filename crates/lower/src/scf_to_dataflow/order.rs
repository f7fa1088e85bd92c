//! The accesses to one memory that a region has made so far, as tokens to wait for.
//!
//! The rule is that of two frontiers: a read waits for the writes before it, a write for the writes and reads before it. A frontier is kept
//! as the list of its parts, the *events*: an access of this region, a structured operation in it, or whatever came before the region. An access waits for
//! those events only that it may collide with, as [`Dependence`] tells, and for none that another one of them has waited for already. An event is forgotten when a
//! later one has waited for it and collides with everything that it collides with.

use super::dependence::{AccessId, Dependence};
use super::regions::{Area, Graph, Stream};
use crate::streams::memory::Frontier;
use ir::{Loc, Value};

/// Events that are kept apart; more become one.
const EVENTS: usize = 48;

/// What an event may touch.
#[derive(Clone, Debug)]
enum Footprint {
    /// Anything.
    All,
    /// What these accesses touch.
    Of(Vec<AccessId>),
}

/// Something that has to be waited for.
#[derive(Clone, Debug)]
struct Event {
    /// Comes when it is complete: a token, or the data of a read.
    token: Value,
    /// Whether it writes. It may read as well.
    writes: bool,
    footprint: Footprint,
    /// Tokens of other events that have come when this one's has.
    covers: Vec<Value>,
    /// It came before the region.
    before: bool,
}

/// The tokens of a frontier inside of a region.
pub(super) fn import(graph: &mut Graph<'_>, frontier: Frontier, home: Area, to: Area) -> Frontier {
    let mut inside = |token: Option<Value>| token.map(|value| graph.import(Stream { value, home }, to));
    Frontier { written: inside(frontier.written), settled: inside(frontier.settled) }
}

/// What the accesses of a region to one memory have to wait for.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    events: Vec<Event>,
}

/// What an access waits for: events by their number.
pub(super) struct Waits {
    access: AccessId,
    events: Vec<usize>,
}

/// What a structured operation waits for before it starts: events by their number.
pub(super) struct Entry {
    /// Before its reads.
    reads: Vec<usize>,
    /// Before its writes.
    writes: Vec<usize>,
}

impl Order {
    /// That of a region before which this was.
    pub fn after(frontier: Frontier) -> Order {
        let mut order = Order::default();
        let event =
            |token, writes, covers| Event { token, writes, footprint: Footprint::All, covers, before: true };
        if let Some(written) = frontier.written {
            order.events.push(event(written, true, Vec::new()));
        }
        if let Some(settled) = frontier.settled
            && frontier.written != Some(settled)
        {
            order.events.push(event(settled, false, frontier.written.into_iter().collect()));
        }
        order
    }

    /// What an access waits for. `depth` is the number of loops around the region.
    pub fn waits(&self, deps: &Dependence, access: AccessId, depth: usize) -> Waits {
        Waits { access, events: self.colliding(deps, &[access], depth) }
    }

    /// The tokens of that.
    pub fn tokens(&self, waits: &Waits) -> Vec<Value> {
        self.least(&waits.events)
    }

    /// Notes an access that has waited.
    pub fn note(
        &mut self,
        graph: &mut Graph<'_>,
        loc: Loc,
        deps: &Dependence,
        Waits { access, events: waited }: Waits,
        token: Value,
    ) {
        let writes = deps.writes(access);
        // Each once: where every access waits for all before it, there would be twice as many with each.
        let mut covers: Vec<Value> = Vec::new();
        for event in waited.iter().map(|at| &self.events[*at]) {
            for token in std::iter::once(&event.token).chain(&event.covers) {
                if !covers.contains(token) {
                    covers.push(*token);
                }
            }
        }
        let mut number = 0;
        self.events.retain(|event| {
            let stays = !writes || !waited.contains(&number) || !is_within(deps, &event.footprint, access);
            number += 1;
            stays
        });
        let footprint = Footprint::Of(vec![access]);
        self.add(Event { token, writes, footprint, covers, before: false });
        self.shorten(graph, loc);
    }

    /// Makes one event of all, where they have become many: what looks at events looks at all of them.
    pub fn shorten(&mut self, graph: &mut Graph<'_>, loc: Loc) {
        if self.events.len() > EVENTS {
            let all: Vec<usize> = (0..self.events.len()).collect();
            let writes: Vec<usize> = all.iter().copied().filter(|at| self.events[*at].writes).collect();
            let written = self.joined(graph, loc, &writes);
            let settled = self.joined(graph, loc, &all);
            *self = Order::after(Frontier { written, settled });
            self.events.iter_mut().for_each(|event| event.before = false);
        }
    }

    fn add(&mut self, mut event: Event) {
        event.covers.retain(|token| self.events.iter().any(|other| other.token == *token));
        self.events.push(event);
    }

    // ----- structured operations -----

    /// What an operation has to wait for that makes these accesses.
    pub fn entry(&self, deps: &Dependence, accesses: &[AccessId], depth: usize) -> Entry {
        let writes = self.colliding(deps, accesses, depth);
        let reads = writes.iter().copied().filter(|at| self.events[*at].writes).collect();
        Entry { reads, writes }
    }

    /// The frontier that an operation is entered with.
    pub fn enter(&self, graph: &mut Graph<'_>, loc: Loc, entry: &Entry) -> Frontier {
        let written = self.joined(graph, loc, &entry.reads);
        let same = self.least(&entry.reads) == self.least(&entry.writes);
        let settled = if same { written } else { self.joined(graph, loc, &entry.writes) };
        Frontier { written, settled }
    }

    /// Notes an operation that writes, whose end comes after all that it waited for, whether or not it made an access.
    pub fn leave(&mut self, entry: &Entry, accesses: &[AccessId], end: Frontier) {
        let mut footprint = Footprint::Of(accesses.to_vec());
        for event in entry.writes.iter().map(|at| &self.events[*at]) {
            footprint = union(footprint, &event.footprint);
        }
        let mut number = 0;
        self.events.retain(|_| {
            number += 1;
            !entry.writes.contains(&(number - 1))
        });
        let mut covers = Vec::new();
        if let Some(token) = end.written {
            let footprint = footprint.clone();
            self.add(Event { token, writes: true, footprint, covers: Vec::new(), before: false });
            covers.push(token);
        }
        if let Some(token) = end.settled
            && end.written != Some(token)
        {
            self.add(Event { token, writes: false, footprint, covers, before: false });
        }
    }

    /// Notes an operation that only reads: `token` comes when its reads are complete.
    pub fn leave_reads(&mut self, accesses: &[AccessId], token: Value) {
        let footprint = Footprint::Of(accesses.to_vec());
        self.add(Event { token, writes: false, footprint, covers: Vec::new(), before: false });
    }

    // ----- ends of regions -----

    /// The frontier at the end of the region.
    pub fn end(&self, graph: &mut Graph<'_>, loc: Loc) -> Frontier {
        let all: Vec<usize> = (0..self.events.len()).collect();
        let writes = all.iter().copied().filter(|at| self.events[*at].writes).collect();
        self.enter(graph, loc, &Entry { reads: writes, writes: all })
    }

    /// The tokens of all that the region itself has done.
    pub fn own(&self) -> Vec<Value> {
        let own: Vec<usize> = (0..self.events.len()).filter(|at| !self.events[*at].before).collect();
        self.least(&own)
    }

    // ----- sets of events -----

    /// The events that accesses may collide with.
    fn colliding(&self, deps: &Dependence, accesses: &[AccessId], depth: usize) -> Vec<usize> {
        let collides = |event: &Event| match &event.footprint {
            Footprint::All => event.writes || accesses.iter().any(|access| deps.writes(*access)),
            Footprint::Of(others) => deps.collide(others, event.writes, accesses, depth),
        };
        (0..self.events.len()).filter(|at| collides(&self.events[*at])).collect()
    }

    /// The tokens of events without those that others of them cover.
    fn least(&self, events: &[usize]) -> Vec<Value> {
        let covered = |token: Value| events.iter().any(|at| self.events[*at].covers.contains(&token));
        events.iter().map(|at| self.events[*at].token).filter(|token| !covered(*token)).collect()
    }

    fn joined(&self, graph: &mut Graph<'_>, loc: Loc, events: &[usize]) -> Option<Value> {
        let tokens = self.least(events);
        (!tokens.is_empty()).then(|| graph.join(loc, &tokens))
    }
}

/// Whether everything that collides with a footprint collides with an access, too.
fn is_within(deps: &Dependence, footprint: &Footprint, access: AccessId) -> bool {
    matches!(footprint, Footprint::Of(others) if others.iter().all(|other| deps.is_same(*other, access)))
}

fn union(a: Footprint, b: &Footprint) -> Footprint {
    match (a, b) {
        (Footprint::Of(mut a), Footprint::Of(b)) => {
            a.extend(b.iter().filter(|access| !a.contains(access)).copied().collect::<Vec<_>>());
            Footprint::Of(a)
        }
        _ => Footprint::All,
    }
}
