//! Solvers that say what they are at, for whoever waits for them.

use crate::{Failure, Limits, MilpSolver, Model, Solution};
use base::text::counted;

/// A solver that tells of every model before it is solved: whose it is, how large, and how far what is known of it may be from the best.
pub struct Told<'a, S> {
    solver: S,
    of: String,
    tell: &'a dyn Fn(&str),
}

impl<'a, S: MilpSolver> Told<'a, S> {
    /// Tells of what `solver` is given.
    pub fn new(solver: S, of: &str, tell: &'a dyn Fn(&str)) -> Told<'a, S> {
        Told { solver, of: of.to_string(), tell }
    }
}

impl<S: MilpSolver> MilpSolver for Told<'_, S> {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn solve(
        &mut self,
        model: &Model,
        limits: Limits,
        start: Option<&Solution>,
    ) -> Result<Solution, Failure> {
        let rows = counted(model.rows.len(), "row");
        let known = start.map(|start| start.gap).filter(|gap| gap.is_finite());
        let gap = known.map_or(String::new(), |gap| format!(", a gap of {:.1} %", gap * 100.0));
        (self.tell)(&format!("`{}`, {rows}{gap}", self.of));
        self.solver.solve(model, limits, start)
    }
}
