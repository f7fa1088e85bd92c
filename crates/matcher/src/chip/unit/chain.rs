//! Units in chains, and the controller: which unit begins when, what comes of it, and when the stream has to wait.
//!
//! Records are numbered as they come, from 0 on, separators among them: an attempt at a separator fails at once, and everything is periodic. Of a chain of N units, unit n has record r in the
//! step r + n, as each keeps it for a step; it takes the records N·i + n as roots. So it begins in the steps N·i + 2n, and what it says of the attempt before is looked at in the same step.
//!
//! | step | what happens to record r = N·i + n |
//! |---|---|
//! | r | it comes in |
//! | r + n | it is the root of unit n |
//! | r + n + N | the result is taken, and put into a row that moves along with the units |
//! | r + 2N − 1 | the result comes out of the row, in the order of records |
//!
//! Chains of patterns with fewer units are done earlier; their results wait for the others. **The stream waits** in a step in which a result is to be taken that is not there; with as many units as a result takes cycles there is no such step, and nothing looks for one. **A separator** completes the attempts of all
//! units that see it. **At the end** separators follow until the last result has come out.

use super::fsm::MatchResult;
use crate::chip::Plan;
use crate::chip::fields::is_operation;
use crate::chip::frame::{Input, Looked, Steps};
use circuit::ModuleBuilder;
use ir::{Op, Value};

/// The units of a pattern.
pub struct Chain {
    /// A unit.
    pub module: Op,
    /// How many there are.
    pub units: u32,
    /// How many cycles a result may be late at the most: with enough units, none.
    pub late: u32,
}

/// Makes the chains and the controller.
pub fn look(c: &mut ModuleBuilder<'_>, plan: &Plan<'_>, input: &Input, chains: &[Chain]) -> Looked {
    let most = chains.iter().map(|chain| chain.units).max().unwrap_or(1);
    let last = 2 * most - 1;
    let late = c.wire("late", 1);
    let steps = Steps::of(c, plan, input, Some(late), last);
    // Whether the record that came so many steps ago is one to look at.
    let mut past = vec![is_operation(c, plan.layout, steps.entering)];
    for steps_ago in 0..last as usize {
        past.push(c.delay("past", past[steps_ago], input.sync().enable(steps.moves)));
    }
    let mut all_late = Vec::new();
    let mut matches = Vec::new();
    for chain in chains {
        let mut controller = Controller { c, plan, input, steps: &steps, past: &past, late: &mut all_late };
        let mut result = controller.results(chain);
        for _ in 0..waits(most, chain.units) {
            result = c.delay("result", result, steps.held);
        }
        matches.push(result);
    }
    // One question about all bits, not one after the other: synthesis makes a tree of it.
    let is_late = if all_late.is_empty() {
        c.lit(1, 0)
    } else {
        let all_late = c.concat(&all_late);
        c.any(all_late)
    };
    c.drive(late, is_late);
    let ready = c.not(late);
    let root = c.and(past[last as usize], steps.moves);
    // In the worst case the stream waits in every step.
    let waits = chains.iter().map(|chain| chain.late).max().unwrap_or(0);
    let drain = last.saturating_mul(waits.saturating_add(1));
    Looked { root, matches, ready, under_way: steps.under_way(c), drain }
}

/// How many steps a result waits for those of the longest chain, in a register each.
pub fn waits(most: u32, units: u32) -> u32 {
    2 * (most - units)
}

/// What makes a chain work.
struct Controller<'a, 'b> {
    c: &'a mut ModuleBuilder<'b>,
    plan: &'a Plan<'a>,
    input: &'a Input,
    steps: &'a Steps,
    past: &'a [Value],
    late: &'a mut Vec<Value>,
}

impl Controller<'_, '_> {
    /// Whether the pattern matches at the record that came 2N − 1 steps ago.
    fn results(&mut self, chain: &Chain) -> Value {
        let phase = self.phase(chain.units);
        let paused = self.c.not(self.steps.moves);
        let mut op = self.steps.entering;
        let mut carried = self.c.lit(1, 0);
        for number in 0..chain.units {
            let begins = self.c.bit(phase, 2 * number % chain.units);
            let is_operation = is_operation(self.c, self.plan.layout, op);
            let is_separator = self.c.not(is_operation);
            let inputs = [
                ("clock", self.input.clk),
                ("next_op", op),
                ("is_stream_paused", paused),
                ("new_sequence", begins),
                ("stream_completed", is_separator),
            ];
            let unit = self.c.instance("unit", chain.module, &inputs);
            let result = unit["match_result"];
            let is_success = self.c.eq(result, MatchResult::Success as u32);
            if chain.late > 0 {
                let is_unknown = self.c.eq(result, MatchResult::Unknown as u32);
                let was_given = self.past[(number + chain.units) as usize];
                self.late.push(self.c.and_all(&[begins, was_given, is_unknown]));
            }
            op = unit["output_op"];
            carried = self.c.mux(begins, is_success, carried);
            if number + 1 < chain.units {
                carried = self.c.delay("carried", carried, self.steps.held);
            }
        }
        carried
    }

    /// A bit for each of N steps that come again and again.
    fn phase(&mut self, units: u32) -> Value {
        let first = base::Bits::from_u64(units, 1);
        let sync = self.input.sync().enable(self.steps.moves);
        let phase = self.c.reg_starting("phase", &first, sync);
        let next = self.c.rotl(phase, 1);
        self.c.drive(phase, next);
        phase
    }
}
