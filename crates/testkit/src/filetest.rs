//! One file test: a text file whose first comments say what to run and whose other comments say what to expect.
//!
//! | comment | meaning |
//! |---|---|
//! | `// RUN: flowright opt %s --passes=cse` | runs the tool in the file's folder; `%s` is the file, `%t` a path for temporary output; a line that ends in `\` goes on in the next `RUN` line |
//! | `… \| check` | its output goes to the CHECK comments; `--check-prefix=A` (or `A,B`) takes others. When no RUN line has `\| check`, all do |
//! | `… 2>&1 \| check` | its standard error too, after its standard output |
//! | `… < FILE`, `… \| flowright …` | as in a shell |
//! | `// RUN: not flowright …` | the tool must fail (status 1 or 2); also so by default where an `expected-error` stands |
//! | `// EXIT: 2` | the exit status of the RUN line above, or of all when it stands before them |
//! | `// CHECK…` | see [`crate::filecheck`] |
//! | `// expected-error …` | see [`crate::expect`] |
//! | `// ORACLE: mlir-opt-19 …` | this program must accept the output of every RUN line that is to succeed |
//! | `// BLESS` | the output must equal the `// OUT: ` lines at the end of the file (blanks at line ends apart), which blessing rewrites |
//!
//! A test that could hardly fail (a RUN line whose output and status nobody looks at) is an error itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::expect::{self, Expectation};
use crate::filecheck;
use crate::process;

/// A tool that runs longer is taken to hang.
const LIMIT: Duration = Duration::from_secs(120);
const OUT: &str = "// OUT:";

/// How file tests are run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program that `flowright` in a RUN line stands for.
    pub binary: PathBuf,
    /// Rewrite recorded outputs instead of comparing with them.
    pub bless: bool,
}

/// What a RUN line must end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Exactly(i32),
    /// The tool says no (1) or refuses the input (2); a fault of the tool itself (3, a signal) is something else.
    Refusal,
}

#[derive(Debug)]
struct Run {
    line: usize,
    /// The commands of the pipe, without the program's name.
    commands: Vec<Vec<String>>,
    input: Option<String>,
    with_stderr: bool,
    status: Option<Status>,
    /// The prefixes behind `| check`.
    check: Option<Vec<String>>,
}

#[derive(Debug)]
struct FileTest {
    runs: Vec<Run>,
    oracles: Vec<Vec<String>>,
    expectations: Vec<Expectation>,
    /// The recorded output of a test that is blessed.
    recorded: Option<Vec<String>>,
}

/// Runs the file test at `path`; the error says what is wrong.
pub fn run(path: &Path, config: &Config) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|e| format!("cannot read the test: {e}"))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        "the test is not UTF-8; put such inputs in a folder `inputs` beside the test".to_string()
    })?;
    let test = parse(&text)?;
    let name = path.file_name().and_then(|name| name.to_str()).ok_or("the file's name is not UTF-8")?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let temporary = Temporary::new(name, &test)?;
    let place = Place { path, name, folder, text: &text, temporary: temporary.path(), config };
    for run in &test.runs {
        test.check_run(run, &place).map_err(|message| format!("RUN line {}: {message}", run.line))?;
    }
    Ok(())
}

/// Where a test stands and what it is run with.
struct Place<'p> {
    path: &'p Path,
    name: &'p str,
    folder: &'p Path,
    text: &'p str,
    temporary: &'p str,
    config: &'p Config,
}

impl FileTest {
    fn check_run(&self, run: &Run, place: &Place) -> Result<(), String> {
        let (stdout, stderr) = self.execute(run, place)?;
        if !self.expectations.is_empty() {
            expect::verify(&self.expectations, place.name, &stderr)?;
        }
        if let Some(prefixes) = &run.check {
            let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
            let output = if run.with_stderr { format!("{stdout}{stderr}") } else { stdout.clone() };
            filecheck::check(place.name, place.text, &prefixes, &output)
                .map_err(|message| with_output(message, "standard error", &stderr))?;
        }
        if let Some(recorded) = &self.recorded {
            let lines: Vec<&str> = stdout.lines().map(str::trim_end).collect();
            if place.config.bless {
                if *recorded != lines {
                    let text = blessed(place.text, &lines);
                    fs::write(place.path, text).map_err(|e| format!("cannot write the test: {e}"))?;
                }
            } else if *recorded != lines {
                return Err(difference(recorded, &lines));
            }
        }
        if run.status == Some(Status::Exactly(0)) {
            for oracle in &self.oracles {
                accept(oracle, &stdout, place)?;
            }
        }
        Ok(())
    }

    /// Runs the commands of a RUN line and checks their status; gives the last one's outputs.
    fn execute(&self, run: &Run, place: &Place) -> Result<(String, String), String> {
        let mut input = match &run.input {
            None => Vec::new(),
            Some(file) => {
                let file = place.folder.join(substituted(file, place));
                fs::read(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?
            }
        };
        for (index, command) in run.commands.iter().enumerate() {
            let last = index + 1 == run.commands.len();
            let mut arguments: Vec<String> = command.iter().map(|word| substituted(word, place)).collect();
            if last && !self.expectations.is_empty() {
                arguments.push("--diagnostics=json".to_string());
            }
            let finished = process::run(&place.config.binary, &arguments, place.folder, input, LIMIT)?;
            let stderr = String::from_utf8_lossy(&finished.stderr).replace(place.temporary, "%t");
            let wanted = if last { run.status } else { Some(Status::Exactly(0)) };
            let good = match wanted {
                Some(Status::Exactly(status)) => finished.status == Some(status),
                Some(Status::Refusal) => matches!(finished.status, Some(1 | 2)),
                None => true,
            };
            if !good {
                let status =
                    finished.status.map_or("a signal".to_string(), |status| format!("status {status}"));
                let wanted = match wanted {
                    Some(Status::Exactly(status)) => format!("status {status}"),
                    _ => "status 1 or 2".to_string(),
                };
                let message = format!("the tool ended with {status}, not with {wanted}");
                return Err(with_output(message, "standard error", &stderr));
            }
            if last {
                return Ok((
                    String::from_utf8_lossy(&finished.stdout).replace(place.temporary, "%t"),
                    stderr,
                ));
            }
            input = finished.stdout;
        }
        Err("there is no command".to_string())
    }
}

fn accept(oracle: &[String], output: &str, place: &Place) -> Result<(), String> {
    let [program, arguments @ ..] = oracle else { return Err("the oracle has no name".to_string()) };
    let finished = process::run(Path::new(program), arguments, place.folder, output.into(), LIMIT)?;
    if finished.status == Some(0) {
        return Ok(());
    }
    let message = with_output(format!("{program} does not accept the output"), "output", output);
    Err(with_output(message, "what it says", &String::from_utf8_lossy(&finished.stderr)))
}

fn with_output(message: String, what: &str, text: &str) -> String {
    const LINES: usize = 60;
    if text.trim().is_empty() {
        return message;
    }
    let more = text.lines().count().saturating_sub(LINES);
    let mut shown = format!("{message}\n  {what}:");
    for line in text.lines().take(LINES) {
        shown.push_str(&format!("\n    {line}"));
    }
    if more > 0 {
        shown.push_str(&format!("\n    … and {more} more lines"));
    }
    shown
}

fn difference(recorded: &[String], output: &[&str]) -> String {
    let same = recorded.iter().zip(output).take_while(|(a, b)| a == b).count();
    let show = |line: Option<&str>| line.map_or("<end>".to_string(), |line| format!("`{line}`"));
    format!(
        "the output differs from the recorded one at its line {}:\n    recorded {}\n    now      {}\n  \
         if the new output is right: FLOWRIGHT_BLESS=1",
        same + 1,
        show(recorded.get(same).map(String::as_str)),
        show(output.get(same).copied())
    )
}

/// The test's text with the recorded output replaced.
fn blessed(text: &str, output: &[&str]) -> String {
    let body: Vec<&str> = text.lines().take_while(|line| !line.starts_with(OUT)).collect();
    let mut new = body.join("\n").trim_end().to_string();
    new.push_str("\n\n");
    for line in output {
        new.push_str(format!("{OUT} {line}").trim_end());
        new.push('\n');
    }
    new
}

/// The folder of a test's temporary files, which goes when the test ends.
struct Temporary(Option<PathBuf>, String);

impl Temporary {
    fn new(name: &str, test: &FileTest) -> Result<Temporary, String> {
        let used =
            |run: &Run| run.commands.iter().flatten().chain(&run.input).any(|word| word.contains("%t"));
        if !test.runs.iter().any(used) {
            return Ok(Temporary(None, "%t".to_string()));
        }
        let base = std::env::temp_dir();
        // Tests of one name may run at the same time, from different folders or processes.
        for number in 0..1000 {
            let folder = base.join(format!("flowright-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => {
                    let path = folder.join(format!("{name}.tmp")).display().to_string();
                    return Ok(Temporary(Some(folder), path));
                }
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(format!("cannot make {}: {e}", folder.display())),
            }
        }
        Err(format!("{} is full of temporary folders", base.display()))
    }

    fn path(&self) -> &str {
        &self.1
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            // What is left behind harms nobody, and there is nobody to tell.
            drop(fs::remove_dir_all(folder));
        }
    }
}

/// `%s` and `%t` where they stand as words of their own, so that `%step` stays what it is.
fn substituted(word: &str, place: &Place) -> String {
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let after = rest[at + 1..].chars().nth(1);
        let alone = after.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        match rest[at + 1..].chars().next() {
            Some('s') if alone => out.push_str(place.name),
            Some('t') if alone => out.push_str(place.temporary),
            _ => {
                out.push('%');
                rest = &rest[at + 1..];
                continue;
            }
        }
        rest = &rest[at + 2..];
    }
    out + rest
}

fn parse(text: &str) -> Result<FileTest, String> {
    let expectations = expect::expectations(text)?;
    let mut test = FileTest { runs: Vec::new(), oracles: Vec::new(), expectations, recorded: None };
    let mut for_all = None;
    let mut unfinished: Option<(usize, String)> = None;
    let mut in_head = true;
    let mut outputs = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let at = |message: String| format!("line {number}: {message}");
        if let Some(output) = line.strip_prefix(OUT) {
            outputs.push(output.strip_prefix(' ').unwrap_or(output).trim_end().to_string());
            continue;
        }
        if !outputs.is_empty() {
            return Err(at(format!("the lines with `{OUT}` must be the last of the file")));
        }
        let comment = line.trim_start().strip_prefix("//").map(str::trim);
        in_head &= comment.is_some() || line.trim().is_empty();
        let Some(comment) = comment else { continue };
        let (key, value) = match comment.split_once(':') {
            Some((key, value)) => (key, value.trim()),
            None => (comment, ""),
        };
        if !matches!(key, "RUN" | "EXIT" | "ORACLE" | "BLESS") {
            continue;
        }
        if !in_head {
            return Err(at(format!("{key} must stand among the first comments of the file")));
        }
        if unfinished.is_some() && key != "RUN" {
            return Err(at("the RUN line above ends in `\\` but does not go on".to_string()));
        }
        match key {
            "RUN" => {
                let (first, mut command) = unfinished.take().unwrap_or((number, String::new()));
                match value.strip_suffix('\\') {
                    Some(part) => {
                        command.push_str(part);
                        unfinished = Some((first, command));
                    }
                    None => test.runs.push(parse_run(first, &(command + value)).map_err(at)?),
                }
            }
            "EXIT" => {
                let status = value.parse().map_err(|_| at(format!("`{value}` is no exit status")))?;
                let slot = test.runs.last_mut().map_or(&mut for_all, |run| &mut run.status);
                if slot.replace(Status::Exactly(status)).is_some() {
                    return Err(at("the exit status is already given".to_string()));
                }
            }
            "ORACLE" => {
                let words = words(value).map_err(at)?.into_iter().map(|word| word.text).collect::<Vec<_>>();
                if words.is_empty() {
                    return Err(at("the oracle has no name".to_string()));
                }
                test.oracles.push(words);
            }
            _ => test.recorded = Some(Vec::new()),
        }
    }
    if unfinished.is_some() {
        return Err("the last RUN line ends in `\\`".to_string());
    }
    match &mut test.recorded {
        Some(recorded) => *recorded = outputs,
        None if !outputs.is_empty() => return Err(format!("`{OUT}` lines need the header `// BLESS`")),
        None => {}
    }
    complete(&mut test, text, for_all)?;
    Ok(test)
}

/// Fills in what RUN lines leave open and refuses tests that are not what their author thinks they are.
fn complete(test: &mut FileTest, text: &str, for_all: Option<Status>) -> Result<(), String> {
    if test.runs.is_empty() {
        return Err("there is no RUN line; inputs of other tests belong in a folder `inputs`".to_string());
    }
    if test.recorded.is_some() && test.runs.len() != 1 {
        return Err("a test with BLESS has exactly one RUN line".to_string());
    }
    let piped = test.runs.iter().any(|run| run.check.is_some());
    let has_checks = filecheck::has_directive(text, "CHECK");
    if !piped && has_checks {
        test.runs.iter_mut().for_each(|run| run.check = Some(vec!["CHECK".to_string()]));
    }
    let mut prefixes: Vec<&str> =
        test.runs.iter().flat_map(|run| &run.check).flatten().map(String::as_str).collect();
    if has_checks && !prefixes.contains(&"CHECK") {
        return Err("no RUN line uses the CHECK comments".to_string());
    }
    // A typing mistake in the only directive of a file must not hide it.
    prefixes.push("CHECK");
    if let Some((line, name)) = filecheck::misspelt(text, &prefixes).first() {
        return Err(format!("line {line}: there is no directive {name}"));
    }
    let result_counts = test.recorded.is_some() || !test.expectations.is_empty() || prefixes.len() > 1;
    let status_counts = for_all.is_some() || test.runs.iter().any(|run| run.status.is_some());
    if !result_counts && !status_counts {
        return Err("nothing looks at the result; add CHECK, expected-error, BLESS or EXIT".to_string());
    }
    let expects_error = test.expectations.iter().any(Expectation::is_error);
    let default = if expects_error { Status::Refusal } else { Status::Exactly(0) };
    for run in &mut test.runs {
        run.status = run.status.or(for_all).or(Some(default));
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
struct Word {
    text: String,
    quoted: bool,
}

impl Word {
    fn is(&self, operator: &str) -> bool {
        !self.quoted && self.text == operator
    }
}

/// Cuts a command into words as a shell does: blanks separate, quotes and `\` protect.
fn words(command: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        if quote.is_none() && c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert(Word { text: String::new(), quoted: false });
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.quoted = true;
            }
            (None | Some('"'), '\\') => {
                word.quoted = true;
                word.text.push(chars.next().ok_or("the command ends in `\\`")?);
            }
            (_, c) => word.text.push(c),
        }
    }
    if quote.is_some() {
        return Err("a quotation is not closed".to_string());
    }
    words.extend(word);
    Ok(words)
}

fn parse_run(line: usize, text: &str) -> Result<Run, String> {
    let words = words(text)?;
    let mut run =
        Run { line, commands: Vec::new(), input: None, with_stderr: false, status: None, check: None };
    let stages: Vec<&[Word]> = words.split(|word| word.is("|")).collect();
    for (index, stage) in stages.iter().enumerate() {
        let mut stage: &[Word] = stage;
        let last = index + 1 == stages.len();
        if last && index > 0 && stage.first().is_some_and(|word| word.is("check")) {
            run.check = Some(check_prefixes(&stage[1..])?);
            continue;
        }
        if stage.first().is_some_and(|word| word.is("not")) {
            run.status = Some(Status::Refusal);
            stage = &stage[1..];
        } else if run.status.is_some() {
            return Err("`not` must stand before the last command".to_string());
        }
        let [program, rest @ ..] = stage else { return Err("a command is missing".to_string()) };
        if !program.is("flowright") {
            return Err(format!("`{}` is not run here: a command is `flowright …` or `check`", program.text));
        }
        let mut arguments = Vec::new();
        let mut rest = rest.iter();
        while let Some(word) = rest.next() {
            if word.is("2>&1") {
                run.with_stderr = true;
            } else if word.is("<") {
                if index > 0 {
                    return Err("only the first command can read a file".to_string());
                }
                run.input = Some(rest.next().ok_or("`<` lacks its file")?.text.clone());
            } else if !word.quoted && ["&&", "||", ";", ">", ">>", "&", "2>"].contains(&word.text.as_str()) {
                return Err(format!("`{}` is not understood here", word.text));
            } else {
                arguments.push(word.text.clone());
            }
        }
        run.commands.push(arguments);
    }
    Ok(run)
}

fn check_prefixes(arguments: &[Word]) -> Result<Vec<String>, String> {
    let mut prefixes = Vec::new();
    for argument in arguments {
        let Some(names) = argument.text.strip_prefix("--check-prefix=") else {
            return Err(format!("check has no option `{}`, only --check-prefix=NAME", argument.text));
        };
        prefixes.extend(names.split(',').map(str::to_string));
    }
    if prefixes.is_empty() {
        prefixes.push("CHECK".to_string());
    }
    match prefixes.iter().find(|name| name.is_empty()) {
        Some(_) => Err("a prefix cannot be empty".to_string()),
        None => Ok(prefixes),
    }
}

#[cfg(test)]
mod tests;
