//! Legal names: what a name of the source becomes, and which of several claimants keeps it.
//!
//! A name of the source may hold any character and may be a keyword. It stays as it is where SystemVerilog allows that;
//! a character that cannot stand becomes `_`, and a name that is taken gets a number behind it. Within a module, names that
//! differ in nothing but the case of letters count as one, since not every tool (and no file system one can rely
//! on) tells them apart. Only ports do not: they are what others connect to, so that they keep their names if at all possible.

use super::words::{FOREIGN, KEYWORDS};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names longer than this are cut; every tool takes 1024 characters, and the numbers need some room.
const MAX_LENGTH: usize = 240;

/// Whether a word has a meaning of its own.
pub(super) fn is_reserved(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok() || FOREIGN.binary_search(&name).is_ok()
}

/// Whether a text is an identifier, reserved or not.
pub(super) fn is_identifier(name: &str) -> bool {
    name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The identifier nearest to a name; it may be reserved.
pub(super) fn identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 1);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        text.push('_');
    }
    let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    text.extend(name.chars().take(MAX_LENGTH).map(legal));
    text
}

/// A name that is defined elsewhere and must not change, as it is written: plain, or as an escaped identifier, which ends with
/// its blank. `None` when it holds what not even that can.
pub(super) fn verbatim(name: &str) -> Option<String> {
    if is_identifier(name) && KEYWORDS.binary_search(&name).is_err() {
        return Some(name.to_string());
    }
    let printable = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
    printable.then(|| format!("\\{name} "))
}

/// The names that are taken in one module, or among modules.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// In lower case.
    taken: FxHashSet<String>,
    /// For a name that was asked for again, in lower case, the number to try next: from zero each time would be quadratic.
    next: FxHashMap<String, u32>,
}

impl Scope {
    /// Whether somebody has a name, in whatever case.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(&name.to_ascii_lowercase())
    }

    /// Takes a name as it is, whoever else has it.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_ascii_lowercase());
    }

    /// A legal name like `wanted` that nobody has.
    pub fn claim(&mut self, wanted: &str) -> String {
        let name = identifier(wanted);
        let key = name.to_ascii_lowercase();
        if !is_reserved(&key) && self.taken.insert(key.clone()) {
            return name;
        }
        self.numbered(&name, key)
    }

    /// As [`Scope::claim`], but with a word behind the name rather than a number if that will do.
    pub fn claim_or(&mut self, wanted: &str, word: &str) -> String {
        let name = identifier(wanted);
        if word.is_empty() || !self.has(&name) {
            return self.claim(&name);
        }
        self.claim(&format!("{name}{word}"))
    }

    /// A name that begins with a word and goes on with a number, from 0.
    pub fn number(&mut self, word: &str) -> String {
        self.numbered(word, word.to_ascii_lowercase())
    }

    fn numbered(&mut self, name: &str, key: String) -> String {
        let next = self.next.entry(key).or_insert(0);
        loop {
            let candidate = format!("{name}_{next}");
            *next += 1;
            if self.taken.insert(candidate.to_ascii_lowercase()) {
                return candidate;
            }
        }
    }
}

/// Legal names for the ports of a module. Ports that differ in case only keep their names.
pub(super) fn port_names<'a>(wanted: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    // A port whose name is legal keeps it, also when one before it would become that.
    let keeps = |name: &str| is_identifier(name) && !is_reserved(name) && name.len() <= MAX_LENGTH;
    let mut taken: FxHashSet<String> =
        wanted.clone().filter(|name| keeps(name)).map(str::to_string).collect();
    let mut next: FxHashMap<String, u32> = FxHashMap::default();
    let mut fresh = |wanted: &str| {
        let name = identifier(wanted);
        if !is_reserved(&name) && taken.insert(name.clone()) {
            return name;
        }
        let number = next.entry(name.clone()).or_insert(0);
        loop {
            let candidate = format!("{name}_{number}");
            *number += 1;
            if taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    };
    wanted.map(|name| if keeps(name) { name.to_string() } else { fresh(name) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_know_the_words() {
        assert!(KEYWORDS.is_sorted() && FOREIGN.is_sorted());
        assert_eq!(KEYWORDS.len(), 248);
        for word in ["always_ff", "xor", "accept_on", "bool", "wire"] {
            assert!(is_reserved(word), "{word}");
        }
        assert!(!is_reserved("clk"));
    }

    #[test]
    fn names_become_identifiers() {
        let check = |name, expected| assert_eq!(identifier(name), expected);
        check("clk", "clk");
        check("u0.acc", "u0_acc");
        check("a/b-c$d", "a_b_c_d");
        check("3x", "_3x");
        check("", "_");
        check("größe", "gr__e");
        assert_eq!(identifier(&"x".repeat(5000)).len(), MAX_LENGTH);
    }

    #[test]
    fn a_name_is_given_once() {
        let mut scope = Scope::default();
        scope.reserve("clk");
        let mut check = |name, expected| assert_eq!(scope.claim(name), expected);
        check("a", "a");
        check("A", "A_0");
        check("a", "a_1");
        check("a_2", "a_2");
        check("a", "a_3");
        check("wire", "wire_0");
        check("Wire", "Wire_1");
        check("clk", "clk_0");
        assert_eq!(scope.number("add"), "add_0");
        assert_eq!(scope.number("add"), "add_1");
    }

    #[test]
    fn ports_keep_legal_names() {
        let check =
            |names: &[&str], expected: &[&str]| assert_eq!(port_names(names.iter().copied()), expected);
        check(&["a", "A", "reg", "a.b", "a_b", ""], &["a", "A", "reg_0", "a_b_0", "a_b", "_"]);
    }

    #[test]
    fn foreign_names_are_escaped_rather_than_changed() {
        assert_eq!(verbatim("RAMB36E1").as_deref(), Some("RAMB36E1"));
        assert_eq!(verbatim("bool").as_deref(), Some("bool"));
        assert_eq!(verbatim("a.b").as_deref(), Some("\\a.b "));
        assert_eq!(verbatim("wire").as_deref(), Some("\\wire "));
        assert_eq!((verbatim(""), verbatim("a b"), verbatim("é")), (None, None, None));
    }
}
