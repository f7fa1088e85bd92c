//! The kernels of the bench, placed by us and by others: our circuits meet the clock, loops do what was promised of them or it is known why not, and no published placement is better.

mod common;

use driver::bench::ways::{ways, worse};
use driver::bench::{Row, Summary};
use driver::kernel::loops::LoopRate;
use driver::kernel::promise::{Effect, Promise};
use driver::kernel::{CompileOptions, Lowering, Memory};
use driver::{BenchRequest, bench};
use lower::MemoryOrder;
use place::timing::meets;

/// Kernels that the published placements are fast for: loops with and without memory, branches, tests of data, a product that is carried, loops of few rounds.
const SAMPLE: [&str; 9] = [
    "fir",
    "hk_axpy",
    "hk_dot",
    "hk_gcd",
    "if_loop_2",
    "mul_example",
    "test_memory_1",
    "vector_rescale",
    "while_loop_3",
];

/// The published placements.
const OTHERS: [&str; 2] = ["fpga20", "fpl22"];

/// Kernels whose loops are promised something under every placement: loops in loops, memories that are read and written, a branch that is taken every other time, a pipelined unit in a ring.
const PROMISED: [&str; 10] = [
    "binary_search",
    "fir",
    "hk_axpy",
    "hk_collatz",
    "hk_gcd",
    "hk_matvec",
    "if_loop_1",
    "mul_example",
    "threshold",
    "vector_rescale",
];

/// Kernels whose accesses guards and queues keep in order: words that meet now and then, two loads a round, several groups a round.
const KEPT_IN_ORDER: [&str; 5] = ["bicg", "histogram", "hk_histogram", "matrix_power", "triangular"];

/// Those of them in which places, ports and control tokens of a queue decide, and not whether words meet: the promise is kept but at the ends of runs, those of a loop inside among them.
const DECIDED_BEFORE: [&str; 2] = ["bicg", "histogram"];

/// Kernels whose published circuits have queues of loads and stores: what data decide about, and what needs no queue.
const WITH_QUEUES: [&str; 6] =
    ["bicg", "histogram", "hk_histogram", "path_profiling", "test_memory_13", "threshold"];

/// The sample, or all kernels, with a placement.
fn rows(buffers: &str) -> Vec<Row> {
    measured(&SAMPLE, buffers, Lowering::default())
}

fn measured(sample: &[&str], buffers: &str, lowering: Lowering) -> Vec<Row> {
    let compile = CompileOptions { buffers: buffers.to_string(), lowering, ..CompileOptions::default() };
    compiled(sample, compile)
}

fn compiled(sample: &[&str], compile: CompileOptions) -> Vec<Row> {
    let is_full = common::count(0, 1) == 1;
    let kernels = if is_full { Vec::new() } else { sample.iter().map(ToString::to_string).collect() };
    bench(&BenchRequest { kernels, compile, synthesis: None }, &|_| {}).expect("the kernels are there")
}

/// Loops that do not do what was promised of them, for no reason that is known.
fn unexplained(row: &Row) -> impl Iterator<Item = String> {
    let loops = row.promises.iter().zip(&row.loops);
    let unexplained = loops
        .filter(|(promise, _)| promise.as_ref().is_some_and(|promise| promise.effect == Some(Effect::None)));
    unexplained.map(|(_, rate)| format!("the loop at line {} is not what was promised", rate.line))
}

/// What is wrong with a circuit of ours.
fn fault(row: &Row, clock: f64) -> Option<String> {
    let slow = row.critical.filter(|delay| !meets(*delay, clock));
    let slow = slow.map(|delay| format!("a path takes {delay} ns"));
    let wrong = (!row.is_fine()).then(|| format!("its verdict is {}", row.verdict.name()));
    let faults: Vec<String> = unexplained(row).chain(slow).chain(wrong).collect();
    (!faults.is_empty()).then(|| format!("{}: {}", row.name, faults.join("; ")))
}

/// How a circuit of others is better than ours: fewer cycles if it meets the clock, and a shorter run if not; and as many with fewer slots.
fn better(ours: &Row, theirs: &Row, clock: f64) -> Option<String> {
    let time = |row: &Row| row.cycles as f64 * row.critical.unwrap_or(0.0);
    let meets_clock = theirs.critical.is_none_or(|delay| meets(delay, clock));
    let is_faster = match meets_clock {
        true => theirs.cycles < ours.cycles,
        false => time(theirs) < time(ours),
    };
    let is_smaller = meets_clock && theirs.cycles == ours.cycles && theirs.size.slots < ours.size.slots;
    let told = |row: &Row| format!("{} cycles, {:?} ns, {} slots", row.cycles, row.critical, row.size.slots);
    (is_faster || is_smaller).then(|| format!("{}: {}, ours {}", ours.name, told(theirs), told(ours)))
}

#[test]
fn no_published_placement_is_better_than_ours() {
    let clock = CompileOptions::default().clock;
    let ours = rows(place::placer::DEFAULT);
    let mut faults: Vec<String> = ours.iter().filter_map(|row| fault(row, clock)).collect();
    for other in OTHERS {
        let theirs = rows(other);
        let pairs = ours.iter().zip(&theirs);
        faults.extend(
            pairs.filter_map(|(ours, theirs)| Some(format!("{other}, {}", better(ours, theirs, clock)?))),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is promised and not kept. Of the loops of the sample something is promised; others may have blocks that nothing is known of. Where no solver has placed buffers, no pipelined unit of the sample
/// waits while others move on.
fn broken_promises(row: &Row, is_plain: bool) -> Vec<String> {
    let in_sample = PROMISED.contains(&row.name);
    let told = |(promise, rate): (&Option<Promise>, &LoopRate)| {
        let distances = rate.distances?;
        let Some(promise) = promise else {
            return in_sample.then(|| format!("nothing is promised of line {}", rate.line));
        };
        let is_wrong = match promise.effect {
            Some(Effect::None) => true,
            Some(Effect::Stall) => is_plain && in_sample,
            _ => false,
        };
        let mean = distances.mean_hundredths() as f64 / 100.0;
        is_wrong.then(|| format!("line {}: {} promised, {mean} measured", rate.line, promise.period))
    };
    let loops = row.promises.iter().zip(&row.loops);
    loops.filter_map(told).map(|what| format!("{}: {what}", row.name)).collect()
}

#[test]
fn every_placement_and_lowering_keeps_its_promises() {
    let mut faults = Vec::new();
    for lowering in [Lowering::Streams, Lowering::Blocks] {
        for buffers in ["on-merges", "fpga20"] {
            let rows = measured(&PROMISED, buffers, lowering);
            let broken = rows.iter().flat_map(|row| broken_promises(row, buffers == "on-merges"));
            faults.extend(broken.map(|what| format!("{buffers}, {lowering:?}: {what}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn guards_and_queues_keep_their_promises() {
    let mut faults = Vec::new();
    for order in [MemoryOrder::Guard, MemoryOrder::Lsq] {
        let (memory, buffers) = (Memory::Only(order), "on-merges".to_string());
        let rows = compiled(&KEPT_IN_ORDER, CompileOptions { memory, buffers, ..CompileOptions::default() });
        let broken = rows.iter().flat_map(|row| broken_promises(row, false));
        faults.extend(broken.map(|what| format!("{order:?}: {what}")));
        let decided = |row: &&Row| order == MemoryOrder::Lsq && DECIDED_BEFORE.contains(&row.name);
        for row in rows.iter().filter(decided) {
            let loops = row.promises.iter().zip(&row.loops);
            let differs =
                |promise: &Promise| !matches!(promise.effect, None | Some(Effect::Ends | Effect::Sooner));
            let wrong = loops.filter(|(promise, _)| promise.as_ref().is_none_or(differs));
            faults.extend(wrong.map(|(promise, rate)| format!("{}: {promise:?}, {rate:?}", row.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn kernels_with_published_queues_take_fewer_cycles() {
    let rows = compiled(&WITH_QUEUES, CompileOptions::default());
    let Summary { with_queues, failed, .. } = Summary::of(&rows);
    assert_eq!((failed, with_queues.slower), (Vec::new(), Vec::new()));
    assert!(with_queues.mean.is_some_and(|mean| mean <= 0.85), "{:?}", with_queues.mean);
}

#[test]
fn what_is_chosen_takes_no_more_cycles_than_tokens() {
    let is_full = common::count(0, 1) == 1;
    let kernels = if is_full { Vec::new() } else { vec!["hk_histogram".to_string()] };
    let request = BenchRequest { kernels, compile: CompileOptions::default(), synthesis: None };
    let ways = ways(&request, &|_| {}).expect("the kernels are there");
    assert!(ways.iter().all(|way| way.row.is_fine()));
    assert_eq!(worse(&ways), Vec::<&str>::new());
}
