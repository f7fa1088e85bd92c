//! `docs/json.md` has the keys that `--json` prints, all of them and no others.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::process;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a command prints.
fn printed(command: &str) -> Value {
    let arguments: Vec<String> = command.split(' ').map(str::to_string).collect();
    let binary = Path::new(env!("CARGO_BIN_EXE_flowright"));
    let finished = process::run(binary, &arguments, &root(), Vec::new(), Duration::from_secs(120));
    serde_json::from_slice(&finished.expect("the tool runs").stdout).expect("it prints JSON")
}

/// The keys of a value, each behind those it is inside of.
fn keys(value: &Value, inside: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if inside.is_empty() { key.clone() } else { format!("{inside}.{key}") };
                keys(value, &path, found);
                found.insert(path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, &format!("{inside}[]"), found)),
        _ => {}
    }
}

/// The keys below a title, and those of them that are always there.
fn documented(title: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let text = fs::read_to_string(root().join("docs/json.md")).expect("the document is there");
    let (_, section) = text.split_once(&format!("\n## {title}\n")).expect("the document has the title");
    let section = section.split("\n## ").next().unwrap_or(section);
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let rows: Vec<(&str, &str)> = rows.collect();
    let all = rows.iter().map(|(key, _)| key.to_string()).collect();
    let always = rows.iter().filter(|(_, meaning)| !meaning.starts_with("only "));
    (all, always.map(|(key, _)| key.to_string()).collect())
}

/// Keys of what synthesis says, which takes minutes and is measured by other tests.
fn is_synthesised(key: &str) -> bool {
    ["kernels[].ecp5.", "memory_ways[].ecp5.", "chips[]."].iter().any(|start| key.starts_with(start))
}

/// Compares what some commands print with what is below a title: every key is there that one of them prints, and one of them prints every key that is there. What of a printed key is left out
/// is explained elsewhere.
fn check(title: &str, commands: &[&str], is_elsewhere: impl Fn(&str) -> bool) {
    let (all, always) = documented(title);
    let mut seen = BTreeSet::new();
    for command in commands {
        let mut found = BTreeSet::new();
        keys(&printed(command), "", &mut found);
        let missing: Vec<&String> = always.difference(&found).collect();
        assert!(missing.is_empty(), "`{command}` has none of {missing:?}");
        seen.extend(found.into_iter().filter(|key| all.contains(key) || !is_elsewhere(key)));
    }
    let unsaid: Vec<&String> = seen.difference(&all).collect();
    assert!(unsaid.is_empty(), "{title} says nothing of {unsaid:?}");
    let unseen: Vec<&String> = all.difference(&seen).filter(|key| !is_synthesised(key)).collect();
    assert!(unseen.is_empty(), "{title} has {unseen:?}, which nothing prints");
}

#[test]
fn the_keys_of_run_are_those_of_the_document() {
    // One kernel's fields are the object's, too.
    let own = |key: &str| documented("`run --json`").0.contains(&format!("kernels[].{key}"));
    let commands = [
        "run examples/fir.c --json",
        // No `main`: with a result, and with arrays.
        "run examples/gcd.mlir --args 1071,462 --json",
        "run examples/fir.mlir --json",
        // So many cycles that some of them are machine code.
        "run benches/kernels/matrix.c --buffers on-merges --json",
        "run tests/files/run/banks.c --banks auto --json",
        // More pairs of accesses than are listed.
        "run tests/files/run/many-pairs.c --memory ordered --buffers on-merges --json",
    ];
    check("`run --json`", &commands, own);
}

#[test]
fn the_keys_of_bench_are_those_of_the_document() {
    // One with figures of an ECP5, and one with figures of a Kintex-7.
    let command = "bench fir get_tanh --buffers on-merges --memory-ways --json";
    check("`bench --json`", &[command], |key| key.starts_with("kernels[].loops[]"));
}

#[test]
fn the_keys_of_the_bench_of_matching_are_those_of_the_document() {
    check("`bench matcher --json`", &["bench matcher --json"], |_| false);
}

/// A set of patterns and what they are over.
const SOUGHT: &str = "--dialect examples/dialects/rv32i.irdl.mlir --patterns examples/matching/rv32i.mlir";

#[test]
fn the_keys_of_match_are_those_of_the_document() {
    let program = format!("match examples/dialects/rv32i.mlir {SOUGHT} --json");
    check("`match --json`", &[&program, &format!("{program} --engine chip --dump")], |_| false);
}

#[test]
fn the_keys_of_chip_are_those_of_the_document() {
    let folder = testkit::scratch::Scratch::new();
    let command = format!("chip {SOUGHT} -o {} --json", folder.path().join("chip").display());
    check("`chip --json`", &[&command, &format!("{command} --arch unit --window 4")], |_| false);
}

#[test]
fn a_report_names_who_placed_the_buffers() {
    let asked = printed("run examples/fir.c --json");
    assert_eq!((&asked["buffers"], &asked["clock_met"]), (&"flowright".into(), &true.into()));
    let instead = printed("run examples/fir.c --place-time 1e-9 --json");
    assert_eq!((&instead["buffers"], &instead["clock_met"]), (&"on-merges".into(), &false.into()));
    assert_eq!(instead["clock_missed_as"], "`on-merges` looks at no clock");
}

/// A program and what is written of it, each file by its name and its bytes.
fn compiled(options: &str, folder: &Path) -> Vec<(String, String)> {
    let command = format!("compile examples/fir.c {options} -o {}", folder.display());
    let arguments: Vec<String> = command.split_whitespace().map(str::to_string).collect();
    let binary = Path::new(env!("CARGO_BIN_EXE_flowright"));
    let finished = process::run(binary, &arguments, &root(), Vec::new(), Duration::from_secs(120));
    finished.expect("the tool runs");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    // The report has times in it.
    paths.retain(|path| !path.ends_with("report.json"));
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let read = |path: &PathBuf| Some((name(path)?, fs::read_to_string(path).ok()?));
    paths.iter().filter_map(read).collect()
}

#[test]
fn one_memory_for_each_array_is_what_there_is_without_a_word() {
    let folder = std::env::temp_dir().join(format!("flowright-banks-{}", std::process::id()));
    let silent = compiled("", &folder.join("silent"));
    let off = compiled("--banks off", &folder.join("off"));
    assert!(silent.iter().any(|(name, _)| name.ends_with(".sv")), "{silent:?}");
    assert_eq!(silent, off);
    fs::remove_dir_all(&folder).expect("it can be removed");
}
