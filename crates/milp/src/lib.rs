//! Linear problems over real and whole numbers: a model, its text, and who solves it.
//!
//! A [`Model`] is rows over variables, which its maker names so that its text can be read ([`lp`]). [`MilpSolver`] is what solves one, [`conflict`] says why one
//! cannot be, [`Keep`] leaves the text of all that is solved in a folder, and [`Told`] says what is being solved; [`Highs`] is the solver there is: HiGHS as a program that reads the text of the model. Linked into the binary it would
//! make the first build take minutes of a C++ compiler, CMake and libclang, where the finished program is a download of seconds; the text must be there
//! anyway, for whoever wants to look at a model or give it to another solver.

mod conflict;
mod highs;
mod keep;
pub mod lp;
mod model;
#[cfg(test)]
mod tests;
mod told;

pub use conflict::conflict;
pub use highs::{Highs, NotFound, VARIABLE};
pub use keep::Keep;
pub use model::{Expr, Model, Relation, Row, Var, VarId, VarKind};
pub use told::Told;

use std::time::Duration;

/// What bounds a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time it may take. Where this ends a search, its answer depends on how busy the machine is.
    pub time: Duration,
    /// The branchings it may take, if they are counted: a limit that is the same on every machine.
    pub nodes: Option<u64>,
    /// How far from the best possible value a solution may be, as a part of its own value.
    pub gap: f64,
    /// What is done beside branching.
    pub effort: Effort,
}

impl Limits {
    /// A search for good solutions that time alone bounds.
    pub fn of_time(time: Duration, gap: f64) -> Limits {
        Limits { time, nodes: None, gap, effort: Effort::Solutions }
    }
}

/// What a search does beside branching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// It looks for good solutions by searches of their own.
    Solutions,
    /// It proves that nothing is better: good solutions are known, or are found on the way.
    Proof,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nothing is better, up to the gap.
    Optimal,
    /// The time was over; this is the best solution that was found.
    TimeLimit,
    /// The branchings were; this is the best solution that was found.
    NodeLimit,
}

/// Values for the variables of a model, which keep all of its rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// How the search ended.
    pub status: Status,
    /// The value of the objective.
    pub objective: f64,
    /// How far from the best possible value that may be, as a part of it.
    pub gap: f64,
    /// Branchings that it took.
    pub nodes: u64,
    values: Vec<f64>,
}

impl Solution {
    /// A solution by the values of all variables.
    pub fn new(status: Status, objective: f64, gap: f64, values: Vec<f64>) -> Solution {
        Solution { status, objective, gap, nodes: 0, values }
    }

    /// The value of a variable.
    pub fn value(&self, var: VarId) -> f64 {
        self.values[base::Id::index(var)]
    }

    /// Gives a variable another value.
    pub fn set(&mut self, var: VarId, value: f64) {
        self.values[base::Id::index(var)] = value;
    }

    /// The value of a sum.
    pub fn of(&self, sum: &Expr) -> f64 {
        sum.terms().map(|(var, factor)| self.value(var) * factor).sum::<f64>() + sum.constant()
    }

    /// The value of a variable that is a whole number.
    pub fn whole(&self, var: VarId) -> i64 {
        self.value(var).round() as i64
    }

    /// Whether a variable of 0 or 1 is 1.
    pub fn is_set(&self, var: VarId) -> bool {
        self.value(var) > 0.5
    }

    /// All values, in the order of the variables.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No values keep all rows.
    Infeasible,
    /// The time was over before any solution was found.
    OutOfTime,
    /// The branchings were.
    OutOfNodes,
    /// A model cannot be written where it is to be kept: why.
    Unwritable(String),
    /// The solver does not work: what it said.
    Broken(String),
}

/// Finds the values of the variables of a model that keep its rows at the least cost.
pub trait MilpSolver {
    /// Its name and version.
    fn name(&self) -> String;

    /// Solves a model. `start` is a solution that is known already; when a limit is met before another is found, it is the answer. The same model gives
    /// the same solution, unless the time was over.
    fn solve(&mut self, model: &Model, limits: Limits, start: Option<&Solution>)
    -> Result<Solution, Failure>;
}
