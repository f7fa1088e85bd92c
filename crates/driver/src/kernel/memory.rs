//! How accesses to memory are kept in order of which it is not known in advance whether they meet: the way that was asked for, or the smallest that no other is faster than.
//!
//! The ways are tried from the smallest on. One that gives the same streams as a smaller one has nothing to do; another is taken if the first call of the test bench takes less time with it, in no more cycles; a cycle takes the clock that was asked for, or what the circuit reaches instead. Where
//! there is no test bench, or both calls are too long to be looked at, it is taken if the model of the circuit promises a period of some loop that is shorter by so much, and of none one that is longer by more than a hundredth.

use super::compile::{Kernel, Source};
use super::loops::loops;
use super::profile::{MOST_CYCLES, Unknown};
use super::promise::{loop_id, number};
use super::record::{Record, records};
use super::{Lowering, Memory};
use base::{Diagnostic, Diagnostics, Severity, codes};
use lower::MemoryOrder;
use lower::scf_to_dataflow::PAIRS;
use place::graph::Circuit;
use place::levels::Levels;
use place::schedule::Trips;
use place::throughput::{HasRoom, rates};
use place::timing::meets;

/// The way that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// Its order.
    pub order: MemoryOrder,
    /// What it does better than the smaller ones, and which others cannot be had; where it was asked for, that it has nothing to do. Nothing otherwise.
    pub why: Option<String>,
}

/// How much shorter a call or a period is that counts.
const SHORTER: f64 = 0.99;
/// The same for a queue, which is many times as large as anything else that keeps order.
const SHORTER_BY_QUEUE: f64 = 0.9;

/// Whether a way is worth it that takes so long instead of that long, by what keeps order in the one and in the other.
fn is_worth(orders: [MemoryOrder; 2], new: f64, old: f64) -> bool {
    let [is_queue, was_queue] = orders.map(|order| order == MemoryOrder::Lsq);
    let least = if is_queue && !was_queue { SHORTER_BY_QUEUE } else { SHORTER };
    new <= old * least
}

pub(super) fn compile(source: &Source<'_>, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    match (source.options.memory, source.options.lowering) {
        (Memory::Only(order), Lowering::Blocks) if order != MemoryOrder::Ordered => {
            let message = format!(
                "`--memory {}` has no place in `--lowering blocks`: blocks follow each other",
                order.name()
            );
            let error = Diagnostic::error(codes::BAD_PASS_OPTION, None, message);
            diagnostics.push(error.hint("take `--lowering streams`, or `--memory ordered`"));
            None
        }
        (Memory::Only(order), _) => {
            let mut kernel = source.compile(order, diagnostics)?;
            kernel.memory.why = is_ordered(source, &kernel)
                .then(|| format!("the streams are those of `ordered`, as no {} was made", keeper(order)));
            Some(kernel)
        }
        // Blocks follow each other.
        (Memory::Auto, Lowering::Blocks) => source.compile(MemoryOrder::Ordered, diagnostics),
        (Memory::Auto, Lowering::Streams) => smallest(source, diagnostics),
    }
}

/// What keeps accesses in order in a way.
fn keeper(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::Ordered => "token",
        MemoryOrder::Guard => "guard",
        MemoryOrder::Lsq => "queue",
    }
}

/// Whether the way that was asked for has nothing to do.
fn is_ordered(source: &Source<'_>, kernel: &Kernel) -> bool {
    let ordered = || source.streams(MemoryOrder::Ordered, &mut Diagnostics::new());
    kernel.memory.order != MemoryOrder::Ordered
        && ordered().is_some_and(|stream| stream.text() == kernel.stream.text())
}

fn smallest(source: &Source<'_>, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    let mut best = source.compile(MemoryOrder::Ordered, diagnostics)?;
    let mut met = vec![best.stream.text()];
    let mut failed = Vec::new();
    for order in MemoryOrder::ALL.into_iter().filter(|order| *order != MemoryOrder::Ordered) {
        // What there is to say was said of the first.
        let mut said = Diagnostics::new();
        let Some(text) = source.streams(order, &mut said).map(|stream| stream.text()) else {
            // What is refused here is a depth of queues that is too small, as it is with `lsq`.
            diagnostics.append(said);
            return None;
        };
        if met.contains(&text) {
            continue;
        }
        met.push(text);
        let Some(other) = source.compile(order, &mut said) else {
            failed.push(format!("`{}` cannot be had: {}", order.name(), first_error(&said)));
            continue;
        };
        // All that was tried has taken its time.
        let (compiling, placing) = (best.compiling + other.compiling, best.placing + other.placing);
        if let Ok(why) = faster(source, &other, &best) {
            best = other;
            best.memory.why = Some(why);
            said.iter().filter(|of| of.code == codes::NO_QUEUE).for_each(|of| diagnostics.push(of.clone()));
        }
        (best.compiling, best.placing) = (compiling, placing);
    }
    if !failed.is_empty() {
        let all: Vec<String> = best.memory.why.take().into_iter().chain(failed).collect();
        best.memory.why = Some(all.join("; "));
    }
    Some(best)
}

/// Why there is no circuit.
pub(super) fn first_error(said: &Diagnostics) -> &str {
    let error = said.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    &error.expect("what cannot be made says so").message
}

/// Why a circuit is faster than another of the same kernel, or why it does not count as faster.
pub(super) fn faster(source: &Source<'_>, new: &Kernel, old: &Kernel) -> Result<String, String> {
    let orders = [new, old].map(|kernel| kernel.memory.order);
    let (cycles, instead, more) = match (source.cycles(new), source.cycles(old)) {
        (Some(Ok(cycles)), Some(Ok(instead))) => (cycles, instead, ""),
        (Some(Ok(cycles)), Some(Err(Unknown::Long))) => (cycles, MOST_CYCLES, "more than "),
        (Some(Ok(cycles)), Some(Err(why @ Unknown::Failed))) => {
            return Ok(format!("the first call takes {cycles} cycles, and {} without it", why.words()));
        }
        // A circuit that does not end its call, or not in time, is never taken in the place of one that does.
        (Some(Err(why @ (Unknown::Failed | Unknown::Long))), Some(Ok(_)))
        | (Some(Err(why @ Unknown::Failed)), Some(Err(Unknown::Long))) => {
            return Err(format!("the first call then {}", why.words()));
        }
        _ => {
            let none = || "the model promises no loop a shorter period".to_string();
            return promises_more(new, old).ok_or_else(none);
        }
    };
    let [clock, other_clock] = [new, old].map(clock);
    let [takes, took] = [cycles as f64 * clock, instead as f64 * other_clock];
    let [of, of_other] = match clock == other_clock {
        true => [String::new(), String::new()],
        false => [clock, other_clock].map(|clock| format!(" of {} ns", number(clock))),
    };
    // What is gained by a shorter path alone is gone as soon as buffers are placed for the clock.
    match cycles <= instead && is_worth(orders, takes, took) {
        true => Ok(format!("the first call takes {cycles} cycles{of} instead of {more}{instead}{of_other}")),
        false => Err(format!(
            "the first call then takes {cycles} cycles{of}, and {more}{instead}{of_other} without"
        )),
    }
}

/// What a cycle of a circuit takes in nanoseconds: the clock that was asked for, or its longest path where that is longer.
fn clock(kernel: &Kernel) -> f64 {
    let longest = kernel.critical.as_ref().map_or(0.0, |critical| critical.delay);
    if meets(longest, kernel.options.clock) { kernel.options.clock } else { longest }
}

/// Why a circuit is faster by its model.
fn promises_more(new: &Kernel, old: &Kernel) -> Option<String> {
    let orders = [new, old].map(|kernel| kernel.memory.order);
    if meets_by_distance(new) {
        return None;
    }
    // A cycle of the new circuit in cycles of the old one.
    let slower = clock(new) / clock(old);
    let (new, old) = (periods(new)?, periods(old)?);
    // A function that is called twice, and inlined, has two loops at one place: the first is to be compared with the first.
    let places = |all: &[LoopPeriod]| all.iter().map(|(place, _)| *place).collect::<Vec<_>>();
    if places(&new) != places(&old) {
        return None;
    }
    let pairs: Vec<(u32, f64, f64)> =
        new.iter().zip(&old).map(|(((line, _), new), (_, old))| (*line, *new, *old)).collect();
    if pairs.iter().any(|(_, new, old)| new * slower * SHORTER > *old) {
        return None;
    }
    let better = pairs.into_iter().filter(|(_, new, old)| is_worth(orders, *new * slower, *old));
    let (line, new, old) = better.max_by(|a, b| (a.2 / a.1).total_cmp(&(b.2 / b.1)))?;
    let [new, old] = [new, old].map(number);
    Some(format!("the loop at line {line} starts a round every {new} cycles instead of {old}"))
}

/// Whether a guard or a queue keeps accesses in order that are known to meet some rounds apart: these wait for each other, and the model, to which it is a matter of data whether they meet, does not count that.
fn meets_by_distance(kernel: &Kernel) -> bool {
    pairs(kernel).iter().any(waits_by_distance)
}

/// Whether more than tokens keeps rounds in order that are known to be some rounds apart.
fn waits_by_distance(pair: &Record) -> bool {
    pair.get("relation") == "distance" && ["guard", "queue"].contains(&pair.get("order"))
}

/// The line and column of a loop, and the cycles between its rounds.
type LoopPeriod = ((u32, u32), f64);

/// The cycles between the rounds of the loops of a kernel, as the model of its circuit has them, in the order of their places.
fn periods(kernel: &Kernel) -> Option<Vec<LoopPeriod>> {
    let ir = &kernel.buffered.ir;
    let func = kernel.buffered.func()?;
    let circuit = Circuit::of(ir, func);
    let levels = Levels::of(&circuit);
    let trips: Trips = levels.trips(&circuit);
    let predicted = rates(&circuit, &levels, &trips, HasRoom::InBuffers);
    let known = loops(ir, func).into_iter().filter_map(|one| Some((loop_id(&circuit, &levels, &one)?, one)));
    Some(known.map(|(id, one)| ((one.line, one.column), predicted[id].period)).collect())
}

/// What is known of every two accesses of a kernel to one array of which one writes, as the lowering found it.
pub fn pairs(kernel: &Kernel) -> Vec<Record> {
    records(&kernel.stream, PAIRS)
}

/// Whether there is something to tell of two accesses: it is not known in advance when they meet, or more than tokens keeps rounds in order in which they do.
pub fn is_told(pair: &Record) -> bool {
    pair.get("relation") == "unknown" || waits_by_distance(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_has_to_save_a_tenth() {
        use MemoryOrder::{Guard, Lsq, Ordered};
        let check = |new_order, old_order, new, expected| {
            assert_eq!(is_worth([new_order, old_order], new, 100.0), expected, "{new_order:?} {new}");
        };
        check(Guard, Ordered, 98.0, true);
        check(Guard, Ordered, 99.5, false);
        check(Lsq, Ordered, 91.0, false);
        check(Lsq, Guard, 89.0, true);
        check(Lsq, Lsq, 98.0, true);
    }
}
