//! Every kernel under `tests/kernels` and `benches/kernels` does in the reference interpreter what it does when `cc` compiles it, and its circuit does the same.

mod common;

use base::{Style, codes};
use driver::interp::Limits;
use driver::kernel::{CompileOptions, Level, Lowering, Verdict};
use driver::run::DEFAULT_MAX_CYCLES;
use driver::{Input, ReadOptions, Report, RunOutcome, RunRequest};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::cc::{CcOptions, difference, ours, theirs};
use testkit::verilator;

/// The C files of both suites, sorted.
fn kernels() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["tests/kernels", "benches/kernels"].map(|folder| root.join(folder));
    let entries =
        folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the suite is there"));
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    paths.sort();
    paths
}

/// What is wrong with a kernel.
fn fault(path: &Path) -> Option<String> {
    let options = CcOptions { flags: vec!["-O0".into()], ..CcOptions::default() };
    let fault = match (ours(path, &options), theirs(path, &options)) {
        (Err(report), _) => report,
        (_, Err(report)) => format!("cc says:\n{report}"),
        (Ok(ours), Ok(theirs)) if theirs.output.is_empty() && theirs.calls.is_empty() => {
            format!("shows nothing: {:?}", (ours.status, theirs.status))
        }
        (Ok(ours), Ok(theirs)) => difference(&ours, &theirs)?,
    };
    Some(format!("{}: {fault}", path.display()))
}

/// What is wrong with all of them, two at a time.
fn faults(kernels: &[PathBuf], fault: impl Fn(&Path) -> Option<String> + Sync) -> Vec<String> {
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = kernels.get(next.fetch_add(1, Ordering::Relaxed)) {
                    faults.lock().expect("no thread panics with it").extend(fault(path));
                }
            });
        }
    });
    faults.into_inner().expect("no thread panics with it")
}

#[test]
fn every_kernel_agrees_with_cc() {
    let kernels = kernels();
    let faults = faults(&kernels, fault);
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), kernels.len(), faults.join("\n"));
}

/// Files with kernels that compute what no unit does: roots, and some conversions and choices of floats.
const WITHOUT_UNITS: &[&str] = &[
    "cholesky",
    "compound_assignment",
    "float_library",
    "gram_schmidt",
    "jacobi_2d",
    "nbody_step",
    "softmax",
];

fn run(path: &Path, lowering: Lowering, levels: &[Level]) -> RunOutcome {
    let request = RunRequest {
        input: Input::read(path).expect("it can be read"),
        read: ReadOptions::default(),
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile: CompileOptions { lowering, buffers: "on-merges".to_string(), ..CompileOptions::default() },
        levels: levels.to_vec(),
        max_cycles: DEFAULT_MAX_CYCLES,
        watch_to_end: false,
        waves: None,
        folder: None,
    };
    driver::run(request, &mut std::io::sink(), &|_| {})
}

fn said(report: &Report) -> String {
    base::render_all(&report.diagnostics, &report.sources, Style::Plain)
}

/// What is wrong with the circuit of a kernel.
fn circuit_fault(path: &Path, lowering: Lowering, levels: &[Level]) -> Option<String> {
    let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let outcome = run(path, lowering, levels);
    if WITHOUT_UNITS.contains(&&name[..]) {
        let is_refused = outcome.report.has(codes::NO_UNIT) && !outcome.is_answered;
        return (!is_refused)
            .then(|| format!("{name}: it is in the list of those without units\n{}", said(&outcome.report)));
    }
    let passes = outcome.kernels.iter().all(|kernel| kernel.verdict == Verdict::Pass && kernel.calls > 0);
    let ok = passes && outcome.is_answered && outcome.program.is_some();
    (!ok).then(|| format!("{name}:\n{}", said(&outcome.report)))
}

#[test]
fn every_circuit_does_what_its_program_does() {
    let kernels = kernels();
    let faults = faults(&kernels, |path| circuit_fault(path, Lowering::Streams, &[Level::Elastic]));
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), kernels.len(), faults.join("\n"));
}

#[test]
fn every_circuit_of_blocks_does_what_its_program_does() {
    let kernels = kernels();
    let faults = faults(&kernels, |path| circuit_fault(path, Lowering::Blocks, &[Level::Elastic]));
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), kernels.len(), faults.join("\n"));
}

/// Kernels of all kinds: loops that carry values, memory in and out of order, tables, state, division, calls one after the other.
const SAMPLE: [(&str, &str); 10] = [
    ("fir", "fir"),
    ("bubble_sort", "bubble_sort"),
    ("integer_roots", "root_by_newton"),
    ("binary_search", "lower"),
    ("const_tables", "encode"),
    ("gcd_variants", "by_remainder"),
    ("matmul", "matmul"),
    ("nested_exits", "exits"),
    ("static_state", "push"),
    ("wide_arithmetic", "multiply_modulo"),
];

fn path_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels").join(format!("{name}.c"))
}

#[test]
fn all_levels_agree() {
    let sample = SAMPLE.map(|(file, _)| path_of(file));
    let all = [Level::Stream, Level::Elastic, Level::Circuit];
    let faults = faults(&sample, |path| circuit_fault(path, Lowering::Streams, &all));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn verilator_agrees_on_kernels() {
    // Verilator's C++ takes a compiler ten times longer than all else takes here.
    let count = common::count(4, SAMPLE.len() as u64) as usize;
    let sample = SAMPLE[..count].iter().map(|(file, _)| path_of(file)).collect::<Vec<_>>();
    let faults = faults(&sample, |path| {
        let (_, kernel) = SAMPLE.iter().find(|(file, _)| path == path_of(file)).expect("it is one of them");
        verilator::difference(path, kernel, &CompileOptions::default())
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
