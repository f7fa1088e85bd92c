//! The search for the least cost: without whole numbers first, then a solution to begin with, then better ones until the gap is small.
//!
//! Solutions to begin with are made of the problem without whole numbers by making the choices that are nearly made ([`Search::dive`]), or, where that leads nowhere, by breaking ready everywhere and
//! taking back what nothing needs.

use super::lazy::Whole;
use super::model::{Formulation, Spot};
use super::{GAP, ROUNDING, Search};
use crate::cuts::{self, Cut};
use crate::graph::ChannelId;
use crate::placement::{Buffering, Problem};
use crate::rings::Rings;
use crate::timing::{Timed, meets};
use crate::tolls::Tolled;
use milp::{Failure, Model, Solution, Status, VarId, VarKind};
use rustc_hash::FxHashSet;

/// How far one may be that a search begins with.
const FIRST_GAP: f64 = 0.05;
/// Branchings for a solution to begin with.
const FIRST_NODES: u64 = 200;
/// Of the choices that are left, one in so many is made at once for a solution to begin with.
const DIVE_SHARE: usize = 8;
/// How many choices may turn out to be wrong one after the other.
const MOST_WRONG: usize = 4;
/// How often the least cost without whole numbers may rise by next to nothing before that is left to the search.
const MOST_STALLS: usize = 3;

impl Search<'_> {
    /// The least cost, up to the gap; when a limit is met, the best that was found.
    pub(super) fn least_cost(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        rings: &Rings,
    ) -> Result<Solution, Problem> {
        let relaxed = self.relaxed(set, known, rings)?;
        self.drop_needless(set);
        let mut best = match self.dive(set, known, &relaxed) {
            Err(Problem::Solver(Failure::Infeasible | Failure::OutOfNodes)) => self.first(set, known)?,
            solution => solution?,
        };
        let mut bound = relaxed.objective;
        best.status = Status::Optimal;
        // What is near to the best one misses rows, too, and is found much sooner. Where buffers take time themselves, every other placement of them misses rows, and there is no end to it.
        let gaps: &[f64] = if self.signals.has_tolls() { &[FIRST_GAP] } else { &[FIRST_GAP, GAP] };
        for near in gaps.iter().copied() {
            while gap(&best, bound) > near && best.status == Status::Optimal {
                match self.run(&set.model, (near, self.nodes), Some(&best)) {
                    Ok(solution) => {
                        bound = bound.max(solution.objective * (1.0 - solution.gap));
                        let status = solution.status;
                        let solution = match self.missing(set, known, &solution, Whole::Yes)? {
                            true => self.mended(set, known, &solution)?,
                            false => Some(solution),
                        };
                        if let Some(better) = solution.filter(|one| one.objective <= best.objective) {
                            best = better;
                        }
                        best.status = status;
                    }
                    Err(Problem::Solver(Failure::OutOfTime)) => best.status = Status::TimeLimit,
                    Err(Problem::Solver(Failure::OutOfNodes)) => best.status = Status::NodeLimit,
                    Err(problem) => return Err(problem),
                }
            }
        }
        best.gap = gap(&best, bound);
        Ok(best)
    }

    /// The least cost where nothing has to be whole.
    fn relaxed(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        rings: &Rings,
    ) -> Result<Solution, Problem> {
        let (mut stalls, mut before) = (0, f64::NEG_INFINITY);
        loop {
            let solution = self.run(&relaxed(&set.model), (GAP, self.nodes), None)?;
            stalls = if solution.objective > before * (1.0 + GAP) { 0 } else { stalls + 1 };
            before = solution.objective;
            let mut is_new = self.missing(set, known, &solution, Whole::No)?;
            let value = |var: Option<VarId>| var.map_or(0.0, |var| solution.value(var));
            let slots = set.spots.values().map(|spot| value(spot.slots)).collect();
            let broken = |spot: &Spot| spot.data.as_ref().map_or(0.0, |data| solution.of(data));
            let breaks = set.spots.values().map(broken).collect();
            let mut found = rings.cuts(&slots, &breaks);
            found.extend(self.cutter().slots(&slots)?);
            is_new |= self.add_new(set, known, cuts::least(found));
            if !is_new || stalls > MOST_STALLS {
                return Ok(solution);
            }
        }
    }

    /// A solution to begin with: what the one without whole numbers breaks most is broken, and the rest looked for again, until every choice is made. Then no ready is broken that
    /// need not be.
    fn dive(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        relaxed: &Solution,
    ) -> Result<Solution, Problem> {
        let free = set.model.clone();
        let solution =
            self.choose(set, known, relaxed).and_then(|solution| self.without_needless(set, known, solution));
        restore(&mut set.model, &free);
        solution
    }

    /// Makes every choice, those first that are nearly made.
    fn choose(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        from: &Solution,
    ) -> Result<Solution, Problem> {
        let choices = set.choices();
        let mut now = from.clone();
        let mut is_new = false;
        // How many are made at once; one where that was too much.
        let (mut share, mut wrong) = (DIVE_SHARE, 0);
        loop {
            let open = open(&set.model, &choices, &now);
            if !is_new && open.iter().all(|id| now.value(*id) > 1.0 - ROUNDING) {
                break;
            }
            let sure = open.iter().take_while(|id| now.value(**id) > 0.9).count();
            let count = if share == 0 { 1 } else { sure.max(open.len().div_ceil(share)) };
            let made: Vec<VarId> = open.into_iter().take(count).collect();
            made.iter().for_each(|id| set.model.vars[*id].low = 1.0);
            match self.run(&relaxed(&set.model), (GAP, self.nodes), None) {
                Ok(solution) => {
                    is_new = self.missing(set, known, &solution, Whole::No)?;
                    (now, share, wrong) = (solution, DIVE_SHARE, 0);
                }
                Err(Problem::Solver(Failure::Infeasible)) if wrong < MOST_WRONG => {
                    made.iter().for_each(|id| set.model.vars[*id].low = 0.0);
                    if let [only] = made[..] {
                        set.model.vars[only].high = 0.0;
                        is_new = true;
                    }
                    (share, wrong) = (0, wrong + 1);
                }
                Err(problem) => return Err(problem),
            }
        }
        self.fix_choices(set, &choices, &now);
        self.whole(set, known, None)
    }

    /// Keeps choices as a solution makes them. Buffers that take time themselves may ask for more breaks.
    fn fix_choices(&self, set: &mut Formulation, choices: &[VarId], made: &Solution) {
        for id in choices.iter().copied() {
            let is = made.value(id).round();
            let most = if self.signals.has_tolls() { set.model.vars[id].high } else { is };
            (set.model.vars[id].low, set.model.vars[id].high) = (is, most);
        }
    }

    /// What becomes of a solution that misses breaks when some are added: a solution that misses none, if there is one, and on the way to it rows that the next search
    /// would miss.
    fn mended(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        solution: &Solution,
    ) -> Result<Option<Solution>, Problem> {
        let free = set.model.clone();
        for id in set.choices() {
            set.model.vars[id].low = solution.value(id).round();
        }
        let mended = self.whole(set, known, None);
        restore(&mut set.model, &free);
        match mended {
            Ok(mended) => Ok(Some(mended)),
            Err(Problem::Solver(Failure::Infeasible | Failure::OutOfNodes | Failure::OutOfTime)) => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// Says of every ready whether it is broken.
    fn fix_ready(&self, set: &mut Formulation, is_broken: &dyn Fn(ChannelId) -> bool) {
        for (channel, spot) in set.spots.iter() {
            if let Some(ready) = spot.ready {
                let is = f64::from(u8::from(is_broken(channel)));
                (set.model.vars[ready].low, set.model.vars[ready].high) = (is, is);
            }
        }
    }

    /// A solution to begin with, found without trying much: ready is broken everywhere, then no longer where nothing needs it, wide channels first; times and slots follow.
    fn first(&mut self, set: &mut Formulation, known: &mut FxHashSet<Cut>) -> Result<Solution, Problem> {
        let free = set.model.clone();
        self.fix_ready(set, &|_| true);
        let solution =
            self.whole(set, known, None).and_then(|broken| self.without_needless(set, known, broken));
        restore(&mut set.model, &free);
        solution
    }

    /// A solution in which no ready is broken that need not be.
    fn without_needless(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        solution: Solution,
    ) -> Result<Solution, Problem> {
        let kept = self.needed(set, &solution);
        self.fix_ready(set, &|channel| kept.contains(&channel));
        match self.whole(set, known, Some(&solution)) {
            // With other slots buffers take time elsewhere.
            Err(Problem::Solver(Failure::Infeasible)) if self.signals.has_tolls() => Ok(solution),
            // One with needless breaks is better than none.
            Err(Problem::Solver(Failure::OutOfTime)) => Ok(solution),
            better => better,
        }
    }

    /// The channels whose ready has to be broken, given the other breaks of a solution.
    fn needed(&self, set: &Formulation, solution: &Solution) -> FxHashSet<ChannelId> {
        let mut buffered = self.buffered(set, solution);
        let is_broken = |(_, of): &(ChannelId, &Buffering)| of.breaks_r;
        let mut channels: Vec<ChannelId> =
            buffered.iter().filter(is_broken).map(|(channel, _)| channel).collect();
        channels.sort_by_key(|channel| std::cmp::Reverse(self.circuit.channels[*channel].width));
        let mut needed = FxHashSet::default();
        for channel in channels {
            let of = buffered[channel];
            let slots = (of.slots - 1).max(u32::from(of.breaks_dv));
            buffered[channel] = Buffering { breaks_r: false, slots, ..of };
            let is_fine = match self.signals.paths(&Tolled { signals: self.signals, buffered: &buffered }) {
                Timed::Paths(paths) => paths.iter().all(|path| meets(path.delay, self.limit.clock)),
                Timed::Cycle(_) => false,
            };
            if !is_fine {
                buffered[channel] = of;
                needed.insert(channel);
            }
        }
        needed
    }

    /// Solves in whole numbers, adds what a solution breaks, and solves again, until nothing is broken.
    fn whole(
        &mut self,
        set: &mut Formulation,
        known: &mut FxHashSet<Cut>,
        start: Option<&Solution>,
    ) -> Result<Solution, Problem> {
        loop {
            let solution = self.run(&set.model, (FIRST_GAP, self.nodes.min(FIRST_NODES)), start)?;
            if !self.missing(set, known, &solution, Whole::Yes)? {
                return Ok(solution);
            }
            match solution.status {
                Status::Optimal | Status::NodeLimit if self.nodes > 0 => {}
                Status::TimeLimit => return Err(Problem::Solver(Failure::OutOfTime)),
                _ => return Err(Problem::Solver(Failure::OutOfNodes)),
            }
        }
    }
}

/// The choices that a model leaves open and a solution has begun to make, those first that are nearly made.
fn open(model: &Model, choices: &[VarId], now: &Solution) -> Vec<VarId> {
    let is_open = |id: &VarId| model.vars[*id].low < model.vars[*id].high && now.value(*id) > ROUNDING;
    let mut open: Vec<VarId> = choices.iter().copied().filter(is_open).collect();
    open.sort_by(|a, b| now.value(*b).total_cmp(&now.value(*a)).then(a.cmp(b)));
    open
}

/// A model without whole numbers.
fn relaxed(model: &Model) -> Model {
    let mut relaxed = model.clone();
    relaxed.vars.iter_mut().for_each(|(_, var)| var.kind = VarKind::Real);
    relaxed
}

/// Gives the variables of a model the bounds that they had.
fn restore(model: &mut Model, free: &Model) {
    for (id, var) in free.vars.iter() {
        (model.vars[id].low, model.vars[id].high) = (var.low, var.high);
    }
}

/// How far a solution may be from the best one, as a part of its cost, if nothing costs less than a bound.
fn gap(solution: &Solution, bound: f64) -> f64 {
    // Less than rounding is nothing.
    if solution.objective - bound < 1e-6 { 0.0 } else { (solution.objective - bound) / solution.objective }
}
