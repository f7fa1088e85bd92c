//! Pieces: the tokens of the preprocessor, and how text is cut into them.
//!
//! A piece has its spelling and no value yet, because `#` and `##` work on spellings; `literal` gives numbers, characters and strings
//! their values when they leave the preprocessor. Nothing is wrong here except a comment without an end: a stray character or an open
//! string is a piece of its own kind, and an error only if it gets through to the parser.

use crate::token::Place;
use base::{Diagnostic, Diagnostics, SourceId, Span, Str, Strings, codes};

/// What a piece is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name,
    /// Anything that begins like a number.
    Number,
    /// A character constant.
    Char,
    /// A string literal.
    Str,
    /// An operator or a separator: one of [`PUNCTS`].
    Punct,
    /// A quote that nothing closes, with the rest of its line.
    Open,
    /// A character that no token begins with.
    Other,
    /// A pragma: its text is what follows the word.
    Pragma,
    /// What an empty operand of `##` is.
    Gap,
    /// After the last piece: of the text, of a directive's line, of an argument.
    End,
}

/// A token of the preprocessor.
#[derive(Copy, Clone, Debug)]
pub(super) struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whether blanks or comments stand before it.
    pub spaced: bool,
    /// Whether it is the first of its line.
    pub first: bool,
    /// Whether it names a macro inside of whose replacement it stood, and so never is replaced again.
    pub painted: bool,
    /// Its spelling.
    pub text: Str,
    /// Where it is.
    pub place: Place,
}

/// All operators and separators: how they are spelled, and what that stands for. They are the first strings of the preprocessor's
/// interner, in this order.
pub(super) const PUNCTS: [(&str, &str); 54] = [
    ("(", "("),
    (")", ")"),
    (",", ","),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (".", "."),
    ("->", "->"),
    ("++", "++"),
    ("--", "--"),
    ("&", "&"),
    ("*", "*"),
    ("+", "+"),
    ("-", "-"),
    ("~", "~"),
    ("!", "!"),
    ("/", "/"),
    ("%", "%"),
    ("<<", "<<"),
    (">>", ">>"),
    ("<", "<"),
    (">", ">"),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("^", "^"),
    ("|", "|"),
    ("&&", "&&"),
    ("||", "||"),
    ("?", "?"),
    (":", ":"),
    (";", ";"),
    ("...", "..."),
    ("=", "="),
    ("*=", "*="),
    ("/=", "/="),
    ("%=", "%="),
    ("+=", "+="),
    ("-=", "-="),
    ("<<=", "<<="),
    (">>=", ">>="),
    ("&=", "&="),
    ("^=", "^="),
    ("|=", "|="),
    ("#", "#"),
    ("##", "##"),
    ("<:", "["),
    (":>", "]"),
    ("<%", "{"),
    ("%>", "}"),
    ("%:", "#"),
    ("%:%:", "##"),
];

/// How many of these bytes are one operator or separator, the longest that there is.
fn punct_len(bytes: [u8; 4]) -> usize {
    match &bytes {
        b"%:%:" => 4,
        [b'.', b'.', b'.', _] | [b'<', b'<', b'=', _] | [b'>', b'>', b'=', _] => 3,
        [b'-', b'>' | b'-' | b'=', ..]
        | [b'+', b'+' | b'=', ..]
        | [b'&', b'&' | b'=', ..]
        | [b'|', b'|' | b'=', ..]
        | [b'<', b'<' | b'=' | b':' | b'%', ..]
        | [b'>', b'>' | b'=', ..]
        | [b'=' | b'!' | b'*' | b'/' | b'^', b'=', ..]
        | [b'%', b'=' | b'>' | b':', ..]
        | [b':', b'>', ..]
        | [b'#', b'#', ..] => 2,
        [
            b'(' | b')' | b',' | b'[' | b']' | b'{' | b'}' | b'.' | b'&' | b'*' | b'+' | b'-' | b'~' | b'!'
            | b'/' | b'%' | b'<' | b'>' | b'^' | b'|' | b'?' | b':' | b';' | b'=' | b'#',
            ..,
        ] => 1,
        _ => 0,
    }
}

/// How long the backslash and the line break at an offset are that join two lines; zero if there are none. Blanks between the two do not
/// matter, as to GCC.
fn splice_len(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at) != Some(&b'\\') {
        return 0;
    }
    let blanks = bytes[at + 1..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    if bytes.get(at + 1 + blanks) == Some(&b'\n') { blanks + 2 } else { 0 }
}

/// Reads bytes with joined lines as one.
struct Scanner<'a> {
    text: &'a str,
    /// Past what was taken.
    at: usize,
    /// Whether lines were joined within what was taken.
    spliced: bool,
}

impl Scanner<'_> {
    /// Past the joints of lines at an offset.
    fn joined(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match splice_len(bytes, at) {
                0 => return at,
                length => at += length,
            }
        }
    }

    /// The next byte; zero at the end.
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.joined(self.at)).copied().unwrap_or(0)
    }

    /// The byte after the next.
    fn peek_second(&self) -> u8 {
        let second = self.joined(self.joined(self.at) + 1);
        self.text.as_bytes().get(second).copied().unwrap_or(0)
    }

    /// Takes the next byte, which is there.
    fn bump(&mut self) {
        let at = self.joined(self.at);
        self.spliced |= at != self.at;
        self.at = (at + 1).min(self.text.len());
    }

    /// The next character, if it is not of ASCII.
    fn wide(&self) -> Option<char> {
        self.text.get(self.joined(self.at)..)?.chars().next().filter(|c| !c.is_ascii())
    }

    /// Takes a character that is part of a name, if it is next.
    fn name_part(&mut self) -> bool {
        match self.peek() {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => self.bump(),
            0x80.. => match self.wide() {
                Some(c) if c.is_alphanumeric() => (0..c.len_utf8()).for_each(|_| self.bump()),
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// Reads what begins at the next byte, which is no blank.
    fn piece(&mut self) -> Kind {
        let start = self.at;
        match self.peek() {
            b'0'..=b'9' => self.number(),
            b'.' if self.peek_second().is_ascii_digit() => self.number(),
            quote @ (b'"' | b'\'') => self.quoted(quote),
            _ if self.name_part() => {
                while self.name_part() {}
                let prefix = matches!(self.text.get(start..self.at), Some("L" | "u" | "U" | "u8"));
                match self.peek() {
                    quote @ (b'"' | b'\'') if prefix => self.quoted(quote),
                    _ => Kind::Name,
                }
            }
            _ => self.operator(),
        }
    }

    fn number(&mut self) -> Kind {
        self.bump();
        loop {
            match self.peek() {
                b'e' | b'E' | b'p' | b'P' => {
                    self.bump();
                    if matches!(self.peek(), b'+' | b'-') {
                        self.bump();
                    }
                }
                b'.' => self.bump(),
                b'\'' if self.peek_second().is_ascii_alphanumeric() => self.bump(),
                _ if self.name_part() => (),
                _ => return Kind::Number,
            }
        }
    }

    fn quoted(&mut self, quote: u8) -> Kind {
        self.bump();
        loop {
            match self.peek() {
                b'\n' => return Kind::Open,
                0 if self.joined(self.at) >= self.text.len() => return Kind::Open,
                b'\\' => {
                    self.bump();
                    if !matches!(self.peek(), b'\n') {
                        self.bump();
                    }
                }
                byte => {
                    self.bump();
                    if byte == quote {
                        return if quote == b'"' { Kind::Str } else { Kind::Char };
                    }
                }
            }
        }
    }

    fn operator(&mut self) -> Kind {
        let mut bytes = [0; 4];
        let mut at = self.at;
        for byte in &mut bytes {
            at = self.joined(at);
            *byte = self.text.as_bytes().get(at).copied().unwrap_or(0);
            at += 1;
        }
        match punct_len(bytes) {
            0 => {
                let length = self.wide().map_or(1, char::len_utf8);
                (0..length).for_each(|_| self.bump());
                Kind::Other
            }
            length => {
                (0..length).for_each(|_| self.bump());
                Kind::Punct
            }
        }
    }
}

/// What the whole of a text is as one piece, if it is one.
pub(super) fn whole(text: &str) -> Option<Kind> {
    let mut scanner = Scanner { text, at: 0, spliced: false };
    let kind = scanner.piece();
    (scanner.at == text.len() && !text.is_empty() && !matches!(kind, Kind::Other | Kind::Open))
        .then_some(kind)
}

/// A text without the joints of its lines.
pub(super) fn unspliced(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match splice_len(text.as_bytes(), at) {
            0 => {
                clean.push(c);
                at += c.len_utf8();
            }
            length => at += length,
        }
    }
    clean
}

/// Where reading of a text has come to.
#[derive(Copy, Clone, Debug)]
pub(super) struct Cursor {
    /// The text.
    pub source: SourceId,
    /// Past what was read.
    pub at: usize,
    /// Whether nothing but blanks was read of this line.
    pub line_start: bool,
}

impl Cursor {
    /// Before a text.
    pub fn new(source: SourceId) -> Cursor {
        Cursor { source, at: 0, line_start: true }
    }

    /// The next piece. In a directive the end of the line is an end, and stays before the cursor.
    pub fn next(
        &mut self,
        text: &str,
        directive: bool,
        strings: &mut Strings,
        diagnostics: &mut Diagnostics,
    ) -> Piece {
        let spaced = self.skip_blanks(text, directive, diagnostics);
        let start = self.at;
        let first = std::mem::replace(&mut self.line_start, false);
        if start == text.len() || (directive && text.as_bytes()[start] == b'\n') {
            self.line_start = first;
            let place = Place::at(Span::point(self.source, start as u32));
            return Piece { kind: Kind::End, spaced, first, painted: false, text: strings.intern(""), place };
        }
        let mut scanner = Scanner { text, at: start, spliced: false };
        let kind = scanner.piece();
        self.at = scanner.at;
        let spelling = &text[start..self.at];
        let text = match scanner.spliced {
            true => strings.intern(&unspliced(spelling)),
            false => strings.intern(spelling),
        };
        let place = Place::at(Span::new(self.source, start as u32, self.at as u32));
        Piece { kind, spaced, first, painted: false, text, place }
    }

    /// Goes past blanks and comments, and says whether there were any.
    pub fn skip_blanks(&mut self, text: &str, directive: bool, diagnostics: &mut Diagnostics) -> bool {
        let bytes = text.as_bytes();
        let mut spaced = false;
        if self.at == 0 && text.starts_with('\u{feff}') {
            self.at = 3;
        }
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\n' if directive => break,
                b'\n' => {
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.at += 1,
                b'\\' => match splice_len(bytes, self.at) {
                    0 => break,
                    length => {
                        self.at += length;
                        continue;
                    }
                },
                b'/' => {
                    let scanner = Scanner { text, at: self.at, spliced: false };
                    match scanner.peek_second() {
                        b'/' => self.line_comment(text),
                        b'*' => self.block_comment(text, diagnostics),
                        _ => break,
                    }
                }
                _ => break,
            }
            spaced = true;
        }
        spaced
    }

    fn line_comment(&mut self, text: &str) {
        let mut scanner = Scanner { text, at: self.at, spliced: false };
        while scanner.peek() != b'\n' && scanner.at < text.len() {
            scanner.bump();
        }
        self.at = scanner.at;
    }

    fn block_comment(&mut self, text: &str, diagnostics: &mut Diagnostics) {
        let mut scanner = Scanner { text, at: self.at, spliced: false };
        let start = self.at as u32;
        scanner.bump();
        scanner.bump();
        while scanner.at < text.len() {
            let ends = scanner.peek() == b'*' && scanner.peek_second() == b'/';
            scanner.bump();
            if ends {
                scanner.bump();
                self.at = scanner.at;
                return;
            }
        }
        self.at = text.len();
        let span = Span::new(self.source, start, start + 2);
        diagnostics.push(
            Diagnostic::error(codes::C_TEXT, span, "the comment does not end").hint("write `*/` behind it"),
        );
    }
}
