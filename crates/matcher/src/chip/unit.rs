//! `unit`: a matcher unit for each root that is under way.
//!
//! Users come before their values. A unit takes one record as its root, and then sees every record that comes; it keeps those that its pattern has a node for, and asks of them what the pattern asks. It has three parts:
//!
//! - the **buffer** ([`register`]): a register for each node of the pattern's tree, which says whether the operation at that node is not known, is so many records away, is there, or never comes;
//! - the **gatherer** ([`gatherer`]): fills the buffer from the records that come;
//! - the **machine** ([`fsm`]): asks one thing a cycle, and waits for the operations that it asks about.
//!
//! Units stand in a chain, one chain for each pattern, and hand records on to each other, one a step ([`chain`]). How many there have to be, so that a unit has come to an end when its next root is
//! there, is known beforehand ([`checks`]).

mod chain;
mod checks;
mod fsm;
mod gatherer;
mod module;
mod register;
#[cfg(test)]
mod tests;

pub use checks::{cycles, least_units, units};
pub use fsm::MatchResult;
pub use module::unit;
pub use register::State;

use super::frame;
use super::{Chip, Plan};
use chain::{Chain, waits};
use ir::Ir;

/// Makes the chip. It takes no facts.
pub fn make(ir: &mut Ir, plan: &Plan<'_>) -> Chip {
    assert!(plan.layout.facts.is_empty(), "a pattern with facts is for another chip");
    let design = circuit::builder::design(ir);
    let mut chains = Vec::new();
    for (number, pattern) in plan.patterns.iter().enumerate() {
        let module = unit(ir, design, plan.layout, pattern, &format!("unit{number}"));
        let units = units(plan, pattern);
        let late = cycles(pattern, plan.layout.window).saturating_sub(units);
        chains.push(Chain { module, units, late });
    }
    frame::chip(ir, design, plan, |c, input| chain::look(c, plan, input, &chains))
}

/// How many registers the chip has for operations, one for each of a pattern in each of its units, and for results that wait for those of longer chains.
pub fn registers(plan: &Plan<'_>) -> u64 {
    let chains = plan.patterns.iter().map(|pattern| (units(plan, pattern), pattern.nodes.len() as u64));
    let most = chains.clone().map(|(units, _)| units).max().unwrap_or(1);
    chains.map(|(units, nodes)| u64::from(units) * nodes + u64::from(waits(most, units))).sum()
}
