//! The clock that a circuit reaches by the table of its target: its longest path, in the terms of the source.

use super::compile::Kernel;
use super::promise::{number, unit_words};
use place::find_target;
use place::graph::{Circuit, UnitId};
use place::placer::{self, Placer};
use place::timing::{Path, Signals, Timed, meets};

/// The longest path between registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Critical {
    /// What it takes in nanoseconds.
    pub delay: f64,
    /// The units on it that take time, in words, each with its nanoseconds.
    pub path: String,
    /// Why it is longer than the clock that was asked for, as a clause; `None` where the clock is met.
    pub missed: Option<&'static str>,
}

/// Who placed the buffers of a kernel: who was asked to, or who did it where that one found nothing.
pub fn placed_by(kernel: &Kernel) -> Option<&'static dyn Placer> {
    let func = kernel.buffered.func();
    let instead = func.and_then(|func| place::placed_instead(&kernel.buffered.ir, func));
    instead.or_else(|| placer::named(&kernel.options.buffers))
}

/// The longest path of a kernel with its buffers; nothing where no path takes time.
pub fn critical(kernel: &Kernel) -> Option<Critical> {
    let ir = &kernel.buffered.ir;
    let target = find_target(&kernel.options.target).ok()?;
    let circuit = Circuit::of(ir, kernel.buffered.func()?);
    let signals = Signals::of(ir, &circuit, &target);
    let Timed::Paths(paths) = signals.critical() else { return None };
    let Path { signals: on, delay } = paths.into_iter().next()?;
    let step = |(unit, delay): (UnitId, f64)| {
        format!("{} {}", unit_words(ir, circuit.nodes[unit].op), number(delay))
    };
    let steps: Vec<String> = signals.delays(&circuit, &on).into_iter().map(step).collect();
    let is_met = meets(delay, kernel.options.clock);
    let missed = placed_by(kernel).filter(|_| !is_met).map(|placer| placer.may_miss());
    Some(Critical { delay, path: steps.join(", "), missed })
}
