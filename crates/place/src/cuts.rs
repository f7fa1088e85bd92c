//! Which breaks are missing: cycles of signals without a register, and paths longer than the clock.
//!
//! That every cycle has a register and no path is too long are rows of the kind "one of these is broken", and there would be very many. So a solution is looked at, and what it does
//! not break is found: from every signal the lightest path that is too long, if its breaks come to less than one.
//!
//! A channel whose data and whose ready are on one path has both broken by the same slot. In parts of breaks both count, so that half a slot breaks such a path; that the channels of a
//! path have a slot between them is a row that says more.

use crate::arcs::Signal;
use crate::graph::ChannelId;
use crate::placement::Problem;
use crate::timing::{Path, SignalId, Signals, meets, signal_id};
use crate::tolls::Held;
use base::IdMap;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A row that whole solutions keep.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cut {
    /// One of these signals has a register; each can have one. Data stand for data and valid, which are broken together.
    Breaks(Vec<SignalId>),
    /// One of these signals has a register, or something of this does not hold.
    Tolled(Vec<SignalId>, Vec<Held>),
    /// These channels have a slot between them; if another one is named, only if its data and valid are broken.
    Slots(Vec<ChannelId>, Option<ChannelId>),
}

impl Cut {
    /// Whether this row says all that another one does.
    fn implies(&self, other: &Cut) -> bool {
        match (self, other) {
            (Cut::Breaks(few), Cut::Breaks(many) | Cut::Tolled(many, _)) => is_part(few, many),
            (Cut::Tolled(few, if_few), Cut::Tolled(many, if_many)) => {
                is_part(few, many) && is_part(if_few, if_many)
            }
            (Cut::Slots(few, of), Cut::Slots(many, for_)) => {
                (of.is_none() || of == for_) && is_part(few, many)
            }
            _ => false,
        }
    }
}

/// Whether all of some numbers are among others, both in ascending order.
fn is_part<T: Ord>(few: &[T], many: &[T]) -> bool {
    let mut rest = many.iter();
    few.len() <= many.len() && few.iter().all(|one| rest.by_ref().any(|other| other == one))
}

/// Leaves out what others say, and brings the rest into a fixed order: short ones first.
pub fn least(mut cuts: Vec<Cut>) -> Vec<Cut> {
    let size = |cut: &Cut| match cut {
        Cut::Breaks(signals) => signals.len(),
        Cut::Tolled(signals, held) => signals.len() + held.len(),
        Cut::Slots(channels, _) => channels.len(),
    };
    cuts.sort_by(|a, b| size(a).cmp(&size(b)).then_with(|| a.cmp(b)));
    let mut kept: Vec<Cut> = Vec::new();
    for cut in cuts {
        if !kept.iter().any(|other| other.implies(&cut)) {
            kept.push(cut);
        }
    }
    kept
}

/// A sum of breaks that misses one by less than this is one.
const NEAR: f64 = 1e-4;

/// Looks for what is not broken.
pub struct Cutter<'a> {
    /// The signals.
    pub signals: &'a Signals,
    /// The clock's period in nanoseconds.
    pub clock: f64,
    /// Which signals can have a register.
    pub breakable: &'a [bool],
}

impl Cutter<'_> {
    /// What a solution leaves unbroken, by how much of a break each signal has. Of a solution in whole numbers nothing is missed, though paths are only looked for where there is no cycle.
    pub fn cuts(&self, values: &[f64], is_whole: bool) -> Result<Vec<Cut>, Problem> {
        let mut found = self.cycles(values)?;
        let weight = |_: Option<SignalId>, to: SignalId| values[to as usize];
        if !is_whole {
            found.extend(self.light_cycles(&weight));
            found.extend(self.light_paths(&weight)?);
        } else if found.is_empty() {
            found = self.apart(values.to_vec())?;
        }
        Ok(least(found.into_iter().map(Cut::Breaks).collect()))
    }

    /// Paths and cycles whose channels have less than a slot between them, by how much of slots each channel has.
    pub fn slots(&self, slots: &IdMap<ChannelId, f64>) -> Result<Vec<Cut>, Problem> {
        let channel = |signal: SignalId| self.signals.place(signal).map(|(channel, _)| channel);
        // What leads from a channel to itself was counted.
        let weight = |from: Option<SignalId>, to: SignalId| match channel(to) {
            Some(to) if from.and_then(channel) == Some(to) => 0.0,
            Some(of) if self.breakable[to as usize] => slots[of],
            _ => 0.0,
        };
        let mut found = self.light_paths(&weight)?;
        found.extend(self.light_cycles(&weight));
        Ok(least(found.iter().map(|signals| self.between(signals)).collect()))
    }

    /// Paths that are too long, and then those that would be if all of the signals of the first ones were broken, and so on: a whole solution takes long to find, so much is asked of the
    /// next one at once.
    fn apart(&self, mut values: Vec<f64>) -> Result<Vec<Vec<SignalId>>, Problem> {
        let mut found = Vec::new();
        loop {
            let more = self.light_paths(&|_, to| values[to as usize])?;
            for signal in more.iter().flatten().flat_map(|signal| self.same(*signal)) {
                values[signal as usize] = 1.0;
            }
            if more.is_empty() {
                return Ok(found);
            }
            found.extend(more);
        }
    }

    /// The signals that are broken with one: data and valid of a channel are.
    fn same(&self, signal: SignalId) -> Vec<SignalId> {
        match self.signals.place(signal) {
            Some((channel, Signal::Data | Signal::Valid)) => {
                vec![signal_id(channel, Signal::Data), signal_id(channel, Signal::Valid)]
            }
            _ => vec![signal],
        }
    }

    /// The channels of some signals have a slot between them.
    pub fn between(&self, signals: &[SignalId]) -> Cut {
        let mut channels: Vec<ChannelId> =
            signals.iter().filter_map(|signal| Some(self.signals.place(*signal)?.0)).collect();
        channels.sort_unstable();
        channels.dedup();
        Cut::Slots(channels, None)
    }

    /// The signals among these that can be broken, data for both of data and valid.
    pub(crate) fn cut(&self, signals: &[SignalId]) -> Vec<SignalId> {
        let mut cut: Vec<SignalId> =
            signals.iter().copied().filter(|signal| self.breakable[*signal as usize]).collect();
        cut.iter_mut().for_each(|signal| *signal = self.same(*signal)[0]);
        cut.sort_unstable();
        cut.dedup();
        cut
    }

    /// Whether a path that takes so many nanoseconds is longer than the clock.
    pub(crate) fn is_long(&self, delay: f64) -> bool {
        !meets(delay, self.clock)
    }

    /// Cycles of signals of which none is broken, each broken in thought before the next is looked for.
    fn cycles(&self, values: &[f64]) -> Result<Vec<Vec<SignalId>>, Problem> {
        let mut broken: Vec<bool> = values.iter().map(|value| *value > NEAR).collect();
        let mut found = Vec::new();
        while let Some(cycle) = self.signals.cycle(&broken) {
            let cut = self.cut(&cycle);
            let Some(first) = cut.first() else { return Err(Problem::Unbroken(cycle)) };
            self.same(*first).iter().for_each(|signal| broken[*signal as usize] = true);
            found.push(cut);
        }
        Ok(found)
    }

    /// Cycles that weigh less than one, though something: through each signal that does the lightest one.
    fn light_cycles(&self, weight: &Weight) -> Vec<Vec<SignalId>> {
        let is_part = |signal: &SignalId| (NEAR..1.0 - NEAR).contains(&weight(None, *signal));
        let starts = (0..self.signals.arcs.len() as SignalId).filter(is_part);
        let found = starts.filter_map(|start| self.light_cycle(start, weight));
        // One without any signal that can be broken would have been found before.
        found.map(|cycle| self.cut(&cycle)).filter(|cut| !cut.is_empty()).collect()
    }

    /// The lightest cycle through a signal, if it weighs less than one.
    fn light_cycle(&self, start: SignalId, weight_of: &Weight) -> Option<Vec<SignalId>> {
        let mut reached: FxHashMap<SignalId, (f64, SignalId)> = FxHashMap::default();
        let mut pending = BinaryHeap::from([(Reverse(0u64), start)]);
        while let Some((Reverse(_), signal)) = pending.pop() {
            let weight = reached.get(&signal).map_or(0.0, |(weight, _)| *weight);
            if signal == start && !reached.is_empty() {
                let before = |signal: &SignalId| Some(reached[signal].1).filter(|before| *before != start);
                return Some(std::iter::successors(Some(start), before).collect());
            }
            // The start weighs when it is reached again.
            let before = Some(signal).filter(|signal| *signal != start);
            for (to, _) in &self.signals.arcs[signal as usize] {
                let weight = weight + weight_of(before, *to);
                let is_lighter = reached.get(to).is_none_or(|(least, _)| weight < *least - 1e-9);
                if weight < 1.0 - NEAR && is_lighter {
                    reached.insert(*to, (weight, signal));
                    pending.push((Reverse((weight * 1e9) as u64), *to));
                }
            }
        }
        None
    }

    /// The signals between the ends of a path.
    fn of_path(&self, path: Path) -> Result<Vec<SignalId>, Problem> {
        let cut = self.cut(&path.signals[1..path.signals.len() - 1]);
        if cut.is_empty() { Err(Problem::TooSlow(path)) } else { Ok(cut) }
    }

    /// Whether no path is longer than the clock that meets every signal once at most. A longer one goes around a cycle, which is looked for as such: to go around it until a slow clock is over would
    /// take as many steps as the clock is slow.
    fn fits_all(&self) -> bool {
        let latest = |arcs: &Vec<(SignalId, f64)>| arcs.iter().map(|(_, delay)| *delay).fold(0.0, f64::max);
        !self.is_long(self.signals.arcs.iter().map(latest).sum())
    }

    /// Paths longer than the clock that weigh less than one.
    fn light_paths(&self, weight: &Weight) -> Result<Vec<Vec<SignalId>>, Problem> {
        if self.fits_all() {
            return Ok(Vec::new());
        }
        let starts = 0..self.signals.arcs.len() as SignalId;
        let found: Result<Vec<Vec<SignalId>>, Problem> = starts
            .filter_map(|start| self.light_path(start, weight))
            .map(|path| self.of_path(path))
            .collect();
        found
    }

    /// From a signal, the path longer than the clock that weighs least between its ends, if that is less than one.
    fn light_path(&self, start: SignalId, weight_of: &Weight) -> Option<Path> {
        /// A path to a signal, by the step before it.
        struct Step {
            signal: SignalId,
            before: Option<usize>,
            delay: f64,
            weight: f64,
        }
        let mut steps = vec![Step { signal: start, before: None, delay: 0.0, weight: 0.0 }];
        // The steps that reach each signal, none of which is both earlier and heavier than another.
        let mut fronts: FxHashMap<SignalId, Vec<(f64, f64)>> = FxHashMap::default();
        let mut best: Option<(f64, usize, SignalId, f64)> = None;
        let mut next = 0;
        while next < steps.len() {
            let Step { signal, before, delay, weight } = steps[next];
            for (to, more) in &self.signals.arcs[signal as usize] {
                let delay = delay + more;
                if self.is_long(delay) {
                    if best.is_none_or(|(least, ..)| weight < least) {
                        best = Some((weight, next, *to, delay));
                    }
                    continue;
                }
                let weight = weight + weight_of(before.map(|_| signal), *to);
                let front = fronts.entry(*to).or_default();
                if weight >= 1.0 - NEAR || front.iter().any(|(d, w)| *d >= delay && *w <= weight) {
                    continue;
                }
                front.retain(|(d, w)| !(*d <= delay && *w >= weight));
                front.push((delay, weight));
                steps.push(Step { signal: *to, before: Some(next), delay, weight });
            }
            next += 1;
        }
        let (_, last, end, delay) = best?;
        let mut signals = vec![end];
        let mut at = Some(last);
        while let Some(step) = at {
            signals.push(steps[step].signal);
            at = steps[step].before;
        }
        signals.reverse();
        Some(Path { signals, delay })
    }
}

/// What a signal weighs on a path, by the one before it that weighs something too, if there is one.
type Weight<'a> = dyn Fn(Option<SignalId>, SignalId) -> f64 + 'a;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_left_out() {
        let of = |numbers: &[usize]| numbers.iter().map(|number| ChannelId::from_index(*number)).collect();
        let cuts = vec![
            Cut::Breaks(vec![1, 4, 7]),
            Cut::Breaks(vec![4, 7]),
            Cut::Breaks(vec![1, 7]),
            Cut::Breaks(vec![4, 7]),
            Cut::Slots(of(&[1, 2, 3]), Some(ChannelId::from_index(9))),
            Cut::Slots(of(&[1, 3]), None),
            Cut::Slots(of(&[1]), Some(ChannelId::from_index(9))),
        ];
        let left = [
            Cut::Slots(of(&[1]), Some(ChannelId::from_index(9))),
            Cut::Breaks(vec![1, 7]),
            Cut::Breaks(vec![4, 7]),
            Cut::Slots(of(&[1, 3]), None),
        ];
        assert_eq!(least(cuts), left);
    }
}
