//! Rows that rings of times have because slots are whole.
//!
//! Times go round in rings: forwards along tokens, which take time, and backwards along room for them, of which a slot is worth a period. In parts of slots a token that has to wait for a cycle of a
//! period of twenty has a slot if it has a twentieth of one. So a model whose slots need not be whole has too little of them nearly everywhere, and a search would find that out one by one. What
//! is known of a ring of whole slots is put in rows instead: if more time passes along it than its units have room for, there is a slot on it somewhere; and if as much passes, there is one as soon as one
//! of its tokens waits in a register.

use crate::cuts::Cut;
use crate::graph::ChannelId;
use crate::levels::LoopId;
use crate::schedule::{END, EventId, START, Schedule};
use base::IdMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A sum that misses another by less than this is as much.
const NEAR: f64 = 1e-3;
/// Steps of a search for a ring. Short rings are the ones that matter.
const MOST_STEPS: usize = 4000;

/// From an event to one that is at least so much later.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: usize,
    /// Cycles; less than nothing where the later one may be earlier.
    length: f64,
    /// A channel each of whose slots lets the later one be a period earlier.
    slots: Option<ChannelId>,
}

/// A channel's ends.
#[derive(Clone, Copy, Debug)]
struct Along {
    channel: ChannelId,
    from: usize,
    way: Way,
}

/// The ways between events, at some pace.
#[derive(Clone, Debug)]
pub struct Rings {
    ways: Vec<Vec<Way>>,
    /// Ways of tokens that are broken by a choice.
    tokens: Vec<Along>,
    /// Ways of room that slots make.
    room: Vec<Along>,
}

impl Rings {
    /// The ways of a schedule whose periods and end are known.
    pub fn of(
        schedule: &Schedule,
        periods: &IdMap<LoopId, f64>,
        end: f64,
        may_hold: &IdMap<ChannelId, bool>,
    ) -> Rings {
        let count = schedule.events.len();
        let mut rings = Rings { ways: vec![Vec::new(); count], tokens: Vec::new(), room: Vec::new() };
        for event in schedule.events.keys().filter(|event| *event != START) {
            rings.add(START, event, 0.0, None);
        }
        rings.add(END, START, -end, None);
        for order in &schedule.orders {
            rings.add(order.after.event, order.event, order.after.after.at(periods), None);
        }
        for wait in &schedule.waits {
            let made = wait.made.after.at(periods);
            let (from, to) = (wait.made.event, wait.arrives.event);
            let way = rings.add(from, to, made - wait.arrives.after.at(periods), None);
            let along = |from: EventId, way: Way| Along { channel: wait.channel, from: from.index(), way };
            let holds = may_hold[wait.channel];
            let Some(round) = wait.round else {
                if holds {
                    rings.tokens.push(along(from, way));
                }
                continue;
            };
            let period = periods[round];
            if holds && period > 1.0 {
                rings.tokens.push(along(from, way));
            }
            let (from, to) = (wait.leaves.event, wait.made.event);
            let back = wait.leaves.after.at(periods) - made - wait.kept.at(period);
            let way = rings.add(from, to, back, holds.then_some(wait.channel));
            if holds {
                rings.room.push(along(from, way));
            }
        }
        rings
    }

    fn add(&mut self, from: EventId, to: EventId, length: f64, slots: Option<ChannelId>) -> Way {
        let way = Way { to: to.index(), length, slots };
        self.ways[from.index()].push(way);
        way
    }

    /// Rows that a solution in parts of slots and breaks does not keep.
    pub fn cuts(&self, slots: &IdMap<ChannelId, f64>, breaks: &IdMap<ChannelId, f64>) -> Vec<Cut> {
        let has_room = self.room.iter().filter(|along| slots[along.channel] < 1.0 - NEAR);
        let too_long = has_room.filter_map(|along| {
            let search = Search { slots, most: 1.0, least: 1.0 };
            Some(Cut::Slots(self.lightest(along, &search)?, None))
        });
        let is_broken = self.tokens.iter().filter(|along| breaks[along.channel] > NEAR);
        let waiting = is_broken.filter_map(|along| {
            let search = Search { slots, most: breaks[along.channel], least: 0.0 };
            Some(Cut::Slots(self.lightest(along, &search)?, Some(along.channel)))
        });
        let mut found: Vec<Cut> = too_long.chain(waiting).collect();
        // A ring without any slots is kept by times alone.
        found.retain(|cut| matches!(cut, Cut::Slots(channels, _) if !channels.is_empty()));
        found
    }

    /// The ring through a way with the fewest slots among those that are long enough, if they are too few.
    fn lightest(&self, along: &Along, search: &Search<'_>) -> Option<Vec<ChannelId>> {
        struct Step {
            at: usize,
            before: Option<usize>,
            length: f64,
            weight: f64,
            slots: Option<ChannelId>,
        }
        let Along { from: target, way, .. } = *along;
        let weight = search.weight(way.slots);
        let mut steps = vec![Step { at: way.to, before: None, length: way.length, weight, slots: way.slots }];
        let mut fronts: Vec<Vec<(f64, f64)>> = vec![Vec::new(); self.ways.len()];
        let mut pending = BinaryHeap::from([(Reverse(0u64), Reverse(0usize))]);
        while let Some((_, Reverse(next))) = pending.pop() {
            let Step { at, length, weight, .. } = steps[next];
            if at == target && length > search.least - NEAR {
                let path = std::iter::successors(Some(next), |step| steps[*step].before);
                let mut channels: Vec<ChannelId> = path.filter_map(|step| steps[step].slots).collect();
                channels.sort_unstable();
                channels.dedup();
                return Some(channels);
            }
            for way in &self.ways[at] {
                let (length, weight) = (length + way.length, weight + search.weight(way.slots));
                let front = &mut fronts[way.to];
                if weight > search.most - NEAR || front.iter().any(|(l, w)| *l >= length && *w <= weight) {
                    continue;
                }
                if steps.len() >= MOST_STEPS {
                    return None;
                }
                front.retain(|(l, w)| !(*l <= length && *w >= weight));
                front.push((length, weight));
                pending.push((Reverse((weight * 1e6) as u64), Reverse(steps.len())));
                steps.push(Step { at: way.to, before: Some(next), length, weight, slots: way.slots });
            }
        }
        None
    }
}

/// What ring is looked for.
struct Search<'a> {
    slots: &'a IdMap<ChannelId, f64>,
    /// It has less than this of slots.
    most: f64,
    /// It takes at least this long.
    least: f64,
}

impl Search<'_> {
    fn weight(&self, slots: Option<ChannelId>) -> f64 {
        slots.map_or(0.0, |channel| self.slots[channel])
    }
}
