//! The clock that a circuit reaches by the table of its target: its longest path, in the terms of the source, and which paths the table says nothing of.

use super::compile::Kernel;
use super::promise::{number, unit_words};
use dialects::handshake::unit::Kind;
use place::find_target;
use place::graph::{Circuit, UnitId};
use place::placer::{self, Placer};
use place::target::Target;
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
    /// Units with paths inside that the table has no figure for, in words.
    pub unknown: Vec<String>,
}

/// Why a clock is missed where a queue takes longer by itself.
const INSIDE: &str = "buffers do not make the paths inside of a queue shorter";

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
    let is_met = |delay: f64| meets(delay, kernel.options.clock);
    let words = |unit: UnitId| unit_words(ir, circuit.nodes[unit].op);
    let queues = circuit.nodes.iter().filter(|(_, node)| matches!(node.unit.kind, Kind::Lsq(_)));
    let inside: Vec<(UnitId, Option<f64>)> =
        queues.map(|(id, node)| (id, target.inside(&node.unit))).collect();
    let unknown = inside.iter().filter(|(_, delay)| delay.is_none()).map(|(unit, _)| words(*unit)).collect();
    let between = between(kernel, &circuit, &target);
    let known = inside.iter().filter_map(|(unit, delay)| Some((*unit, (*delay)?)));
    let slowest = known.max_by(|a, b| a.1.total_cmp(&b.1));
    let is_longer = |delay: f64| between.as_ref().is_none_or(|between| between.delay < delay);
    match slowest.filter(|(_, delay)| is_longer(*delay)) {
        Some((unit, delay)) => {
            let path = format!("inside of {} {}", words(unit), number(delay));
            Some(Critical { delay, path, missed: (!is_met(delay)).then_some(INSIDE), unknown })
        }
        None => between.map(|between| Critical { unknown, ..between }),
    }
}

/// The longest path from channel to channel.
fn between(kernel: &Kernel, circuit: &Circuit, target: &Target) -> Option<Critical> {
    let ir = &kernel.buffered.ir;
    let signals = Signals::of(ir, circuit, target);
    let Timed::Paths(paths) = signals.critical() else { return None };
    let Path { signals: on, delay } = paths.into_iter().next()?;
    let step = |(unit, delay): (UnitId, f64)| {
        format!("{} {}", unit_words(ir, circuit.nodes[unit].op), number(delay))
    };
    let steps: Vec<String> = signals.delays(circuit, &on).into_iter().map(step).collect();
    let is_met = meets(delay, kernel.options.clock);
    let missed = placed_by(kernel).filter(|_| !is_met).map(|placer| placer.may_miss());
    Some(Critical { delay, path: steps.join(", "), missed, unknown: Vec::new() })
}
