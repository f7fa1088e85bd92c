//! Every kernel under `tests/kernels` does in the reference interpreter what it does when `cc` compiles it.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::cc::{CcOptions, difference, ours, theirs};

/// The C files of the suite, sorted.
fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
    let entries = std::fs::read_dir(folder).expect("the suite is there");
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

#[test]
fn every_kernel_agrees_with_cc() {
    let kernels = kernels();
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
    let faults = faults.into_inner().expect("no thread panics with it");
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), kernels.len(), faults.join("\n"));
}
