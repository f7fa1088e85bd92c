//! The documents say what the tool does: the reference is what the tables give, and every code's example provokes that code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::process::{self, Finished};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder for one test, which goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("flowright-documents-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn flowright(folder: &Path, arguments: &[&str]) -> Finished {
    let arguments: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
    let binary = Path::new(env!("CARGO_BIN_EXE_flowright"));
    process::run(binary, &arguments, folder, Vec::new(), Duration::from_secs(120)).expect("the tool runs")
}

/// All files below a folder, by their path in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("a document is text");
                found.insert(path.strip_prefix(folder).expect("it is below the folder").to_path_buf(), text);
            }
        }
    }
    found
}

#[test]
fn the_reference_is_what_the_tables_give() {
    let committed = root().join("docs/reference");
    let folder = Folder::new("reference");
    assert_eq!(flowright(&folder.0, &["docs", "."]).status, Some(0));
    let new = files(&folder.0.join("reference"));
    if std::env::var_os("FLOWRIGHT_BLESS").is_some() {
        if committed.exists() {
            fs::remove_dir_all(&committed).expect("the old documents can be removed");
        }
        assert_eq!(flowright(&root(), &["docs", "docs"]).status, Some(0));
    }
    let old = files(&committed);
    let differ: Vec<_> =
        new.iter().filter(|(name, text)| old.get(*name) != Some(text)).map(|(name, _)| name).collect();
    let gone: Vec<_> = old.keys().filter(|name| !new.contains_key(*name)).collect();
    assert!(
        differ.is_empty() && gone.is_empty(),
        "out of date: {differ:?}; of nothing that exists: {gone:?}; `./test --bless` writes them anew"
    );
}

#[test]
fn the_example_of_every_code_provokes_it() {
    let folder = Folder::new("codes");
    std::os::unix::fs::symlink(root().join("examples"), folder.0.join("examples"))
        .expect("a link can be made");
    let mut faults = Vec::new();
    for def in base::codes::CODES.iter().filter(|def| !def.example.is_empty()) {
        fs::write(folder.0.join(def.example_file()), def.example).expect("the file can be written");
        let words: Vec<&str> = def.example_command.split_whitespace().chain(["--diagnostics=json"]).collect();
        assert_eq!(words[0], "flowright", "{}", def.code);
        let finished = flowright(&folder.0, &words[1..]);
        let said = String::from_utf8_lossy(&finished.stderr).into_owned();
        let wanted = format!("\"code\":\"{}\"", def.code);
        // A warning stops nothing.
        let status = match finished.status {
            Some(0) => said.contains("\"severity\":\"warning\""),
            status => matches!(status, Some(1 | 2)),
        };
        if !status || !said.contains(&wanted) {
            faults.push(format!(
                "{} with `{}`: status {:?}, says\n{said}",
                def.code, def.example_command, finished.status
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
