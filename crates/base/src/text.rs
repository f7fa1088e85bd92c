//! Small helpers for words in messages.

use std::fmt::Display;
use std::io;

/// A number of things: `1 index`, `2 indices`, `2 matches`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {what}");
    }
    match (what.strip_suffix("index"), what.strip_suffix('y')) {
        (Some(stem), _) => format!("{count} {stem}indices"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ if what.ends_with("ch") => format!("{count} {what}es"),
        _ => format!("{count} {what}s"),
    }
}

/// The system's words for an error, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

/// The candidate that `name` is most likely a misspelling of: the nearest by edits, if no more than a third of the letters are wrong. A name
/// of one or two letters may be meant as anything.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.chars().count() / 3;
    if limit == 0 {
        return None;
    }
    let distances = candidates.into_iter().map(|candidate| (edits(name, candidate), candidate));
    distances
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions and replacements of characters that make `b` of `a`. A long `a` counts as far from everything:
/// the answer is for a person who mistyped a word.
fn edits(a: &str, b: &str) -> usize {
    const LONGEST: usize = 64;
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(LONGEST + 1).collect(), b.chars().collect());
    if a.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_the_right_number() {
        let counts = [0, 1, 2].map(|count: usize| counted(count, "result"));
        assert_eq!(counts, ["0 results", "1 result", "2 results"]);
        assert_eq!(counted(3u64, "index") + ", " + &counted(-4i64, "entry"), "3 indices, -4 entries");
    }

    #[test]
    fn finds_what_was_meant() {
        let ops = ["arith.addi", "arith.addf", "arith.subi"];
        assert_eq!(nearest("arith.adi", ops), Some("arith.addi"));
        assert_eq!(nearest("arith.subii", ops), Some("arith.subi"));
        assert_eq!(nearest("memref.load", ops), None);
        assert_eq!(
            ["x", "ab", "abc", "abcd"].map(|name| nearest(name, ["abx", "y"])),
            [None, None, Some("abx"), None]
        );
        assert_eq!(nearest(&"x".repeat(1000), ops), None);
    }
}
