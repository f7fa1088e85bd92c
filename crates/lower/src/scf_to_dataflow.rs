//! From structured programs to streams: the pass `scf-to-dataflow`.
//!
//! In each region of the program (the function, the head and the body of a loop, a side of a choice) every channel of the graph carries one token
//! an activation, in the order of the activations; all that the conversion does is to move values between regions without breaking this ([`regions`]).
//! Write K for the rounds of a loop and `raw` for its condition, K times true and then false.
//!
//! - **`for`**: `stream` makes `raw` and K + 1 indices, of which the body sees K. A carried value is a `carry` along `raw`; on the true side of `raw` the
//!   body sees it, on the false side it is the loop's result.
//! - **`while`**: the same, but `raw` is what the first region computes; that region is activated K + 1 times. One that counts is a `stream`, too ([`counted`]).
//! - **A value from outside** of a loop is repeated along `raw` (`invariant`) and loses the last one on the way into the body (`gate`). It is
//!   never repeated along a condition that has lost its last token: after a loop of no rounds that would be that of another burst.
//! - **`if`**: a value goes to the side that the condition says (`cond_br`), results come from there (`mux`).
//! - **Constants** are made in each region that uses them, fired by its control token, which is the start token imported like any value.
//!
//! Accesses to memory are ordered by tokens ([`order`]): reads wait for writes and writes for everything before, as far as they may touch the
//! same element ([`dependence`]). Around a loop go the tokens that rounds wait for. Where rounds never touch what others
//! touch, they wait for what was before the loop only, and their completions are collected beside the body; where they do from a distance on,
//! they wait for the round that far back. Where it is not known in advance whether rounds meet, guards ([`guards`]) or queues ([`queues`]) may compare addresses instead.
//! An array may be in several memories, so that accesses of a round need not wait for each other's port ([`banks`]).
//!
//! The streams of two loops are two, even if they count alike: a stream goes on when all who count by it have, so a loop that waits for
//! another's result must not count by the other's stream.

mod accesses;
mod banks;
mod build;
mod choices;
mod counted;
mod dependence;
mod forms;
mod growth;
mod guards;
mod loops;
mod order;
mod pairs;
mod prepare;
mod queues;
mod records;
mod regions;
mod rings;
#[cfg(test)]
mod tests;

use crate::cf_to_scf;
use crate::memory_order::{MEMORY, MemoryOrder};
use crate::parts::{BANKS, Banks};
use crate::queue_depth::{QUEUE_DEPTH, QueueDepth};
use crate::streams::direct::make_direct;
use crate::streams::memory::Memories;
use crate::streams::{check, select};
use base::{Diagnostic, Diagnostics, codes};
use dependence::Dependence;
use guards::Guards;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Ir, Op};
use pairs::Pairs;
use queues::Queues;

pub use banks::{ARRAYS, ONE_MEMORY};
pub use pairs::PAIRS;

/// The pass.
pub static SCF_TO_DATAFLOW: PassDef = PassDef {
    name: "scf-to-dataflow",
    doc: "Turns a function of structured control flow into a circuit of streams.\n\
        The function becomes a `handshake.func` in its place: loops are streams of indices and carried values, choices steer tokens, and accesses to an array are \
        ordered by tokens where they may touch the same element, by guards that compare addresses, or by queues. An array may become several memories. Branches between blocks are made structured first. \
        Reports what has no place in a circuit, and then changes nothing; only that `queue-depth` is too small for a region is found later.",
    options: &[select::TOP, MEMORY, QUEUE_DEPTH, BANKS],
    run,
};

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let order: MemoryOrder = args.read(MEMORY.name, "`ordered`, `guard` or `lsq`", diags)?;
    let depth: QueueDepth = args.read(QUEUE_DEPTH.name, QueueDepth::FORM, diags)?;
    if depth != QueueDepth::Auto && order != MemoryOrder::Lsq {
        let message =
            format!("`queue-depth` is of no use with `memory={}`, which has no queues", order.name());
        let error = Diagnostic::error(codes::BAD_PASS_OPTION, None, message);
        diags.push(error.hint("take `memory=lsq`, or leave `queue-depth` out"));
        return Err(Reported);
    }
    let banks: Banks = args.read(BANKS.name, "`off` or `auto`", diags)?;
    let functions = select::functions(ir, root, args.get(select::TOP.name), diags)?;
    let mut good = true;
    let mut unstructured = Vec::new();
    for function in &functions {
        good &= check::check(ir, *function, diags);
        match cf_to_scf::liftable(ir, *function, diags) {
            Ok(regions) => unstructured.extend(regions),
            Err(Reported) => good = false,
        }
    }
    if !good {
        return Err(Reported);
    }
    // Arrays stand before everything and are named where they are accessed, so that none of them becomes a value that is handed along.
    for function in &functions {
        prepare::hoist_arrays(ir, *function);
        make_direct(ir, *function);
    }
    cf_to_scf::lift_all(ir, unstructured);
    for function in functions {
        prepare::prepare(ir, function);
        let mut memories = Memories::of(ir, root, function);
        let mut arrays = Vec::new();
        if banks == Banks::Auto {
            let chosen = banks::choose(ir, function, &memories);
            memories.split(ir, function, chosen.splits);
            arrays = chosen.records;
        }
        let mut dependence = Dependence::new(ir, function, &memories);
        let (mut guards, mut queues) = (Guards::default(), Queues::default());
        match order {
            MemoryOrder::Ordered => {}
            MemoryOrder::Guard => guards = guards::choose(ir, function, &memories, &mut dependence),
            MemoryOrder::Lsq => queues = queues::choose(ir, function, &memories, &dependence, depth, diags)?,
        }
        let found =
            Pairs { ir, function, memories: &memories, deps: &dependence, guards: &guards, queues: &queues };
        let pairs = found.records();
        let kernel = build::build(ir, function, &memories, &dependence, &guards, &queues);
        records::write(ir, kernel, PAIRS, &pairs);
        records::write(ir, kernel, ARRAYS, &arrays);
    }
    Ok(())
}
