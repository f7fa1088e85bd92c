//! Rules of the house that no compiler checks: what every file has, what none has, and who depends on whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that may print: the command line, and what runs tests.
const PRINTERS: [&str; 2] = ["cli", "testkit"];
const LINES: usize = 1000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there")
}

/// All files below `folder`, in order, without hidden folders and build output; names are relative to the workspace.
fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let root = root();
    let mut found = Vec::new();
    let mut open: Vec<_> = Some(root.join(folder)).filter(|folder| folder.is_dir()).into_iter().collect();
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("entries have names").to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && (name == ".ci" || !name.starts_with('.')) {
                    open.push(path);
                }
            } else if name != ".git" {
                let name =
                    path.strip_prefix(&root).expect("it is below the root").to_string_lossy().into_owned();
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}

fn rust_files() -> Vec<(String, String)> {
    let is_rust = |(name, _): &(String, PathBuf)| name.ends_with(".rs");
    files("crates")
        .into_iter()
        .chain(files("benches"))
        .filter(is_rust)
        .map(|(name, path)| (name, read(&path)))
        .collect()
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("the file can be read")).into_owned()
}

/// The crate a file belongs to, if it is part of the crate itself and not of its tests.
fn crate_of(name: &str) -> Option<&str> {
    let (krate, rest) = name.strip_prefix("crates/")?.split_once('/')?;
    (rest.starts_with("src/") && !rest.ends_with("tests.rs")).then_some(krate)
}

/// The lines of a file's code with their numbers: comments cut off, and nothing from the unit tests at its end on.
fn code_without_tests(text: &str) -> impl Iterator<Item = (usize, &str)> {
    code(text).take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
}

fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or(line)))
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_source_file_says_what_it_is() {
    let silent = |(name, text): &(String, String)| crate_of(name).is_some() && !text.starts_with("//! ");
    let faults: Vec<_> =
        rust_files().into_iter().filter(silent).map(|(name, _)| format!("{name}: no `//!`")).collect();
    none(&faults);
}

#[test]
fn files_are_not_too_long() {
    let mut faults = Vec::new();
    for (name, text) in rust_files() {
        let lines = text.lines().count();
        if lines > LINES {
            faults.push(format!("{name}: {lines} lines; look for the second idea in it"));
        }
    }
    none(&faults);
}

#[test]
fn nothing_is_left_unfinished() {
    let marks = [
        concat!("to", "do!("),
        concat!("unimpl", "emented!("),
        concat!("d", "bg!("),
        "#[ignore",
        "#[should_panic",
    ];
    let mut faults = Vec::new();
    for (name, text) in rust_files().iter().filter(|(name, _)| !name.ends_with("tests/tidy.rs")) {
        for (line, code) in code(text) {
            faults.extend(
                marks.iter().filter(|mark| code.contains(*mark)).map(|mark| format!("{name}:{line}: {mark}")),
            );
        }
    }
    none(&faults);
}

#[test]
fn only_the_command_line_prints() {
    let mut faults = Vec::new();
    for (name, text) in rust_files() {
        if crate_of(&name).is_none_or(|krate| PRINTERS.contains(&krate)) {
            continue;
        }
        for (line, code) in code_without_tests(&text) {
            if ["print!(", "println!("].iter().any(|print| code.contains(print)) {
                faults.push(format!("{name}:{line}: prints"));
            }
        }
    }
    none(&faults);
}

#[test]
fn nothing_is_unwrapped_without_a_reason() {
    let mut faults = Vec::new();
    for (name, text) in rust_files().iter().filter(|(name, _)| crate_of(name).is_some()) {
        for (line, code) in code_without_tests(text) {
            if code.contains(".unwrap()") {
                faults.push(format!("{name}:{line}: use expect(\"why this holds\") or a Diagnostic"));
            }
        }
    }
    none(&faults);
}

#[test]
fn words_that_belong_elsewhere() {
    // Marks of unfinished work, and words about how the work is organised, which mean nothing to a reader of the project.
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
        concat!("HA", "CK"),
        concat!("for", " now"),
        concat!("issue", " #"),
        concat!("sub", "agent"),
        concat!("this", " session"),
    ];
    // Folders of one machine: an absolute path to them works nowhere else.
    let folders = ["home", "root", "work", "tmp", "Users"].map(|folder| format!("/{folder}/"));
    let mut faults = Vec::new();
    for (name, path) in files("") {
        if name.starts_with("tests/") || name == "LICENSE" || name == "Cargo.lock" {
            continue;
        }
        for (index, line) in read(&path).lines().enumerate() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let alone = |at: usize, length: usize| {
                !line[..at].ends_with(is_word) && !line[at + length..].starts_with(is_word)
            };
            let absolute =
                |at: usize| line[..at].chars().next_back().is_none_or(|c| " \t\"'`(=:<[".contains(c));
            let word =
                words.iter().find(|word| line.match_indices(*word).any(|(at, word)| alone(at, word.len())));
            let folder =
                folders.iter().find(|folder| line.match_indices(*folder).any(|(at, _)| absolute(at)));
            if let Some(found) = word.copied().or(folder.map(String::as_str)) {
                faults.push(format!("{name}:{}: `{found}`", index + 1));
            }
        }
    }
    none(&faults);
}

/// The dependencies a manifest names in the sections whose title ends in `kind`, each with the rest of its line.
fn dependencies(manifest: &str, kind: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix('[') {
            let title = title.trim_end_matches(']');
            inside = title == kind || title.ends_with(&format!(".{kind}"));
            if let Some((_, name)) =
                title.split_once(&format!("{kind}.")).filter(|(before, _)| before.is_empty())
            {
                found.insert(name.to_string(), String::new());
            }
        } else if inside && let Some((name, value)) = line.split_once('=') {
            let (name, key) = name.trim().split_once('.').unwrap_or((name.trim(), ""));
            found.insert(name.trim_matches('"').to_string(), format!("{key} = {}", value.trim()));
        }
    }
    found
}

fn manifests() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (name, path) in files("crates") {
        if let Some(krate) = name.strip_prefix("crates/").and_then(|name| name.strip_suffix("/Cargo.toml")) {
            found.insert(krate.to_string(), read(&path));
        }
    }
    found
}

#[test]
fn the_crate_graph_is_the_declared_one() {
    let manifests = manifests();
    let mut real = BTreeSet::new();
    for (krate, manifest) in &manifests {
        for kind in ["dependencies", "build-dependencies"] {
            for (dependency, _) in dependencies(manifest, kind) {
                if manifests.contains_key(&dependency) {
                    real.insert(format!("{krate} -> {dependency}"));
                }
            }
        }
    }
    let map = read(&root().join("ARCHITECTURE.md"));
    let block = map.split_once("```crate-graph\n").expect("ARCHITECTURE.md has a block `crate-graph`").1;
    let block = block.split_once("```").expect("the block ends").0;
    let mut declared = BTreeSet::new();
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        let (krate, others) = line.split_once("->").unwrap_or_else(|| panic!("no `->` in `{line}`"));
        declared.extend(others.split(',').map(|other| format!("{} -> {}", krate.trim(), other.trim())));
    }
    let mut faults: Vec<_> = real.difference(&declared).map(|edge| format!("not declared: {edge}")).collect();
    faults.extend(declared.difference(&real).map(|edge| format!("declared but not there: {edge}")));
    let to_tests = real.iter().filter(|edge| edge.ends_with(" -> testkit"));
    faults.extend(to_tests.map(|edge| format!("testkit is for development only: {edge}")));
    none(&faults);
}

#[test]
fn dependencies_are_decided_in_one_place() {
    let mut faults = Vec::new();
    for (krate, manifest) in manifests() {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (dependency, value) in dependencies(&manifest, kind) {
                if !value.contains("workspace = true") {
                    faults.push(format!("{krate}: {dependency} {value}: say it in the root's Cargo.toml"));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn every_file_under_tests_files_is_used() {
    let all = files("tests/files");
    let mut faults = Vec::new();
    for (name, path) in &all {
        match name.split_once("/inputs/") {
            None if read(path).lines().any(|line| line.trim_start().starts_with("// RUN:")) => {}
            None => faults.push(format!("{name}: no RUN line")),
            Some((folder, input)) => {
                let wanted = format!("inputs/{input}");
                let in_folder =
                    |other: &str| other.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
                if !all.iter().any(|(other, path)| in_folder(other) && read(path).contains(&wanted)) {
                    faults.push(format!("{name}: no test of {folder} reads it"));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn every_law_is_documented() {
    let document = read(&root().join("docs/testing.md"));
    let laws = files("crates/testkit/tests").into_iter().filter_map(|(name, _)| {
        let law = name.strip_prefix("crates/testkit/tests/")?.strip_suffix(".rs")?.to_string();
        (!law.contains('/')).then_some(law)
    });
    let faults: Vec<String> = laws.filter(|law| !document.contains(&format!("| `{law}` |"))).collect();
    none(&faults);
}

#[test]
fn manifests_are_read_as_cargo_does() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\nbase.workspace = true\n# no = 1\nir = { workspace = true }\n\
                    [dev-dependencies]\ntestkit.workspace = true\n[dependencies.driver]\nworkspace = true\n";
    let names = |kind| dependencies(manifest, kind).into_keys().collect::<Vec<_>>();
    assert_eq!(names("dependencies"), ["base", "driver", "ir"]);
    assert_eq!(names("dev-dependencies"), ["testkit"]);
}

/// The names in a text that environment variables of ours have.
fn variables(text: &str) -> BTreeSet<String> {
    const BEGIN: &str = "FLOWRIGHT_";
    let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
    let names = text.match_indices(BEGIN).filter(|(at, _)| !text[..*at].ends_with(is_part)).map(|(at, _)| {
        let rest = &text[at..];
        rest[..rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())].to_string()
    });
    names.filter(|name| name.len() > BEGIN.len()).collect()
}

#[test]
fn environment_variables_are_documented() {
    let scripts = files("tools").into_iter().chain([
        ("flowright".to_string(), root().join("flowright")),
        ("test".to_string(), root().join("test")),
    ]);
    let looked_at: BTreeSet<String> = rust_files()
        .into_iter()
        .map(|(_, text)| text)
        .chain(scripts.map(|(_, path)| read(&path)))
        .flat_map(|text| variables(&text))
        .collect();
    let documented: BTreeSet<String> = read(&root().join("docs/environment.md"))
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_string))
        .filter(|name| name.starts_with("FLOWRIGHT"))
        .collect();
    assert_eq!(looked_at, documented);
}
