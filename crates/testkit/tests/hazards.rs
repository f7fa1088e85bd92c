//! Kernels that are hard on the order of accesses to memory do as circuits what they do as programs, whichever way the order is kept.

mod common;

use base::Style;
use common::{count, for_all};
use driver::interp::Limits;
use driver::kernel::memory::pairs;
use driver::kernel::{CompileOptions, Level, Lowering, Memory, Verdict};
use driver::run::DEFAULT_MAX_CYCLES;
use driver::{Input, ReadOptions, RunOutcome, RunRequest};
use lower::MemoryOrder;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use testkit::cc::{CcOptions, difference, ours, theirs};
use testkit::stream_law::{Place, Trial, check as check_kernel, has_parts, of_c};
use testkit::verilator;

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hazards");
    let entries = std::fs::read_dir(folder).expect("the suite is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

/// What is wrong with a kernel whose accesses are kept in order in one way.
fn fault(path: &Path, memory: Memory, buffers: &str, levels: &[Level]) -> Option<String> {
    let compile = CompileOptions { memory, buffers: buffers.to_string(), ..CompileOptions::default() };
    fault_of(path, compile, levels)
}

fn fault_of_blocks(path: &Path) -> Option<String> {
    let buffers = "on-merges".to_string();
    let compile = CompileOptions { lowering: Lowering::Blocks, buffers, ..CompileOptions::default() };
    fault_of(path, compile, &[Level::Elastic])
}

fn fault_of(path: &Path, compile: CompileOptions, levels: &[Level]) -> Option<String> {
    let memory = compile.memory;
    fault_in(path, memory, &outcome(path, compile, levels))
}

fn fault_in(path: &Path, memory: Memory, outcome: &RunOutcome) -> Option<String> {
    let passes = outcome.kernels.iter().all(|kernel| kernel.verdict == Verdict::Pass && kernel.calls > 0);
    let is_fine = passes && outcome.is_answered && outcome.program.is_some();
    let said = || base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain);
    (!is_fine).then(|| format!("{} with {}:\n{}", path.display(), memory.name(), said()))
}

fn outcome(path: &Path, compile: CompileOptions, levels: &[Level]) -> RunOutcome {
    let request = RunRequest {
        input: Input::read(path).expect("it can be read"),
        read: ReadOptions::default(),
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile,
        levels: levels.to_vec(),
        max_cycles: DEFAULT_MAX_CYCLES,
        watch_to_end: false,
        waves: None,
        folder: None,
    };
    driver::run(request, &mut std::io::sink(), &|_| {})
}

const ALL: [Level; 3] = [Level::Stream, Level::Elastic, Level::Circuit];

/// Floats have no circuits.
fn is_of_floats(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("_float"))
}

/// Runs all kernels; says of how many of their files something keeps accesses in order.
fn check(memory: Memory, by: &str) -> usize {
    let mut kept = 0;
    let mut fault = |path: &PathBuf| {
        let levels = if is_of_floats(path) { &ALL[..2] } else { &ALL };
        let compile =
            CompileOptions { memory, buffers: "on-merges".to_string(), ..CompileOptions::default() };
        let outcome = outcome(path, compile, levels);
        let mut pairs = outcome.kernels.iter().flat_map(|of| pairs(&of.kernel));
        kept += usize::from(pairs.any(|pair| pair.get("order") == by));
        fault_in(path, memory, &outcome)
    };
    let faults: Vec<String> = kernels().iter().filter_map(&mut fault).collect();
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
    kept
}

#[test]
fn programs_agree_with_cc() {
    let kernels = kernels();
    assert!(kernels.len() >= 25);
    for path in kernels {
        let options = CcOptions { flags: vec!["-O0".into()], ..CcOptions::default() };
        let ours = ours(&path, &options).unwrap_or_else(|report| panic!("{}: {report}", path.display()));
        let theirs = theirs(&path, &options).unwrap_or_else(|report| panic!("{}: {report}", path.display()));
        assert_eq!(difference(&ours, &theirs), None, "{}", path.display());
    }
}

#[test]
fn rounds_wait_for_each_other() {
    assert!(check(Memory::Only(MemoryOrder::Ordered), "tokens") >= 50);
}

#[test]
fn guards_keep_the_order() {
    assert!(check(Memory::Only(MemoryOrder::Guard), "guard") >= 30);
}

/// In a circuit that starts a round in a cycle, loads meet stores that are on their way; where rounds are far apart, as with buffers behind merges, a guard that lets everything through would not be seen. What is found in
/// a short time is fast enough.
#[test]
fn guards_keep_the_order_of_rounds_that_follow_at_once() {
    let memory = Memory::Only(MemoryOrder::Guard);
    let compile = CompileOptions { memory, place_time: 0.1, ..CompileOptions::default() };
    let faults: Vec<String> =
        kernels().iter().filter_map(|path| fault_of(path, compile.clone(), &[Level::Elastic])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn queues_keep_the_order() {
    assert!(check(Memory::Only(MemoryOrder::Lsq), "queue") >= 45);
}

/// Without the levels above, no one waits between calls until a circuit has nothing left to do.
#[test]
fn calls_may_follow_at_once() {
    let mut kernels = kernels();
    kernels.retain(|path| !is_of_floats(path));
    let fault = |(path, order): (&PathBuf, MemoryOrder)| {
        fault(path, Memory::Only(order), "on-merges", &[Level::Circuit])
    };
    let all = kernels.iter().flat_map(|path| MemoryOrder::ALL.map(|order| (path, order)));
    let faults: Vec<String> = all.filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn whatever_is_chosen_keeps_the_order() {
    assert!(check(Memory::Auto, "queue") >= 20);
}

#[test]
fn whatever_is_chosen_for_a_clock_keeps_the_order() {
    let kernels = kernels();
    let step = kernels.len().div_ceil(count(8, kernels.len() as u64) as usize);
    let chosen = kernels.iter().step_by(step);
    let faults: Vec<String> =
        chosen.filter_map(|path| fault(path, Memory::Auto, "flowright", &[Level::Elastic])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Histograms of random data, and the cycles that are published of circuits with queues of 16 entries.
const HISTOGRAMS: [(&str, u64); 2] = [("histogram_256", 270), ("histogram_1000_float", 1052)];

#[test]
fn histograms_take_no_more_cycles_than_with_a_queue_of_16() {
    let kernels = kernels();
    for (name, most) in HISTOGRAMS {
        let path = kernels.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let outcome = outcome(path.expect("it is one of them"), CompileOptions::default(), &[Level::Elastic]);
        let [kernel] = outcome.kernels.as_slice() else { panic!("{name} is one kernel") };
        assert_eq!((kernel.verdict, kernel.calls), (Verdict::Pass, 1), "{name}");
        assert!(kernel.cycles[0] <= most, "{name} takes {} cycles", kernel.cycles[0]);
    }
}

#[test]
fn blocks_keep_the_order() {
    let kernels = kernels();
    let faults: Vec<String> = kernels.iter().filter_map(|path| fault_of_blocks(path)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Kernels that Verilator sees by default, with the way to keep order that each has: a store that every round has, one under a condition, one that a loop ends by, and loops in a row.
const VERILATED: [(&str, MemoryOrder); 5] = [
    ("histogram_random", MemoryOrder::Guard),
    ("update_if", MemoryOrder::Guard),
    ("histogram_equal", MemoryOrder::Lsq),
    ("until_written", MemoryOrder::Lsq),
    ("loops_in_a_row", MemoryOrder::Ordered),
];

/// The kernels of a file: what it calls as such.
fn kernels_of(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).expect("it can be read");
    let calls = text.split("CALL_KERNEL(").skip(1);
    calls.filter_map(|call| call.split([',', ')']).next()).map(|name| name.trim().to_string()).collect()
}

/// What Verilator says of the kernels of a file.
fn verilator_fault(path: &Path, order: MemoryOrder) -> Option<String> {
    let (memory, buffers) = (Memory::Only(order), "on-merges".to_string());
    let options = CompileOptions { memory, buffers, ..CompileOptions::default() };
    kernels_of(path).into_iter().find_map(|kernel| {
        let why = verilator::difference(path, &kernel, &options)?;
        Some(format!("{} of `{kernel}` in {why}", order.name()))
    })
}

#[test]
fn verilator_agrees_on_hazards() {
    let kernels = kernels();
    let named =
        |name: &str| kernels.iter().position(|path| path.file_stem().is_some_and(|stem| stem == name));
    let sample = VERILATED.map(|(name, order)| (named(name).expect("it is one of them"), order));
    let all = (0..kernels.len()).flat_map(|at| MemoryOrder::ALL.map(|order| (at, order)));
    let all: Vec<_> = all.filter(|(at, _)| !is_of_floats(&kernels[*at])).collect();
    let chosen = if count(0, 1) == 1 { all } else { sample.to_vec() };
    for_all(chosen.len() as u64, |number| {
        let (at, order) = chosen[number as usize];
        verilator_fault(&kernels[at], order).map_or(Ok(()), Err)
    });
}

/// Arrays become several memories wherever accesses of a round share a port, whether that gains anything or not.
#[test]
fn parts_of_arrays_keep_the_order() {
    let trial = Trial { seed: 1, index_bits: 32, max_cycles: DEFAULT_MAX_CYCLES, place: Place::PLAIN };
    let mut in_parts = 0;
    for path in kernels() {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let name = path.to_string_lossy();
        for kernel in of_c(&name, &text).unwrap_or_else(|why| panic!("{}: {why}", path.display())) {
            for trial in trial.in_parts() {
                let wrong = check_kernel(&kernel, trial).err();
                assert!(wrong.is_none(), "{}: {}", path.display(), wrong.expect("it is there").words);
                in_parts += usize::from(has_parts(&kernel, trial).is_ok_and(|has| has));
            }
        }
    }
    assert!(in_parts >= 12, "only {in_parts} trials had parts");
}
