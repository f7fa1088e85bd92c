//! Source texts, spans in them, and the way from a byte offset to a line and a column.
//!
//! Parsers carry only byte offsets. Lines and columns are worked out when a diagnostic is shown, from an index
//! that is built on first use, so that reading a correct file pays nothing for them. The index answers in
//! logarithmic time whatever the shape of the text: a file of one line of a hundred megabytes is no special case.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::id;
use crate::ids::IdMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

id! {
    /// A source text of a [`Sources`].
    pub struct SourceId;
}

/// A range of bytes in a source text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of a source.
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        Span { source, start, end }
    }

    /// The empty span before the byte at `offset`.
    pub const fn point(source: SourceId, offset: u32) -> Self {
        Span { source, start: offset, end: offset }
    }

    /// The smallest span that covers both; `self` if they lie in different sources.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}..{}", self.source, self.start, self.end)
    }
}

/// A place in a text as people count it: from one, columns in characters.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line, from one.
    pub line: u32,
    /// Column in characters, from one.
    pub column: u32,
}

/// Bytes between two entries of the character count.
const BLOCK: usize = 4096;

/// Where lines begin, and how many characters precede every block of text.
#[derive(Clone)]
struct LineIndex {
    line_starts: Vec<u32>,
    chars_before_block: Vec<u32>,
}

fn count_chars(bytes: &[u8]) -> u32 {
    // A character has exactly one byte that is not a continuation byte.
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}

impl LineIndex {
    fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let newlines = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        let line_starts = std::iter::once(0).chain(newlines).collect();
        let mut chars = 0;
        let chars_before_block = bytes
            .chunks(BLOCK)
            .map(|block| {
                let before = chars;
                chars += count_chars(block);
                before
            })
            .collect();
        LineIndex { line_starts, chars_before_block }
    }

    fn chars_before(&self, text: &str, offset: usize) -> u32 {
        let block = offset / BLOCK;
        match self.chars_before_block.get(block) {
            Some(before) => before + count_chars(&text.as_bytes()[block * BLOCK..offset]),
            // The offset is the length, a multiple of the block size.
            None => match block.checked_sub(1) {
                Some(last) => {
                    self.chars_before_block[last] + count_chars(&text.as_bytes()[last * BLOCK..offset])
                }
                None => 0,
            },
        }
    }

    /// The line an offset is in, from zero.
    fn line(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }
}

#[derive(Clone)]
struct Source {
    name: String,
    text: Arc<String>,
    /// Shared by clones, as the text is: each would make the same.
    lines: Arc<OnceLock<LineIndex>>,
}

impl Source {
    fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }
}

/// All source texts of a run.
#[derive(Clone, Default)]
pub struct Sources {
    sources: IdMap<SourceId, Source>,
}

/// The longest text a span can address.
pub const MAX_SOURCE_BYTES: usize = u32::MAX as usize - 1;

impl Sources {
    /// No sources.
    pub fn new() -> Self {
        Sources::default()
    }

    /// Adds a text. It is at most [`MAX_SOURCE_BYTES`] long: whatever comes from outside goes through
    /// [`add_bytes`](Self::add_bytes), which checks that.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text: String = text.into();
        assert!(text.len() <= MAX_SOURCE_BYTES, "texts of unknown length are added with add_bytes");
        self.sources.push(Source { name: name.into(), text: Arc::new(text), lines: Arc::default() })
    }

    /// Adds the contents of a file, which must be UTF-8 of at most [`MAX_SOURCE_BYTES`] bytes.
    ///
    /// For invalid UTF-8 the text up to the end of the offending line is kept, so that the diagnostic can point
    /// into it.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> Result<SourceId, Diagnostic> {
        let name = name.into();
        if bytes.len() > MAX_SOURCE_BYTES {
            let message = format!("`{name}` has {} bytes; a source text has at most 4 GiB", bytes.len());
            return Err(Diagnostic::error(codes::FILE_TOO_LARGE, None, message));
        }
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(self.add(name, text)),
            Err(error) => error,
        };
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        // Replacement characters are longer than what they replace: a line of only such bytes could outgrow the limit.
        let line_end = bytes[offset..].iter().take(BLOCK).position(|&b| b == b'\n');
        let end = line_end.map_or(bytes.len().min(offset + BLOCK), |n| offset + n);
        let mut text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        if text.len() > MAX_SOURCE_BYTES {
            text.truncate(offset);
        }
        let message = format!("byte 0x{:02X} at offset {offset} is not valid UTF-8", bytes[offset]);
        let source = self.add(name, text);
        let end = self.floor_char_boundary(source, offset + 3);
        let span = Span::new(source, offset as u32, end as u32);
        let line = self.position(source, span.start).line;
        Err(Diagnostic::error(codes::INVALID_UTF8, span, message)
            .note(format!("the first invalid byte is on line {line}"))
            .hint("save the file as UTF-8"))
    }

    /// The name a source was added under: a path, or something like `<stdin>`.
    pub fn name(&self, source: SourceId) -> &str {
        &self.sources[source].name
    }

    /// The whole text of a source.
    pub fn text(&self, source: SourceId) -> &str {
        &self.sources[source].text
    }

    /// The whole text of a source, for a reader that must outlive a borrow of this.
    pub fn shared_text(&self, source: SourceId) -> Arc<String> {
        self.sources[source].text.clone()
    }

    /// How many sources there are.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Line and column of a byte offset; an offset past the end or inside a character is moved back to a place
    /// that exists.
    pub fn position(&self, source: SourceId, offset: u32) -> Position {
        let offset = self.floor_char_boundary(source, offset as usize);
        let source = &self.sources[source];
        let lines = source.lines();
        let line = lines.line(offset as u32);
        let line_start = lines.line_starts[line] as usize;
        let column = lines.chars_before(&source.text, offset) - lines.chars_before(&source.text, line_start);
        Position { line: line as u32 + 1, column: column + 1 }
    }

    /// Line and column where a span begins.
    pub fn locate(&self, span: Span) -> Position {
        self.position(span.source, span.start)
    }

    /// The byte offsets of a line (counted from one) without its line break; the last line for a number past it.
    pub fn line_range(&self, source: SourceId, line: u32) -> std::ops::Range<usize> {
        let source = &self.sources[source];
        let starts = &source.lines().line_starts;
        let line = (line as usize).clamp(1, starts.len());
        let start = starts[line - 1] as usize;
        let end = starts.get(line).map_or(source.text.len(), |&next| next as usize - 1);
        start..end
    }

    /// The text under a span, as far as it exists.
    pub fn snippet(&self, span: Span) -> &str {
        let start = self.floor_char_boundary(span.source, span.start as usize);
        let end = self.floor_char_boundary(span.source, span.end as usize);
        self.text(span.source).get(start..end).unwrap_or("")
    }

    /// The last character boundary of a source at or before `offset`.
    pub(crate) fn floor_char_boundary(&self, source: SourceId, offset: usize) -> usize {
        self.text(source).floor_char_boundary(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(sources: &Sources, source: SourceId, offset: u32) -> (u32, u32) {
        let position = sources.position(source, offset);
        (position.line, position.column)
    }

    #[test]
    fn columns_count_characters() {
        let mut sources = Sources::new();
        let s = sources.add("a.mlir", "ab\näöü x\r\n\nend");
        assert_eq!(at(&sources, s, 0), (1, 1));
        assert_eq!(at(&sources, s, 2), (1, 3));
        assert_eq!(at(&sources, s, 3), (2, 1));
        assert_eq!(at(&sources, s, 4), (2, 1), "inside a character");
        assert_eq!(at(&sources, s, 10), (2, 5));
        assert_eq!(at(&sources, s, 13), (3, 1));
        assert_eq!(at(&sources, s, u32::MAX), (4, 4));
        assert_eq!(sources.snippet(Span::new(s, 3, 9)), "äöü");
        assert_eq!(sources.snippet(Span::new(s, 9, 3)), "");
        assert_eq!(&sources.text(s)[sources.line_range(s, 2)], "äöü x\r");
        assert_eq!(&sources.text(s)[sources.line_range(s, 99)], "end");
    }

    #[test]
    fn long_lines_are_counted_across_blocks() {
        let mut sources = Sources::new();
        let text = format!("{}\n{}", "é".repeat(5000), "x".repeat(3 * BLOCK - 10_001));
        let s = sources.add("long", text.as_str());
        assert_eq!(text.len() % BLOCK, 0);
        assert_eq!(at(&sources, s, 9000), (1, 4501));
        assert_eq!(at(&sources, s, text.len() as u32), (2, 3 * BLOCK as u32 - 10_000));
        let empty = sources.add("empty", "");
        assert_eq!(at(&sources, empty, 5), (1, 1));
    }

    #[test]
    fn invalid_utf8_is_a_diagnostic_with_its_place() {
        let mut sources = Sources::new();
        let diagnostic = sources.add_bytes("b", b"one\ntwo \xFFthree\nfour".to_vec()).unwrap_err();
        assert_eq!(diagnostic.message, "byte 0xFF at offset 8 is not valid UTF-8");
        let span = diagnostic.span.unwrap();
        assert_eq!(sources.locate(span), Position { line: 2, column: 5 });
        assert_eq!(sources.snippet(span), "\u{FFFD}");
        assert!(sources.add_bytes("c", vec![0xE2, 0x82]).is_err());
        assert!(sources.add_bytes("d", "ü".into()).is_ok());
    }
}
