//! Why a model has no solution: which of its sets of rows cannot be kept together.

use crate::{Failure, Limits, MilpSolver, Model};

/// The sets of rows of an infeasible model that conflict, in the order of the model: without any one of them there would be a solution. A row's set is
/// its name without its number. Sets are left out one after the other for as long as there is still no solution.
pub fn conflict(model: &Model, limits: Limits, solver: &mut dyn MilpSolver) -> Vec<String> {
    let mut sets: Vec<String> = Vec::new();
    for row in &model.rows {
        if !sets.iter().any(|set| set == row.set()) {
            sets.push(row.set().to_string());
        }
    }
    for set in sets.clone() {
        let rest: Vec<String> = sets.iter().filter(|other| **other != set).cloned().collect();
        let mut smaller = model.clone();
        smaller.rows.retain(|row| rest.iter().any(|set| set == row.set()));
        if solver.solve(&smaller, limits, None) == Err(Failure::Infeasible) {
            sets = rest;
        }
    }
    sets
}
