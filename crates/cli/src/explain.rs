//! `flowright explain`: the table of diagnostic codes, for people.

use crate::args::ExplainArgs;
use crate::console::{Console, Status};
use base::codes::{self, CODES, CodeDef};
use base::text::nearest;
use base::{Code, Diagnostic};
use driver::json::{Object, array};

/// Runs the command.
pub fn main(console: &Console, arguments: ExplainArgs) -> Status {
    let text = match &arguments.code {
        None if arguments.json => Object::new().raw("codes", array(CODES.iter().map(json))).finish() + "\n",
        None => CODES.iter().map(|def| format!("{}  {}\n", def.code, def.title)).collect(),
        Some(wanted) => match codes::find(wanted) {
            None => return console.complain(unknown(wanted)),
            Some(def) if arguments.json => json(def) + "\n",
            Some(def) => explanation(def),
        },
    };
    console.output(text.as_bytes(), Status::Success)
}

fn explanation(def: &CodeDef) -> String {
    let mut text = format!("{}: {}\n\n{}\n", def.code, def.title, wrapped(def.explanation));
    if !def.example.is_empty() {
        text.push_str(&format!("For example, with this in {}:\n\n", def.example_file()));
        for line in def.example.lines() {
            text.push_str(format!("    {line}").trim_end());
            text.push('\n');
        }
        text.push_str(&format!("\n    $ {}\n\n", def.example_command));
    }
    text.push_str(&wrapped(&format!("To mend it: {}", def.remedy)));
    text
}

fn json(def: &CodeDef) -> String {
    Object::new()
        .text("code", &def.code.to_string())
        .text("name", def.name)
        .text("title", def.title)
        .text("explanation", def.explanation)
        .text("example", def.example)
        .text("command", def.example_command)
        .text("remedy", def.remedy)
        .finish()
}

fn unknown(wanted: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::BAD_ARGUMENT, None, format!("there is no diagnostic `{wanted}`"));
    let near = match wanted.parse::<Code>() {
        // Among numbers, the next one is nearer than one that shares more digits.
        Ok(code) => CODES.iter().min_by_key(|def| def.code.0.abs_diff(code.0)),
        Err(()) => {
            let name = wanted.replace('-', "_").to_uppercase();
            nearest(&name, CODES.iter().map(|def| def.name)).and_then(codes::find)
        }
    };
    match near {
        Some(def) => diagnostic
            .hint(format!("the nearest is {}, {}; `flowright explain` lists all", def.code, def.title)),
        None => diagnostic.hint("`flowright explain` lists all codes"),
    }
}

/// Text in lines of at most 100 characters, ending with a new line.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        let text = wrapped(&"word ".repeat(50));
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert_eq!(text.split_whitespace().count(), 50);
        assert_eq!(wrapped(&"x".repeat(200)).lines().count(), 1);
    }

    #[test]
    fn the_nearest_code_is_named() {
        let hint = |wanted: &str| unknown(wanted).hint.unwrap_or_default();
        assert!(hint("FR0499").contains("FR0500"));
        assert!(hint("undefined-valeu").contains("FR0106"));
        assert!(hint("utter-nonsense").starts_with("`flowright explain`"));
    }
}
