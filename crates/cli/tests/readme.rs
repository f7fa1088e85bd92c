//! Every example in the README and in the documents is executed.
//!
//! In a block ```` ```sh ```` each line that begins with `./flowright` or `$ ./flowright` is run by a shell in a copy of the repository's folder, with the
//! binary under test in the place of the script, and must succeed. A block ```` ```text output ```` that follows is what the commands of
//! the block before it print on standard output, all together; times in `ms` may be others. A file in `examples/` begins with a comment of the same kind: the command,
//! the word `prints`, and the output.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::process;
use testkit::scratch::Scratch;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Commands that stand together, and what they are said to print.
#[derive(Debug, Default)]
struct Example {
    line: usize,
    commands: Vec<String>,
    output: Option<String>,
}

/// The examples of a document.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            open = if open.is_some() { None } else { Some(info.trim()) };
            match open {
                Some("sh") => examples.push(Example { line: index + 1, ..Example::default() }),
                Some("text output") => {
                    let example = examples.last_mut().expect("an output follows the commands that print it");
                    assert!(
                        example.output.is_none(),
                        "line {}: the commands above have an output",
                        index + 1
                    );
                    example.output = Some(String::new());
                }
                _ => {}
            }
            continue;
        }
        match (open, examples.last_mut()) {
            (Some("sh"), Some(example)) => {
                let command = line.trim().trim_start_matches("$ ");
                if command.starts_with("./flowright ") {
                    example.commands.push(command.to_string());
                }
            }
            (Some("text output"), Some(example)) => {
                let output = example.output.get_or_insert_default();
                output.push_str(line.trim_end());
                output.push('\n');
            }
            _ => {}
        }
    }
    examples.retain(|example| !example.commands.is_empty());
    examples
}

/// The example in the first comment of a file: indented lines are commands until `prints`, and output afterwards.
fn header_example(text: &str) -> Example {
    let mut example = Example { line: 1, ..Example::default() };
    for line in text.lines().map_while(|line| line.strip_prefix("//")) {
        match (line.strip_prefix("   "), &mut example.output) {
            (Some(command), None) => example.commands.push(command.to_string()),
            (Some(line), Some(output)) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) if line == " prints" => example.output = Some(String::new()),
            _ => {}
        }
    }
    example
}

/// A folder that looks like the repository's, in which commands may write.
fn folder() -> Scratch {
    let folder = Scratch::new();
    for entry in fs::read_dir(root()).expect("the repository is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("it has a name");
        std::os::unix::fs::symlink(&path, folder.path().join(name)).expect("a link can be made");
    }
    folder
}

/// Runs the commands; the error says what is wrong.
fn check(example: &Example) -> Result<(), String> {
    let binary = env!("CARGO_BIN_EXE_flowright");
    let folder = folder();
    let mut printed = String::new();
    for command in &example.commands {
        let script = command.replace("./flowright", &format!("'{binary}'"));
        let arguments = ["-c".to_string(), script];
        let finished =
            process::run(Path::new("sh"), &arguments, folder.path(), Vec::new(), Duration::from_secs(300))?;
        if finished.status != Some(0) {
            let said = String::from_utf8_lossy(&finished.stderr);
            return Err(format!("`{command}` ends with status {:?} and says\n{said}", finished.status));
        }
        printed.push_str(&String::from_utf8_lossy(&finished.stdout));
    }
    let printed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    match &example.output {
        Some(output) if without_times(output) != without_times(&printed) => {
            Err(format!("{:?} print\n{printed}which is not what is written:\n{output}", example.commands))
        }
        _ => Ok(()),
    }
}

/// A text with every number before `ms` taken out: no two runs take the same time.
fn without_times(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for at in 1..words.len() {
        if words[at].starts_with("ms") && words[at - 1].parse::<f64>().is_ok() {
            words[at - 1] = "_";
        }
    }
    words.join(" ")
}

/// The files of a folder and of the folders in it.
fn files_below(folder: PathBuf) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            let list = if path.is_dir() { &mut open } else { &mut found };
            list.push(path);
        }
    }
    found.sort();
    found
}

/// The README and every document that is written by hand.
fn documents() -> Vec<PathBuf> {
    let mut found = files_below(root().join("docs"));
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.push(root().join("README.md"));
    found.sort();
    found
}

#[test]
fn every_example_runs_and_prints_what_is_written() {
    let mut faults = Vec::new();
    let mut count = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document is text");
        for example in examples(&text) {
            count += 1;
            if let Err(message) = check(&example) {
                faults.push(format!("{}:{}: {message}", path.display(), example.line));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count > 0, "the README has no example");
}

#[test]
fn every_example_file_does_what_its_first_comment_says() {
    let mut faults = Vec::new();
    for path in files_below(root().join("examples")) {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let example = header_example(&fs::read_to_string(&path).expect("an example is text"));
        let about_itself = |command: &String| command.starts_with("./flowright ") && command.contains(&name);
        // Definitions print nothing; the program that uses them is an example, too.
        let is_definition = name.ends_with(".irdl.mlir");
        if (example.output.is_none() && !is_definition)
            || !example.commands.iter().all(about_itself)
            || example.commands.is_empty()
        {
            faults
                .push(format!("{name}: its first comment gives no command for it, or not what that prints"));
        } else if let Err(message) = check(&example) {
            faults.push(format!("{name}: {message}"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn examples_are_found() {
    let text = "```sh\n$ ./flowright a | head -1\n./flowright b   # c\n./test\n```\nso\n\n```text output\nx  \n\ny\n```\n```text\nz\n```\n```sh\nls\n```\n";
    let found = examples(text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].commands, ["./flowright a | head -1", "./flowright b   # c"]);
    assert_eq!(found[0].output.as_deref(), Some("x\n\ny\n"));
}
