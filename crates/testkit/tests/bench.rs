//! The kernels of the bench, placed by us and by others: our circuits meet the clock, loops do what was promised of them or it is known why not, and no published placement is better.

mod common;

use driver::bench::Row;
use driver::kernel::CompileOptions;
use driver::kernel::promise::Effect;
use driver::{BenchRequest, bench};

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

/// The sample, or all kernels, with a placement.
fn rows(buffers: &str) -> Vec<Row> {
    let is_full = common::count(0, 1) == 1;
    let kernels = if is_full { Vec::new() } else { SAMPLE.map(str::to_string).to_vec() };
    let compile = CompileOptions { buffers: buffers.to_string(), ..CompileOptions::default() };
    bench(&BenchRequest { kernels, compile, synthesis: None }, &|_| {}).expect("the kernels are there")
}

/// What is wrong with a circuit of ours.
fn fault(row: &Row, clock: f64) -> Option<String> {
    let unexplained = row
        .promises
        .iter()
        .zip(&row.loops)
        .filter(|(promise, _)| promise.as_ref().is_some_and(|promise| promise.effect == Some(Effect::None)))
        .map(|(_, rate)| format!("the loop at line {} is not what was promised", rate.line));
    let slow = row.critical.filter(|delay| *delay > clock + 1e-6);
    let slow = slow.map(|delay| format!("a path takes {delay} ns"));
    let wrong = (!row.is_fine()).then(|| format!("its verdict is {}", row.verdict.name()));
    let faults: Vec<String> = unexplained.chain(slow).chain(wrong).collect();
    (!faults.is_empty()).then(|| format!("{}: {}", row.name, faults.join("; ")))
}

/// How a circuit of others is better than ours: fewer cycles if it meets the clock, and a shorter run if not; and as many with fewer slots.
fn better(ours: &Row, theirs: &Row, clock: f64) -> Option<String> {
    let time = |row: &Row| row.cycles as f64 * row.critical.unwrap_or(0.0);
    let meets_clock = theirs.critical.is_none_or(|delay| delay <= clock + 1e-6);
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
