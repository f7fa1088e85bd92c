//! Runs all file tests of a folder and reports as cargo's own tests do.
//!
//! The `harness = false` test of a crate calls [`main`]. Names are paths below the folder; a folder called `inputs` holds what
//! tests read and is not searched.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::filetest::{self, Config};

/// Which tests to run and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Run only tests whose name contains one of these; all when empty.
    pub filters: Vec<String>,
    /// Leave out tests whose name contains one of these.
    pub skips: Vec<String>,
    /// Filters are whole names.
    pub exact: bool,
    /// Print the names only.
    pub list: bool,
    /// Rewrite recorded outputs instead of comparing with them.
    pub bless: bool,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many tests passed.
    pub passed: usize,
    /// The tests that failed, with the reason.
    pub failures: Vec<(String, String)>,
    /// How many tests the options left out.
    pub filtered_out: usize,
}

impl Outcome {
    /// Whether nothing failed and there was something to find.
    pub fn is_success(&self) -> bool {
        self.failures.is_empty()
    }
}

impl Options {
    /// Reads the arguments cargo passes on, in libtest's manner; flags of libtest that mean nothing here are accepted.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
                _ => (argument.as_str(), None),
            };
            let mut value =
                || value.clone().or_else(|| arguments.next()).ok_or(format!("{name} lacks its value"));
            match name {
                "--exact" => options.exact = true,
                "--list" => options.list = true,
                "--skip" => options.skips.push(value()?),
                "--test-threads" | "--format" | "--color" | "--logfile" | "-Z" => drop(value()?),
                "--nocapture" | "--no-capture" | "--show-output" | "-q" | "--quiet" | "--include-ignored" => {
                }
                name if name.starts_with('-') => return Err(format!("unknown option {name}")),
                name => options.filters.push(name.to_string()),
            }
        }
        Ok(options)
    }

    fn takes(&self, name: &str) -> bool {
        let fits = |filter: &String| if self.exact { name == filter } else { name.contains(filter.as_str()) };
        (self.filters.is_empty() || self.filters.iter().any(fits)) && !self.skips.iter().any(fits)
    }
}

/// The file tests below `folder`, by name, in order.
pub fn tests_in(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            if !path.is_dir() {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
                found.push((name, path));
            } else if name != "inputs" {
                open.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Runs the file tests below `folder` with `binary` as the tool, on as many threads as the machine has cores, and reports
/// on `report` in the order of the names.
pub fn run_folder(
    folder: &Path,
    binary: &Path,
    options: &Options,
    report: &mut (dyn Write + Send),
) -> io::Result<Outcome> {
    let start = Instant::now();
    let all = tests_in(folder)?;
    let mut outcome = Outcome::default();
    let tests: Vec<_> = all.iter().filter(|(name, _)| options.takes(name)).collect();
    if options.list {
        tests.iter().try_for_each(|(name, _)| writeln!(report, "{name}: test"))?;
        return Ok(outcome);
    }
    outcome.filtered_out = all.len() - tests.len();
    writeln!(report, "\nrunning {} tests", tests.len())?;
    if all.is_empty() {
        let reason = format!("there is no test below {}", folder.display());
        outcome.failures.push(("<all>".to_string(), reason));
    }
    let results = run_all(&tests, &Config { binary: binary.to_path_buf(), bless: options.bless }, report)?;
    for ((name, _), result) in tests.iter().zip(results) {
        match result {
            Ok(()) => outcome.passed += 1,
            Err(reason) => outcome.failures.push((name.clone(), reason)),
        }
    }
    for (name, reason) in &outcome.failures {
        writeln!(report, "\n---- {name} ----\n{reason}")?;
    }
    writeln!(
        report,
        "\ntest result: {}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
        if outcome.is_success() { "ok" } else { "FAILED" },
        outcome.passed,
        outcome.failures.len(),
        outcome.filtered_out,
        start.elapsed().as_secs_f64()
    )?;
    Ok(outcome)
}

/// Results in the order of the tests; each is reported as soon as all before it are.
fn run_all(
    tests: &[&(String, PathBuf)],
    config: &Config,
    report: &mut (dyn Write + Send),
) -> io::Result<Vec<Result<(), String>>> {
    struct Done<'r> {
        results: Vec<Option<Result<(), String>>>,
        reported: usize,
        report: &'r mut (dyn Write + Send),
        fault: io::Result<()>,
    }
    let results = tests.iter().map(|_| None).collect();
    let done = Mutex::new(Done { results, reported: 0, report, fault: Ok(()) });
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, path)) = tests.get(index) else { break };
            let result = filetest::run(path, config);
            let mut done = done.lock().expect("no thread panics while it holds the lock");
            done.results[index] = Some(result);
            while let Some(Some(result)) = done.results.get(done.reported) {
                let verdict = if result.is_ok() { "ok" } else { "FAILED" };
                let (name, _) = tests[done.reported];
                let written = writeln!(done.report, "test {name} ... {verdict}");
                done.fault = std::mem::replace(&mut done.fault, Ok(())).and(written);
                done.reported += 1;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(2, usize::from).min(tests.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let done = done.into_inner().expect("no thread panicked with the lock");
    done.fault?;
    Ok(done.results.into_iter().map(|result| result.expect("every test was run")).collect())
}

/// The `main` of a test target: arguments from the command line, blessing by `FLOWRIGHT_BLESS=1`, report on standard output.
pub fn main(folder: &Path, binary: &Path) -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => {
            Options { bless: std::env::var_os("FLOWRIGHT_BLESS").is_some_and(|v| v == "1"), ..options }
        }
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    match run_folder(folder, binary, &options, &mut io::stdout()) {
        Ok(outcome) if outcome.is_success() => ExitCode::SUCCESS,
        // The status with which libtest says that tests failed.
        Ok(_) => ExitCode::from(101),
        Err(e) => {
            eprintln!("error: cannot run the tests in {}: {e}", folder.display());
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::{Scratch, tool};

    fn parsed(arguments: &[&str]) -> Result<Options, String> {
        Options::parse(arguments.iter().map(|argument| argument.to_string()))
    }

    fn run(scratch: &Scratch, options: &Options) -> (Outcome, String) {
        let mut report = Vec::new();
        let outcome =
            run_folder(&scratch.path().join("files"), &tool(), options, &mut report).expect("it runs");
        (outcome, String::from_utf8(report).expect("names are UTF-8"))
    }

    fn three_tests() -> Scratch {
        let scratch = Scratch::new();
        scratch.file("files/b/good.mlir", "// RUN: flowright cat %s\n// CHECK-LABEL: good\n// good\n");
        scratch.file("files/a/bad.mlir", "// RUN: flowright cat %s\n// CHECK: {{^}}absent\n");
        scratch.file("files/c.mlir", "// RUN: flowright cat %s\n// EXIT: 0\n");
        scratch.file("files/a/inputs/data.mlir", "no test");
        scratch
    }

    #[test]
    fn reports_as_cargo_does_in_the_order_of_names() {
        let (outcome, report) = run(&three_tests(), &Options::default());
        assert_eq!((outcome.passed, outcome.failures.len(), outcome.filtered_out), (2, 1, 0));
        assert!(!outcome.is_success());
        assert!(
            report.contains("test a/bad.mlir ... FAILED\ntest b/good.mlir ... ok\ntest c.mlir ... ok\n"),
            "{report}"
        );
        assert!(
            report.contains("---- a/bad.mlir ----\nRUN line 1: bad.mlir:2: CHECK: not found"),
            "{report}"
        );
        assert!(report.contains("test result: FAILED. 2 passed; 1 failed; 0 ignored;"), "{report}");
    }

    #[test]
    fn filters_choose_by_name() {
        let scratch = three_tests();
        let (outcome, report) = run(&scratch, &parsed(&["good", "c.mlir"]).expect("valid"));
        assert_eq!((outcome.passed, outcome.failures.len(), outcome.filtered_out), (2, 0, 1));
        assert!(
            report.contains("test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out;")
        );
        let (outcome, _) = run(&scratch, &parsed(&["--exact", "good"]).expect("valid"));
        assert_eq!((outcome.passed, outcome.filtered_out, outcome.is_success()), (0, 3, true));
        let (outcome, _) = run(&scratch, &parsed(&["--skip=bad"]).expect("valid"));
        assert_eq!((outcome.passed, outcome.filtered_out), (2, 1));
        let (_, report) = run(&scratch, &parsed(&["--list", "a/"]).expect("valid"));
        assert_eq!(report, "a/bad.mlir: test\n");
    }

    #[test]
    fn a_folder_without_tests_fails() {
        let scratch = Scratch::new();
        scratch.file("files/inputs/x", "");
        let (outcome, report) = run(&scratch, &Options::default());
        assert!(!outcome.is_success());
        assert!(report.contains("there is no test below"), "{report}");
    }

    #[test]
    fn arguments_of_libtest_are_understood() {
        let options =
            parsed(&["--test-threads", "2", "--color=always", "-q", "--nocapture", "x"]).expect("valid");
        assert_eq!(options, Options { filters: vec!["x".to_string()], ..Options::default() });
        assert!(parsed(&["--frobnicate"]).is_err());
        assert!(parsed(&["--skip"]).is_err());
    }
}
