//! The clock that a circuit reaches by the table of its target: its longest path, in the terms of the source.

use super::compile::Kernel;
use super::promise::{number, unit_words};
use place::find_target;
use place::graph::{Circuit, UnitId};
use place::timing::{Path, Signals, Timed};

/// The longest path between registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Critical {
    /// What it takes in nanoseconds.
    pub delay: f64,
    /// The units on it that take time, in words, each with its nanoseconds.
    pub path: String,
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
    Some(Critical { delay, path: steps.join(", ") })
}
