//! Faults of our own: the file that lets somebody else see them again.
//!
//! A reproducer is the input as it was, under a head of comment lines with the command and what went wrong, so that it can be given to
//! the same command unchanged.

use crate::files::Input;
use base::output::create_numbered;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is known about a fault.
#[derive(Clone, Debug)]
pub struct Fault<'a> {
    /// The words of the command line, the program's name first.
    pub command: &'a [String],
    /// What was being read, if anything was.
    pub input: Option<&'a Input>,
    /// What happened, in as many lines as it takes.
    pub message: &'a str,
}

/// Writes a reproducer into a folder, under a name nobody uses, and says which.
pub fn write_reproducer(folder: &Path, fault: &Fault) -> io::Result<PathBuf> {
    let process = std::process::id();
    let (path, mut file) =
        create_numbered(|number| folder.join(format!("flowright-fault-{process}-{number}.mlir")))?;
    file.write_all(&contents(fault))?;
    Ok(path)
}

fn contents(fault: &Fault) -> Vec<u8> {
    let mut head = format!("// flowright {} met a fault of its own.\n", crate::VERSION);
    let command: Vec<String> = fault.command.iter().map(|word| quoted(word)).collect();
    let facts = [("command", command.join(" ")), ("fault", fault.message.to_string())];
    for (name, text) in &facts {
        // A word of the command line or a message may have line breaks; each line must stay a comment.
        for (index, line) in text.lines().enumerate() {
            head.push_str(&if index == 0 {
                format!("// {name}: {line}\n")
            } else {
                format!("//   {line}\n")
            });
        }
    }
    let mut bytes = head.into_bytes();
    if let Some(input) = fault.input {
        bytes.extend_from_slice(&input.bytes);
    }
    bytes
}

/// A word as a shell would take it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reproducer_is_the_input_under_comments() {
        let command = ["flowright", "opt", "-", "--passes", "a{b=1}", "x\ny"].map(String::from);
        let input = Input::new("<stdin>", b"module {}\n\xFF".to_vec());
        let fault =
            Fault { command: &command, input: Some(&input), message: "index out of range\nat a.rs:3" };
        let path = write_reproducer(&std::env::temp_dir(), &fault).expect("it can be written");
        let bytes = std::fs::read(&path).expect("it is there");
        std::fs::remove_file(&path).expect("it can be removed");
        let expected = format!(
            "// flowright {} met a fault of its own.\n// command: flowright opt - --passes 'a{{b=1}}' 'x\n//   y'\n\
             // fault: index out of range\n//   at a.rs:3\nmodule {{}}\n",
            crate::VERSION
        );
        assert_eq!(bytes, [expected.as_bytes(), b"\xFF"].concat());
    }
}
