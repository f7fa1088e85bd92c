//! The texts that mutation starts from: the file tests, the examples, the examples of all operations, generated programs and
//! generated circuits; or C programs.

use super::words::{self, Words};
use crate::c_program;
use crate::circuit;
use crate::program::{Catalogue, Config, generate};
use base::Rng;
use std::path::{Path, PathBuf};

/// Texts to start from.
pub struct Corpus {
    texts: Vec<String>,
    words: &'static Words,
}

impl Corpus {
    /// All there are in the repository. The order is fixed, so that a case stays what it is until a file comes or goes.
    pub fn new() -> Corpus {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts = Vec::new();
        for folder in ["tests/files", "examples"] {
            for path in files(&root.join(folder), "mlir") {
                texts.extend(std::fs::read_to_string(path).ok());
            }
        }
        for def in dialects::all().iter().flat_map(|dialect| dialect.ops) {
            texts.push(match def.example_is_module {
                true => def.example.to_string(),
                false => format!("func.func @example() {{\n{}\nreturn\n}}", def.example),
            });
        }
        let catalogue = Catalogue::new();
        texts.extend((0..60).map(|seed| generate(&catalogue, Config { seed, size: 6 })));
        let circuit = |seed| circuit::Config { seed, size: 12, circt_defined: false };
        texts.extend((0..120).map(|seed| circuit::generate(circuit(seed))));
        texts.retain(|text| !text.trim().is_empty() && text.len() < 20_000);
        Corpus { texts, words: &words::IR }
    }

    /// The C programs of the repository, and generated ones.
    pub fn c() -> Corpus {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts = Vec::new();
        for folder in ["tests/kernels", "examples", "crates/cfront/tests"] {
            for path in files(&root.join(folder), "c") {
                texts.extend(std::fs::read_to_string(path).ok());
            }
        }
        texts.extend((0..60).map(|seed| c_program::compare::file(&c_program::generate(seed))));
        texts.retain(|text| !text.trim().is_empty() && text.len() < 20_000);
        Corpus { texts, words: &words::C }
    }

    /// Whether the texts are C.
    pub fn is_c(&self) -> bool {
        std::ptr::eq(self.words, &words::C)
    }

    /// What mutations put into the texts.
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// One of the texts.
    pub fn pick(&self, rng: &mut Rng) -> &str {
        &self.texts[rng.index(self.texts.len())]
    }
}

impl Default for Corpus {
    fn default() -> Corpus {
        Corpus::new()
    }
}

/// The files below a folder whose names end so, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a byte begins: a word or number, space, or punctuation of its own.
pub(super) fn kind(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => b'a',
        b'0'..=b'9' => b'0',
        b' ' | b'\t' | b'\r' | b'\n' => b' ',
        128.. => b'a',
        other => other,
    }
}

/// What a token may be exchanged for without being out of place: names for names, numbers for numbers, operations for those of
/// the same dialect, types for types.
pub(super) fn class(token: &str) -> (u8, &str) {
    let kind = token.bytes().next().map_or(0, kind);
    let is_int =
        token.strip_prefix('i').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    match token.split_once('.') {
        Some((dialect, _)) if kind == b'a' => (kind, dialect),
        _ if is_int => (kind, "i"),
        _ => (kind, ""),
    }
}

/// A text cut where words, numbers, spaces and punctuation meet. A sigil belongs to the name behind it.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let sigil = matches!(bytes[start], b'%' | b'^' | b'@' | b'#' | b'!');
        let mut end = start + 1;
        let wordy = |byte: u8| matches!(kind(byte), b'a' | b'0');
        let space = |byte: u8| kind(byte) == b' ';
        let more: &dyn Fn(u8) -> bool = match kind(bytes[start]) {
            b'a' | b'0' => &wordy,
            b' ' => &space,
            _ if sigil => &wordy,
            _ => &|_| false,
        };
        while end < bytes.len() && (more(bytes[end]) || !text.is_char_boundary(end)) {
            end += 1;
        }
        tokens.push(&text[start..end]);
        start = end;
    }
    tokens
}
