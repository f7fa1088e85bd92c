//! Pragmas: those that ask for unrolling or pipelining become hints on a loop, others are named once and ignored.

use super::Parser;
use crate::token::Place as Origin;
use crate::tree::LoopHints;
use base::{Diagnostic, codes};

/// What a pragma asks for.
enum Asked {
    /// Something of a loop.
    Loop(LoopHints),
    /// Nothing that concerns us.
    Nothing,
    /// Something that we do not know.
    Unknown,
    /// Something that we know, with something else where a number should be.
    NoNumber,
}

impl Parser<'_> {
    /// What a pragma asks of a loop; reports what is unknown.
    pub(super) fn pragma(&mut self, text: &str, origin: Origin) -> Option<LoopHints> {
        match asked(text) {
            Asked::Loop(hints) => return Some(hints),
            Asked::Nothing => {}
            Asked::Unknown => self.warn_of_pragma(text, origin, "is not known, and has no effect"),
            Asked::NoNumber => {
                self.warn_of_pragma(text, origin, "has no effect, because it needs a positive number")
            }
        }
        None
    }

    /// Reports a pragma that is not before a loop if it asks something of one.
    pub(super) fn stray_pragma(&mut self, text: &str, origin: Origin) {
        if self.pragma(text, origin).is_some() {
            self.warn_of_pragma(text, origin, "has no effect, because no loop follows");
        }
    }

    fn warn_of_pragma(&mut self, text: &str, origin: Origin, what: &str) {
        if self.pragmas.insert(text.into()) {
            let message = format!("`#pragma {text}` {what}");
            self.report(Diagnostic::warning(codes::C_PRAGMA, origin.used, message), origin);
        }
    }
}

/// Whether a pragma is of the kind that may stand at the beginning of the body of the loop that it means.
pub(super) fn may_be_inside(text: &str) -> bool {
    text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("hls "))
}

/// Adds what a further pragma asks for.
pub(super) fn merge(hints: &mut LoopHints, more: LoopHints) {
    hints.unroll = more.unroll.or(hints.unroll);
    hints.pipeline = more.pipeline.or(hints.pipeline);
}

fn asked(text: &str) -> Asked {
    let words = words(text);
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    match (words.as_slice(), lower.as_slice()) {
        ([] | ["once", ..] | ["STDC", ..], _) => Asked::Nothing,
        (["unroll"], _) => unroll(0),
        (["nounroll"], _) => unroll(1),
        (["unroll", count @ ..] | ["GCC", "unroll", count @ ..], _) => {
            // Zero is how GCC is told not to unroll.
            number(count).map_or(Asked::NoNumber, |count| unroll(count.max(1)))
        }
        (["clang", "loop", options @ ..], _) => clang_loop(options),
        (_, ["hls", "unroll", options @ ..]) => match option("factor", options) {
            None => unroll(0),
            Some(factor) => number(factor).filter(|factor| *factor > 0).map_or(Asked::NoNumber, unroll),
        },
        (_, ["hls", "pipeline", "off"]) => Asked::Nothing,
        (_, ["hls", "pipeline", options @ ..]) => match option("ii", options) {
            None => pipeline(0),
            Some(interval) => {
                number(interval).filter(|interval| *interval > 0).map_or(Asked::NoNumber, pipeline)
            }
        },
        _ => Asked::Unknown,
    }
}

fn unroll(count: u32) -> Asked {
    Asked::Loop(LoopHints { unroll: Some(count), pipeline: None })
}

fn pipeline(interval: u32) -> Asked {
    Asked::Loop(LoopHints { unroll: None, pipeline: Some(interval) })
}

/// `unroll_count(4) vectorize(enable)`: the options about unrolling among them.
fn clang_loop(mut options: &[&str]) -> Asked {
    let mut asked = Asked::Unknown;
    while let [name, "(", rest @ ..] = options {
        let Some(end) = closing(rest) else { return Asked::Unknown };
        let argument = &rest[..end];
        match (*name, argument) {
            ("unroll_count", _) => match number(argument) {
                Some(count) if count > 0 => asked = unroll(count),
                _ => return Asked::NoNumber,
            },
            ("unroll", ["full" | "enable"]) => asked = unroll(0),
            ("unroll", ["disable"]) => asked = unroll(1),
            _ => {}
        }
        options = &rest[end + 1..];
    }
    asked
}

/// Where the bracket closes that was opened before these words.
fn closing(words: &[&str]) -> Option<usize> {
    let mut depth = 0u32;
    words.iter().position(|word| match *word {
        "(" => {
            depth += 1;
            false
        }
        ")" if depth == 0 => true,
        ")" => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

/// What follows `name=`, up to the next option; `None` if it is not there.
fn option<'a, 'b>(name: &str, words: &'a [&'b str]) -> Option<&'a [&'b str]> {
    let start = words.windows(2).position(|pair| pair[0] == name && pair[1] == "=")? + 2;
    let rest = &words[start..];
    let end = match rest {
        ["(", inner @ ..] => closing(inner).map_or(rest.len(), |end| end + 2),
        _ => rest.len().min(1),
    };
    Some(&rest[..end])
}

/// A number, maybe in parentheses.
fn number(mut words: &[&str]) -> Option<u32> {
    while let ["(", inner @ .., ")"] = words {
        words = inner;
    }
    let [word] = words else { return None };
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']);
    match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => word.parse().ok(),
    }
}

/// Splits a text into names and numbers, and single other characters.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a pragma asks for: `u` and `p` with numbers, `-` for nothing, `?` for what is unknown, `#` for a missing number.
    fn check(text: &str, expected: &str) {
        let found = match asked(text) {
            Asked::Loop(LoopHints { unroll, pipeline }) => {
                unroll.map(|n| format!("u{n}")).or(pipeline.map(|n| format!("p{n}"))).unwrap_or_default()
            }
            Asked::Nothing => "-".to_string(),
            Asked::Unknown => "?".to_string(),
            Asked::NoNumber => "#".to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn pragmas_of_all_tools() {
        check("unroll", "u0");
        check("unroll 4", "u4");
        check("unroll(4)", "u4");
        check("unroll ((0x10u))", "u16");
        check("nounroll", "u1");
        check("GCC unroll 8", "u8");
        check("GCC unroll 0", "u1");
        check("clang loop unroll_count(2)", "u2");
        check("clang loop vectorize(enable) unroll(full)", "u0");
        check("clang loop unroll(disable)", "u1");
        check("HLS unroll", "u0");
        check("HLS UNROLL factor = 3 skip_exit_check", "u3");
        check("HLS unroll skip_exit_check factor=(3)", "u3");
        check("HLS pipeline", "p0");
        check("HLS PIPELINE II=2 rewind", "p2");
        check("HLS pipeline off", "-");
        check("once", "-");
        check("STDC FP_CONTRACT ON", "-");
    }

    #[test]
    fn unknown_and_wrong_pragmas() {
        check("omp parallel for", "?");
        check("HLS interface port=a", "?");
        check("clang loop vectorize(enable)", "?");
        check("clang loop unroll_count(", "?");
        check("unroll N", "#");
        check("HLS unroll factor=0", "#");
        check("HLS pipeline II=", "#");
        check("clang loop unroll_count(x)", "#");
    }
}
