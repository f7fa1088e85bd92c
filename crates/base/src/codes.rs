//! The table of diagnostic codes: one row for every kind of diagnostic the tool can give.
//!
//! The row is all there is to a code: the constant that code uses, the number that users see, and the text that
//! `flowright explain` prints. Numbers are stable once released and never reused, and are grouped: FR00xx input
//! and arguments, FR01xx lexing and parsing, FR02xx verification, FR03xx passes, FR04xx execution, FR05xx faults of
//! our own, FR06xx circuits, FR07xx the C front end, FR08xx streams and elastic circuits, FR095x to FR098x
//! dialects that are defined in files, FR10xx patterns. To add a kind of diagnostic, add a row to its group's table, in order of numbers.
//!
//! `example` is an input that provokes the diagnostic when it is saved as the file that `example_command` names, `example.mlir` or
//! `example.c`; the command may name files in `examples/`, too. Both are empty where no small text does.

mod c;
mod chips;
mod circuits;
mod definitions;
mod execution;
mod input;
mod matching;
mod parsing;
mod passes;
mod patterns;
mod streams;
mod verification;

use crate::diagnostic::Code;

pub use c::consts::*;
pub use chips::consts::*;
pub use circuits::consts::*;
pub use definitions::consts::*;
pub use execution::consts::*;
pub use input::consts::*;
pub use matching::consts::*;
pub use parsing::consts::*;
pub use passes::consts::*;
pub use patterns::consts::*;
pub use streams::consts::*;
pub use verification::consts::*;

/// What there is to know about a code.
#[derive(Debug)]
pub struct CodeDef {
    /// The code.
    pub code: Code,
    /// The name of its constant, such as `UNDEFINED_VALUE`.
    pub name: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What the diagnostic means.
    pub explanation: &'static str,
    /// An input that provokes it, or nothing.
    pub example: &'static str,
    /// The command that shows it for the example, saved as the file `example.…` that it names, or nothing.
    pub example_command: &'static str,
    /// How to mend it.
    pub remedy: &'static str,
}

impl CodeDef {
    /// The file that the command reads the example from.
    pub fn example_file(&self) -> &'static str {
        let mut words = self.example_command.split_whitespace();
        words.find(|word| word.starts_with("example.")).unwrap_or("example.mlir")
    }
}

/// Defines the rows of one group and their constants.
macro_rules! rows {
    ($($number:literal $name:ident { $($field:ident: $text:expr,)+ })+) => {
        /// The constants of this group.
        pub(super) mod consts {
            use crate::diagnostic::Code;
            $(
                #[doc = concat!("The code of the row `", stringify!($name), "` in [`CODES`](crate::codes::CODES).")]
                pub const $name: Code = Code($number);
            )+
        }
        /// The rows of this group.
        pub(super) const ROWS: &[$crate::codes::CodeDef] = &[$(
            $crate::codes::CodeDef { code: consts::$name, name: stringify!($name), $($field: $text,)+ },
        )+];
    };
}
use rows;

/// Every code, in order of numbers.
pub static CODES: &[CodeDef] = &ALL;

const GROUPS: [&[CodeDef]; 12] = [
    input::ROWS,
    parsing::ROWS,
    verification::ROWS,
    passes::ROWS,
    execution::ROWS,
    circuits::ROWS,
    c::ROWS,
    streams::ROWS,
    definitions::ROWS,
    patterns::ROWS,
    matching::ROWS,
    chips::ROWS,
];

const COUNT: usize = {
    let (mut total, mut group) = (0, 0);
    while group < GROUPS.len() {
        total += GROUPS[group].len();
        group += 1;
    }
    total
};

/// The groups one after the other. A constant, because a slice of slices would make every reader flatten it.
static ALL: [CodeDef; COUNT] = {
    const BLANK: CodeDef = CodeDef {
        code: Code(0),
        name: "",
        title: "",
        explanation: "",
        example: "",
        example_command: "",
        remedy: "",
    };
    let mut all = [BLANK; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut row = 0;
        while row < GROUPS[group].len() {
            let def = &GROUPS[group][row];
            all[at] = CodeDef {
                code: def.code,
                name: def.name,
                title: def.title,
                explanation: def.explanation,
                example: def.example,
                example_command: def.example_command,
                remedy: def.remedy,
            };
            at += 1;
            row += 1;
        }
        group += 1;
    }
    all
};

/// The row of a code.
pub fn lookup(code: Code) -> Option<&'static CodeDef> {
    let at = CODES.binary_search_by_key(&code, |def| def.code).ok()?;
    Some(&CODES[at])
}

/// The row that a user means by `FR0106`, `fr106`, `106`, `UNDEFINED_VALUE` or `undefined-value`.
pub fn find(text: &str) -> Option<&'static CodeDef> {
    if let Ok(code) = text.parse() {
        return lookup(code);
    }
    let name = text.replace('-', "_");
    CODES.iter().find(|def| def.name.eq_ignore_ascii_case(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_and_names_differ() {
        for pair in CODES.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} stands before {}", pair[0].name, pair[1].name);
        }
        let names: std::collections::BTreeSet<_> = CODES.iter().map(|def| def.name).collect();
        assert_eq!(names.len(), CODES.len());
    }

    #[test]
    fn every_row_says_something() {
        for def in CODES {
            for text in [def.title, def.explanation, def.remedy] {
                assert!(text.len() > 10 && text.trim() == text, "{}: {text:?}", def.name);
            }
            assert!(!def.title.ends_with('.'), "{}: a title is no sentence", def.name);
            assert!(def.explanation.ends_with('.') && def.remedy.ends_with('.'), "{}", def.name);
            assert_eq!(def.example.is_empty(), def.example_command.is_empty(), "{}", def.name);
            let file = format!(" {}", def.example_file());
            assert!(def.example.is_empty() || def.example_command.contains(&file), "{}", def.name);
        }
    }

    #[test]
    fn codes_are_found_by_number_and_name() {
        for text in ["FR0106", "fr106", "106", "UNDEFINED_VALUE", "undefined-value"] {
            assert_eq!(find(text).map(|def| def.code), Some(UNDEFINED_VALUE), "{text}");
        }
        assert!(find("FR0099").is_none());
        assert!(find("nonsense").is_none());
    }
}
