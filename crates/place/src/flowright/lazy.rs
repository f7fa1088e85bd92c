//! Rows that are added when a solution breaks them: paths that are too long, cycles without a register, and slots that whole numbers ask for.
//!
//! [`cuts`](crate::cuts) finds them; here they become rows of the model, each once.

use super::model::Formulation;
use super::{ROUNDING, Search};
use crate::cuts::{self, Cut, Cutter};
use crate::placement::Problem;
use crate::timing::SignalId;
use crate::tolls::Held;
use milp::{Expr, Relation, Solution};
use rustc_hash::FxHashSet;

/// Whether choices have to be whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whole {
    Yes,
    No,
}

impl Search<'_> {
    /// Adds the paths and cycles that a solution does not break, and says whether there were any.
    pub(super) fn missing(
        &self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        solution: &Solution,
        whole: Whole,
    ) -> Result<bool, Problem> {
        let cutter = self.cutter();
        let found = cutter.cuts(&self.values(set, solution), whole == Whole::Yes)?;
        let slots: Vec<Cut> = found
            .iter()
            .filter_map(|cut| match cut {
                Cut::Breaks(signals) => Some((signals, cutter.between(signals))),
                Cut::Tolled(..) | Cut::Slots(..) => None,
            })
            // Where every signal is of a channel of its own, the slots follow from the breaks.
            .filter(|(signals, between)| {
                matches!(between, Cut::Slots(channels, _) if channels.len() < signals.len())
            })
            .map(|(_, between)| between)
            .collect();
        // What buffers take is asked when nothing else is missed: then it is known where they are, or nearly.
        let mut tolled = Vec::new();
        if found.is_empty() && self.signals.has_tolls() {
            tolled = cutter.tolled(&self.buffered(set, solution));
            tolled.retain(|cut| self.sum(set, cut).is_some_and(|sum| solution.of(&sum) < 1.0 - ROUNDING));
        }
        let is_new = self.add_new(set, known, found) | self.add_new(set, known, tolled);
        self.add_new(set, known, slots);
        Ok(is_new)
    }

    /// Adds the rows that are not there, and says whether there were any.
    pub(super) fn add_new(&self, set: &mut Formulation, known: &mut FxHashSet<Cut>, found: Vec<Cut>) -> bool {
        let mut is_new = false;
        for cut in found {
            if known.insert(cut.clone()) && self.add(set, &cut) {
                set.cuts.push(cut);
                is_new = true;
            }
        }
        is_new
    }

    /// Leaves out the rows that others make needless.
    pub(super) fn drop_needless(&self, set: &mut Formulation) {
        set.model.rows.truncate(set.rows);
        set.cuts = cuts::least(std::mem::take(&mut set.cuts));
        for cut in set.cuts.clone() {
            self.add(set, &cut);
        }
    }

    /// Adds a row. Nothing to say if what it asks for costs nothing.
    fn add(&self, set: &mut Formulation, cut: &Cut) -> bool {
        let Some(sum) = self.sum(set, cut) else { return false };
        let least = match cut {
            Cut::Slots(_, Some(of)) => set.spots[*of].data.clone().unwrap_or_default(),
            _ => Expr::from(1.0),
        };
        let name = format!("cut{}", set.model.rows.len());
        set.model.row(name, sum, Relation::AtLeast, least);
        true
    }

    /// What a row wants one of; nothing if some of it costs nothing.
    fn sum(&self, set: &Formulation, cut: &Cut) -> Option<Expr> {
        let breaks = |signals: &[SignalId]| -> Option<Vec<Expr>> {
            signals.iter().map(|signal| set.at(self.signals, *signal)).collect()
        };
        let parts: Option<Vec<Expr>> = match cut {
            Cut::Breaks(signals) => breaks(signals),
            Cut::Tolled(signals, held) => {
                let missing = |held: &Held| Some(Expr::from(1.0) - set.holds(*held)?.into());
                let missing: Option<Vec<Expr>> = held.iter().map(missing).collect();
                breaks(signals).zip(missing).map(|(breaks, missing)| [breaks, missing].concat())
            }
            Cut::Slots(channels, _) => {
                channels.iter().map(|channel| set.spots[*channel].slots.map(Expr::from)).collect()
            }
        };
        Some(parts?.into_iter().sum())
    }

    /// How much of a break every signal has. What costs nothing is broken.
    pub(super) fn values(&self, set: &Formulation, solution: &Solution) -> Vec<f64> {
        let value = |signal: SignalId| match set.at(self.signals, signal) {
            Some(value) => solution.of(&value),
            None => f64::from(u8::from(self.breakable[signal as usize])),
        };
        (0..self.signals.arcs.len() as SignalId).map(value).collect()
    }

    pub(super) fn cutter(&self) -> Cutter<'_> {
        Cutter { signals: self.signals, clock: self.limit.clock, breakable: &self.breakable }
    }
}
