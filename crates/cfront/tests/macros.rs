//! The preprocessor agrees with `cc -E` on texts that are hard to replace rightly.
//!
//! Both results are tokens: ours as they come, those of `cc` read back by our preprocessor, to which its text is plain C.

use base::{Diagnostics, Sources};
use cfront::preprocess::{Files, PreprocessOptions, preprocess};
use cfront::token::TokenKind;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn tokens(text: &str) -> Vec<TokenKind> {
    let mut sources = Sources::new();
    let main = sources.add("<stdin>", text);
    let mut diagnostics = Diagnostics::new();
    let options = PreprocessOptions::default();
    let tokens = preprocess(&mut sources, main, &options, &mut NoFiles, &mut diagnostics);
    let show = |diagnostic: &base::Diagnostic| {
        let place = diagnostic.span.map_or("", |span| sources.snippet(span));
        format!("{}: {place}", diagnostic.message)
    };
    let errors: Vec<String> =
        diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(show).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    tokens.into_iter().map(|token| token.kind).collect()
}

fn cc(text: &str) -> String {
    let mut child = Command::new("cc")
        .args(["-E", "-P", "-std=gnu11", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`cc` is installed");
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("`cc` reads its input");
    let output = child.wait_with_output().expect("`cc` ends");
    assert!(output.status.success(), "{text}");
    String::from_utf8(output.stdout).expect("`cc` writes text")
}

/// Texts of a few lines, a blank line between two.
const TEXTS: &str = include_str!("macros.txt");

#[test]
fn agrees_with_cc() {
    // One call for all: each text undefines what it has defined.
    let undefine = |text: &str| -> String {
        let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("#define "));
        let name =
            |rest: &str| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().map(str::to_string);
        names.filter_map(name).map(|name| format!("#undef {name}\n")).collect()
    };
    let texts: Vec<&str> = TEXTS.split("\n\n").collect();
    assert!(texts.len() >= 40, "there are {} texts", texts.len());
    let mark = |n: usize| format!("\nmark_{n}\n");
    let all: String =
        texts.iter().enumerate().map(|(n, text)| format!("{text}{}{}", mark(n), undefine(text))).collect();
    let (ours, theirs) = (tokens(&all), tokens(&cc(&all)));
    let (mut ours, mut theirs) = (ours.as_slice(), theirs.as_slice());
    for (n, text) in texts.iter().enumerate() {
        let end = TokenKind::Name(format!("mark_{n}").into());
        let cut = |tokens: &mut &[TokenKind]| {
            let at = tokens.iter().position(|token| *token == end).expect("the mark is no macro");
            let (part, rest) = tokens.split_at(at);
            *tokens = &rest[1..];
            part.to_vec()
        };
        assert_eq!(cut(&mut ours), cut(&mut theirs), "{text}");
    }
}
