//! HiGHS as a program.
//!
//! The model, the options and a known solution go into files in a folder of their own, and the answer comes back in one. One thread and a fixed seed make
//! two runs give the same answer.

use crate::model::{Model, Row};
use crate::{Effort, Failure, Limits, MilpSolver, Solution, Status, lp};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Names the program of HiGHS, where it is not found by itself.
pub const VARIABLE: &str = "FLOWRIGHT_HIGHS";

/// HiGHS is not on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotFound {
    /// Where it was looked for.
    pub places: Vec<PathBuf>,
}

/// HiGHS.
#[derive(Clone, Debug)]
pub struct Highs {
    program: PathBuf,
    /// How much longer than its limit it may take before it is ended.
    pub(crate) grace: Duration,
}

/// The usual grace: the solver looks at the time now and then only.
const GRACE: Duration = Duration::from_secs(5);

impl Highs {
    /// Finds HiGHS: where `FLOWRIGHT_HIGHS` says, in the folder where `./flowright` keeps what it installs, or in the path.
    pub fn find() -> Result<Highs, NotFound> {
        let places = places();
        match places.iter().find(|place| place.is_file()) {
            Some(program) => Ok(Highs::at(program.clone())),
            None => Err(NotFound { places }),
        }
    }

    /// HiGHS at a known place.
    pub fn at(program: PathBuf) -> Highs {
        Highs { program, grace: GRACE }
    }

    /// Has the program solve a model. What it reads and writes is in a folder that is gone afterwards.
    fn run(&self, model: &Model, limits: Limits, start: Option<&Solution>) -> std::io::Result<Answer> {
        let folder = Folder::new()?;
        let file = |name: &str| folder.path.join(name);
        std::fs::write(file("model.lp"), lp::text(model))?;
        std::fs::write(file("options"), options(limits))?;
        let mut command = self.command();
        // It leaves a log where it is started.
        command.current_dir(&folder.path);
        command.arg("--options_file").arg(file("options")).arg("--solution_file").arg(file("solution"));
        if let Some(start) = start {
            std::fs::write(file("start"), solution_text(model, start))?;
            command.arg("--read_solution_file").arg(file("start"));
        }
        command.arg(file("model.lp"));
        command.stdout(File::create(file("said"))?);
        command.stderr(File::create(file("complained"))?);
        let has_ended = ends_within(&mut command, limits.time + self.grace)?;
        let text =
            |name: &str| String::from_utf8_lossy(&std::fs::read(file(name)).unwrap_or_default()).into_owned();
        Ok(Answer {
            has_ended,
            solution: text("solution"),
            log: text("said"),
            complaints: text("complained"),
        })
    }

    fn command(&self) -> Command {
        let program = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        let mut command = Command::new(&program);
        // The program comes with its library beside it.
        if let Some(libraries) = program.parent().and_then(Path::parent).map(|root| root.join("lib")) {
            let others = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
            let all = std::iter::once(libraries).chain(std::env::split_paths(&others));
            if let Ok(all) = std::env::join_paths(all) {
                command.env("LD_LIBRARY_PATH", all);
            }
        }
        command.stdin(Stdio::null());
        command
    }
}

/// What the program leaves.
struct Answer {
    /// Whether it ended by itself.
    has_ended: bool,
    /// The file with the solution; empty where it wrote none.
    solution: String,
    log: String,
    complaints: String,
}

/// Where HiGHS may be, most wanted first. Who names one wants no other.
fn places() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return vec![PathBuf::from(named)];
    }
    let mut places = Vec::new();
    let under =
        |variable: &str, rest: &str| std::env::var_os(variable).map(|home| PathBuf::from(home).join(rest));
    let cache = under("FLOWRIGHT_CACHE", "")
        .or_else(|| under("XDG_CACHE_HOME", "flowright"))
        .or_else(|| under("HOME", ".cache/flowright"));
    places.extend(cache.map(|cache| cache.join("highs/bin/highs")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    places.extend(std::env::split_paths(&path).map(|folder| folder.join("highs")));
    places
}

impl MilpSolver for Highs {
    fn name(&self) -> String {
        let output = self.command().arg("--version").output();
        let text =
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        version.map_or("HiGHS".to_string(), |version| format!("HiGHS {version}"))
    }

    fn solve(
        &mut self,
        model: &Model,
        limits: Limits,
        start: Option<&Solution>,
    ) -> Result<Solution, Failure> {
        // A row without variables is not in the text.
        if model.rows.iter().any(Row::is_broken) {
            return Err(Failure::Infeasible);
        }
        let answer = self.run(model, limits, start).map_err(broken)?;
        let answer = read(model, &answer.solution, &answer.log).unwrap_or_else(|| {
            if !answer.has_ended {
                return Err(Failure::OutOfTime);
            }
            let mut lines = answer.log.lines().chain(answer.complaints.lines());
            let last = lines.rfind(|line| !line.trim().is_empty()).unwrap_or("nothing at all");
            Err(Failure::Broken(format!("`{}` said: {last}", self.program.display())))
        });
        let known = start.filter(|start| model.is_kept_by(start.values()));
        let known = |status: Status| {
            known.map(|known| Solution::new(status, known.objective, f64::INFINITY, known.values().to_vec()))
        };
        match answer {
            Err(Failure::OutOfTime) => known(Status::TimeLimit).ok_or(Failure::OutOfTime),
            Err(Failure::OutOfNodes) => {
                let used = |known| Solution { nodes: limits.nodes.unwrap_or(0), ..known };
                known(Status::NodeLimit).map(used).ok_or(Failure::OutOfNodes)
            }
            answer => answer,
        }
    }
}

/// Runs a program for so long at most; whether it ended by itself.
fn ends_within(command: &mut Command, limit: Duration) -> std::io::Result<bool> {
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let mut pause = Duration::from_micros(500);
    while child.try_wait()?.is_none() {
        if begin.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    Ok(true)
}

fn broken(why: std::io::Error) -> Failure {
    Failure::Broken(why.to_string())
}

/// What searches for solutions beside branching, or starts all over.
const SEARCHES: [&str; 4] = [
    "mip_heuristic_run_rens",
    "mip_heuristic_run_rins",
    "mip_heuristic_run_root_reduced_cost",
    "mip_allow_restart",
];

fn options(limits: Limits) -> String {
    let Limits { time, nodes, gap, effort } = limits;
    let mut text = format!("threads = 1\nrandom_seed = 1\ntime_limit = {}\n", time.as_secs_f64());
    let _ = writeln!(text, "mip_rel_gap = {gap}");
    if let Some(nodes) = nodes {
        let _ = writeln!(text, "mip_max_nodes = {nodes}");
    }
    if effort == Effort::Proof {
        text.push_str("mip_heuristic_effort = 0\n");
        SEARCHES.iter().for_each(|search| text.push_str(&format!("{search} = false\n")));
    }
    text
}

/// A solution in the form that HiGHS reads.
fn solution_text(model: &Model, solution: &Solution) -> String {
    let mut text = String::from("Model status\nUnknown\n\n# Primal solution values\nFeasible\n");
    let _ = writeln!(text, "Objective {}", solution.objective);
    let _ = writeln!(text, "# Columns {}", model.vars.len());
    for (id, var) in model.vars.iter() {
        let _ = writeln!(text, "{} {}", var.name, solution.value(id));
    }
    let rows: Vec<&Row> = model.rows.iter().filter(|row| !row.terms.is_empty()).collect();
    let _ = writeln!(text, "# Rows {}", rows.len());
    for row in rows {
        let sum: f64 = row.terms.iter().map(|(var, factor)| factor * solution.value(*var)).sum();
        let _ = writeln!(text, "{} {sum}", row.name);
    }
    text.push_str("\n# Dual solution values\nNone\n");
    text
}

/// Reads the answer; `None` where it is none.
fn read(model: &Model, answer: &str, log: &str) -> Option<Result<Solution, Failure>> {
    let mut lines = answer.lines();
    lines.find(|line| *line == "Model status")?;
    let status = match lines.next()? {
        "Optimal" => Status::Optimal,
        "Time limit reached" => Status::TimeLimit,
        "Solution limit reached" => Status::NodeLimit,
        "Infeasible" | "Primal infeasible or unbounded" => return Some(Err(Failure::Infeasible)),
        _ => return None,
    };
    lines.find(|line| *line == "# Primal solution values")?;
    if lines.next()? != "Feasible" {
        return match status {
            Status::TimeLimit => Some(Err(Failure::OutOfTime)),
            Status::NodeLimit => Some(Err(Failure::OutOfNodes)),
            Status::Optimal => None,
        };
    }
    let objective = lines.next()?.strip_prefix("Objective ")?.parse().ok()?;
    let count: usize = lines.next()?.strip_prefix("# Columns ")?.parse().ok()?;
    let found: HashMap<&str, f64> = lines
        .take(count)
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let values: Option<Vec<f64>> = model.vars.values().map(|var| found.get(&*var.name).copied()).collect();
    let nodes = stated(log, "Nodes ").and_then(|text| text.parse().ok()).unwrap_or(0);
    Some(Ok(Solution { nodes, ..Solution::new(status, objective, gap(log), values?) }))
}

/// What the report at the end of a log states after a word.
fn stated<'a>(log: &'a str, word: &str) -> Option<&'a str> {
    let line = log.lines().rev().find_map(|line| line.trim_start().strip_prefix(word))?;
    line.trim_start().split(['%', ' ']).next()
}

/// The gap that the log states, as a part; 0 where it states none, as of problems without whole numbers.
fn gap(log: &str) -> f64 {
    let percent = stated(log, "Gap ").and_then(|text| text.parse::<f64>().ok());
    percent.map_or(0.0, |percent| percent / 100.0)
}

/// A folder that is there as long as this is.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("flowright-milp-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder { path })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever cleans the folder for temporary files.
        drop(std::fs::remove_dir_all(&self.path));
    }
}
