//! What buffers take themselves.
//!
//! A buffer is a register for the signals that it breaks, and logic on the way of the others: a slot that breaks data and valid makes the ready before it from the one behind, and one that
//! breaks ready chooses between its token and the one that comes. So a break shortens some paths and makes others longer, and a path that is too long with the buffers of a solution need not be with
//! others. The rows for such paths say so: one of the signals is broken, or one of the buffers that make it too long is not there.

use crate::arcs::Signal;
use crate::cuts::{Cut, Cutter};
use crate::graph::ChannelId;
use crate::mapping;
use crate::placement::Buffering;
use crate::timing::{Breaks, SignalId, Signals};
use base::IdMap;

/// The buffers of a placement, as signals meet them.
pub struct Tolled<'a> {
    /// The signals of the circuit without them.
    pub signals: &'a Signals,
    /// What is put on each channel.
    pub buffered: &'a IdMap<ChannelId, Buffering>,
}

impl Tolled<'_> {
    /// How many buffers of its channel a signal passes: those behind the last that breaks it.
    fn passed(&self, signal: SignalId) -> usize {
        let Some((channel, which)) = self.signals.place(signal) else { return 0 };
        let buffers = mapping::flowright(self.buffered[channel]);
        match which {
            Signal::Ready => buffers.iter().take_while(|(ty, _)| !ty.breaks_r()).count(),
            _ => buffers.iter().rev().take_while(|(ty, _)| !ty.breaks_dv()).count(),
        }
    }
}

impl Breaks for Tolled<'_> {
    fn breaks(&self, signal: SignalId) -> bool {
        self.signals.place(signal).is_some_and(|(channel, which)| match which {
            Signal::Ready => self.buffered[channel].breaks_r,
            _ => self.buffered[channel].breaks_dv,
        })
    }

    fn toll(&self, signal: SignalId) -> f64 {
        match self.signals.tolls[signal as usize] {
            0.0 => 0.0,
            toll => toll * self.passed(signal) as f64,
        }
    }
}

/// Something that holds of the buffers on a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// There is a slot.
    One(ChannelId),
    /// There are two or more.
    Two(ChannelId),
    /// Ready is broken.
    Ready(ChannelId),
}

/// A path between two registers, with what the buffers on it take.
struct Way<'a> {
    tolled: &'a Tolled<'a>,
    /// The signals from the first one on.
    on: &'a [SignalId],
    /// How many of them pass the buffers of their channels: all but the last, or all where nothing comes after them.
    passing: usize,
}

impl Way<'_> {
    fn delay(&self) -> f64 {
        let units: f64 = self.on.windows(2).map(|pair| self.tolled.signals.delay(pair)).sum();
        let buffers: f64 = self.on[..self.passing].iter().map(|signal| self.tolled.toll(*signal)).sum();
        units + buffers
    }

    /// What each buffer on the way takes, by the signal that passes it, with what has to hold for it to be there.
    fn tolls(&self) -> Vec<(f64, SignalId, Vec<Held>)> {
        let mut tolls = Vec::new();
        for signal in &self.on[..self.passing] {
            let toll = self.tolled.signals.tolls[*signal as usize];
            let Some((channel, which)) = self.tolled.signals.place(*signal) else { continue };
            let is_broken = self.tolled.breaks(*signal);
            for number in 0..self.tolled.passed(*signal) {
                let held = match (which, is_broken, number) {
                    (_, false, 0) => vec![Held::One(channel)],
                    (Signal::Ready, ..) => vec![Held::Two(channel)],
                    _ => vec![Held::Two(channel), Held::Ready(channel)],
                };
                tolls.push((toll, *signal, held));
            }
        }
        tolls
    }
}

impl Cutter<'_> {
    /// The paths of a whole solution that are too long with its buffers, and were not without.
    pub fn tolled(&self, buffered: &IdMap<ChannelId, Buffering>) -> Vec<Cut> {
        let tolled = Tolled { signals: self.signals, buffered };
        let all = 0..self.signals.arcs.len() as SignalId;
        let broken: Vec<bool> = all.clone().map(|signal| tolled.breaks(signal)).collect();
        let tolls: Vec<f64> = all.clone().map(|signal| tolled.toll(signal)).collect();
        // Cycles are found without tolls.
        let Ok(arrivals) = self.signals.tolled_arrivals(&broken, &tolls) else { return Vec::new() };
        let comes =
            |signal: SignalId| if broken[signal as usize] { 0.0 } else { arrivals[signal as usize].0 };
        let way = |end: SignalId| {
            let before =
                |signal: &SignalId| arrivals[*signal as usize].1.filter(|_| !broken[*signal as usize]);
            let mut way: Vec<SignalId> = std::iter::successors(arrivals[end as usize].1, before).collect();
            way.reverse();
            way.push(end);
            way
        };
        let mut found = Vec::new();
        for end in all {
            let (arrival, from) = arrivals[end as usize];
            // Where it becomes too long; what comes after that is, too.
            if self.is_long(arrival) && from.is_some_and(|from| !self.is_long(comes(from))) {
                let on = way(end);
                found.extend(self.toll_cut(&Way { tolled: &tolled, on: &on, passing: on.len() - 1 }));
            }
            let is_last = self.signals.arcs[end as usize].is_empty() && !broken[end as usize];
            if is_last && !self.is_long(arrival) && self.is_long(arrival + tolls[end as usize]) {
                let on = way(end);
                found.extend(self.toll_cut(&Way { tolled: &tolled, on: &on, passing: on.len() }));
            }
        }
        crate::cuts::least(found)
    }

    /// The row for a path that is too long: as short an end of it as still is, and as few buffers.
    fn toll_cut(&self, way: &Way) -> Option<Cut> {
        let Way { tolled, on, passing } = way;
        let from = |start: usize| Way { tolled, on: &on[start..], passing: passing - start };
        let start = (0..*passing).rev().find(|start| self.is_long(from(*start).delay()))?;
        let way = from(start);
        let mut tolls = way.tolls();
        tolls.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut delay = way.delay();
        tolls.retain(|(toll, ..)| {
            let is_needless = self.is_long(delay - toll);
            delay -= if is_needless { *toll } else { 0.0 };
            !is_needless
        });
        let first = way.on[0];
        let with_first = !tolled.breaks(first) && tolls.iter().any(|(_, signal, _)| *signal == first);
        let between = &way.on[usize::from(!with_first)..way.passing.max(1)];
        let mut held: Vec<Held> = tolls.into_iter().flat_map(|(_, _, held)| held).collect();
        held.sort_unstable();
        held.dedup();
        Some(Cut::Tolled(self.cut(between), held))
    }
}
