//! Which breaks are missing: cycles of signals without a register, and paths longer than the clock.
//!
//! That every cycle has a register and no path is too long are rows of the kind "one of these is broken", and there would be very many. So a solution is looked at, and what it does
//! not break is found: from every signal the lightest path that is too long, if its breaks come to less than one.

use crate::placement::Problem;
use crate::timing::{Path, SignalId, Signals};
use rustc_hash::FxHashMap;

/// Signals of which one has to have a register; each can have one.
pub type Cut = Vec<SignalId>;

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
        if !is_whole || found.is_empty() {
            found.extend(self.light_paths(values)?);
        }
        Ok(found)
    }

    fn cut(&self, signals: &[SignalId]) -> Cut {
        let mut cut: Cut =
            signals.iter().copied().filter(|signal| self.breakable[*signal as usize]).collect();
        cut.sort_unstable();
        cut.dedup();
        cut
    }

    fn is_long(&self, delay: f64) -> bool {
        delay > self.clock + 1e-9
    }

    /// Cycles of signals of which none is broken, each broken in thought before the next is looked for.
    fn cycles(&self, values: &[f64]) -> Result<Vec<Cut>, Problem> {
        let mut broken: Vec<bool> = values.iter().map(|value| *value > NEAR).collect();
        let mut found = Vec::new();
        while let Some(cycle) = self.signals.cycle(&broken) {
            let cut = self.cut(&cycle);
            let Some(first) = cut.first() else { return Err(Problem::Unbroken(cycle)) };
            broken[*first as usize] = true;
            found.push(cut);
        }
        Ok(found)
    }

    /// The signals between the ends of a path.
    fn of_path(&self, path: Path) -> Result<Cut, Problem> {
        let cut = self.cut(&path.signals[1..path.signals.len() - 1]);
        if cut.is_empty() { Err(Problem::TooSlow(path)) } else { Ok(cut) }
    }

    /// Paths longer than the clock whose breaks come to less than one.
    fn light_paths(&self, values: &[f64]) -> Result<Vec<Cut>, Problem> {
        let starts = 0..self.signals.arcs.len() as SignalId;
        let found: Result<Vec<Cut>, Problem> = starts
            .filter_map(|start| self.light_path(start, values))
            .map(|path| self.of_path(path))
            .collect();
        let mut found = found?;
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// From a signal, the path longer than the clock with the least sum of breaks between its ends, if that is less than one.
    fn light_path(&self, start: SignalId, values: &[f64]) -> Option<Path> {
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
            let (signal, delay, weight) = (steps[next].signal, steps[next].delay, steps[next].weight);
            for (to, more) in &self.signals.arcs[signal as usize] {
                let delay = delay + more;
                if self.is_long(delay) {
                    if best.is_none_or(|(least, ..)| weight < least) {
                        best = Some((weight, next, *to, delay));
                    }
                    continue;
                }
                let weight = weight + values[*to as usize];
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
