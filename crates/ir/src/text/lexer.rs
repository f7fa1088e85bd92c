//! The lexer: MLIR's tokens, one at a time, as spans of the text.
//!
//! It keeps no state but a position, so the parser can look ahead or read a place again in another way (the `x` of
//! `4x8xf32` is not a token of the language; see `Parser::dimensions`). It never fails: what is no token comes out as
//! [`Tok::Bad`] with the reason, and the parser reports it where it stands.

use base::Code;
use base::codes;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok {
    /// End of the text.
    End,
    /// Not a token of the language.
    Bad(BadToken),
    /// `arith.addi`, `x4`, `true`
    Word,
    /// `@name` or `@"any text"`
    At,
    /// `%name` or `%0`
    Percent,
    /// `^bb0`
    Caret,
    /// `!name` or `!name.more`
    Bang,
    /// `#name` or `#0`
    Hash,
    /// `42` or `0x2A`
    Integer,
    /// `4.2e+1`
    Float,
    /// `"text"`
    Text,
    /// `->`
    Arrow,
    /// `::`
    DoubleColon,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `=`
    Equal,
    /// `==`
    EqualEqual,
    /// `>=`
    GreaterEqual,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LSquare,
    /// `]`
    RSquare,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `...`
    Ellipsis,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `?`
    Question,
    /// `|`
    Bar,
    /// `{-#`
    MetadataBegin,
    /// `#-}`
    MetadataEnd,
}

/// Why text is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadToken {
    /// A character that begins nothing.
    Character,
    /// A string that does not end on its line.
    OpenString,
    /// A backslash followed by neither an escape letter nor two hexadecimal digits; the byte offset of the backslash.
    Escape(u32),
    /// A sigil (`%`, `^`, `@`, `!`, `#`) without a name.
    Sigil,
}

impl BadToken {
    /// Its diagnostic code and what to say.
    pub fn describe(self) -> (Code, &'static str) {
        match self {
            BadToken::Character => (codes::UNEXPECTED_CHARACTER, "unexpected character"),
            BadToken::OpenString => (codes::UNTERMINATED_STRING, "this string does not end on its line"),
            BadToken::Escape(_) => (codes::BAD_ESCAPE, "unknown escape sequence in a string"),
            BadToken::Sigil => (codes::UNEXPECTED_CHARACTER, "a name must follow this character"),
        }
    }
}

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

const LETTER: u8 = 1;
const WORD: u8 = 2;
const SUFFIX: u8 = 4;
const DIGIT: u8 = 8;

/// What each byte may stand in. Names after `%`, `^`, `!` and `#` (suffixes) may contain `-`, words may not.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphabetic() || b == b'_' {
            class[byte] = LETTER | WORD | SUFFIX;
        } else if b.is_ascii_digit() {
            class[byte] = WORD | SUFFIX | DIGIT;
        } else if b == b'$' || b == b'.' {
            class[byte] = WORD | SUFFIX;
        } else if b == b'-' {
            class[byte] = SUFFIX;
        }
        byte += 1;
    }
    class
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// The end of the run of bytes of a class that begins at `from`.
fn run(bytes: &[u8], from: usize, class: u8) -> usize {
    let mut end = from;
    while end < bytes.len() && is(bytes[end], class) {
        end += 1;
    }
    end
}

/// Whether `%name` is a value with a name rather than a number.
pub fn is_value_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|first| !is(*first, DIGIT)) && run(bytes, 0, SUFFIX) == bytes.len()
}

/// Reads the token at or after `position`.
pub fn next_token(text: &str, position: u32) -> Token {
    let bytes = text.as_bytes();
    let start = skip_blank(bytes, position as usize);
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let token = |tok: Tok, end: usize| Token { tok, start: start as u32, end: end as u32 };
    let Some(&first) = bytes.get(start) else { return token(Tok::End, start) };
    match first {
        _ if is(first, LETTER) => token(Tok::Word, run(bytes, start, WORD)),
        b'0'..=b'9' => number(bytes, start),
        b'"' => string(text, start, start),
        b'%' => sigil(bytes, start, Tok::Percent),
        b'^' => sigil(bytes, start, Tok::Caret),
        b'!' => sigil(bytes, start, Tok::Bang),
        b'#' if &bytes[start..bytes.len().min(start + 3)] == b"#-}" => token(Tok::MetadataEnd, start + 3),
        b'#' => sigil(bytes, start, Tok::Hash),
        b'@' if at(start + 1) == b'"' => {
            let quoted = string(text, start + 1, start);
            if quoted.tok == Tok::Text { Token { tok: Tok::At, ..quoted } } else { quoted }
        }
        b'@' if is(at(start + 1), LETTER) => token(Tok::At, run(bytes, start + 1, WORD)),
        b'@' => token(Tok::Bad(BadToken::Sigil), start + 1),
        b'-' if at(start + 1) == b'>' => token(Tok::Arrow, start + 2),
        b':' if at(start + 1) == b':' => token(Tok::DoubleColon, start + 2),
        b'=' if at(start + 1) == b'=' => token(Tok::EqualEqual, start + 2),
        b'>' if at(start + 1) == b'=' => token(Tok::GreaterEqual, start + 2),
        b'.' if at(start + 1) == b'.' && at(start + 2) == b'.' => token(Tok::Ellipsis, start + 3),
        b'{' if at(start + 1) == b'-' && at(start + 2) == b'#' => token(Tok::MetadataBegin, start + 3),
        b':' => token(Tok::Colon, start + 1),
        b',' => token(Tok::Comma, start + 1),
        b'=' => token(Tok::Equal, start + 1),
        b'(' => token(Tok::LParen, start + 1),
        b')' => token(Tok::RParen, start + 1),
        b'[' => token(Tok::LSquare, start + 1),
        b']' => token(Tok::RSquare, start + 1),
        b'{' => token(Tok::LBrace, start + 1),
        b'}' => token(Tok::RBrace, start + 1),
        b'<' => token(Tok::Less, start + 1),
        b'>' => token(Tok::Greater, start + 1),
        b'+' => token(Tok::Plus, start + 1),
        b'-' => token(Tok::Minus, start + 1),
        b'*' => token(Tok::Star, start + 1),
        b'/' => token(Tok::Slash, start + 1),
        b'?' => token(Tok::Question, start + 1),
        b'|' => token(Tok::Bar, start + 1),
        _ => {
            let width = text[start..].chars().next().map_or(1, char::len_utf8);
            token(Tok::Bad(BadToken::Character), start + width)
        }
    }
}

fn skip_blank(bytes: &[u8], mut position: usize) -> usize {
    loop {
        match bytes.get(position) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => position += 1,
            Some(b'/') if bytes.get(position + 1) == Some(&b'/') => {
                position =
                    bytes[position..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| position + n);
            }
            _ => return position,
        }
    }
}

/// `%name`, `%12`: digits alone, or a name that begins with a letter or one of `$ . _ -`.
fn sigil(bytes: &[u8], start: usize, tok: Tok) -> Token {
    let first = bytes.get(start + 1).copied().unwrap_or(0);
    let end = run(bytes, start + 1, if is(first, DIGIT) { DIGIT } else { SUFFIX });
    let tok = if end == start + 1 { Tok::Bad(BadToken::Sigil) } else { tok };
    Token { tok, start: start as u32, end: end as u32 }
}

fn number(bytes: &[u8], start: usize) -> Token {
    let digits = |from: usize| run(bytes, from, DIGIT);
    let is = |i: usize, test: fn(u8) -> bool| bytes.get(i).is_some_and(|b| test(*b));
    let token = |tok: Tok, end: usize| Token { tok, start: start as u32, end: end as u32 };
    if bytes[start] == b'0' && is(start + 1, |b| b == b'x') && is(start + 2, |b| b.is_ascii_hexdigit()) {
        let end = bytes[start + 2..]
            .iter()
            .position(|b| !b.is_ascii_hexdigit())
            .map_or(bytes.len(), |n| start + 2 + n);
        return token(Tok::Integer, end);
    }
    let end = digits(start);
    if !is(end, |b| b == b'.') {
        return token(Tok::Integer, end);
    }
    let end = digits(end + 1);
    if is(end, |b| matches!(b, b'e' | b'E')) {
        let sign = usize::from(is(end + 1, |b| matches!(b, b'+' | b'-')));
        if is(end + 1 + sign, |b| b.is_ascii_digit()) {
            return token(Tok::Float, digits(end + 1 + sign));
        }
    }
    token(Tok::Float, end)
}

/// A string whose quote is at `quote`, as a token that begins at `start`.
fn string(text: &str, quote: usize, start: usize) -> Token {
    let bytes = text.as_bytes();
    let mut i = quote + 1;
    let mut bad_escape = None;
    loop {
        match bytes.get(i) {
            Some(b'"') => break,
            Some(b'\\') => {
                let hex = |j: usize| bytes.get(j).is_some_and(u8::is_ascii_hexdigit);
                if matches!(bytes.get(i + 1), Some(b'"' | b'\\' | b'n' | b't')) {
                    i += 2;
                } else if hex(i + 1) && hex(i + 2) {
                    i += 3;
                } else {
                    bad_escape.get_or_insert(i as u32);
                    i += 1;
                }
            }
            None | Some(b'\n') => {
                return Token { tok: Tok::Bad(BadToken::OpenString), start: start as u32, end: i as u32 };
            }
            Some(_) => i += 1,
        }
    }
    let tok = bad_escape.map_or(Tok::Text, |at| Tok::Bad(BadToken::Escape(at)));
    Token { tok, start: start as u32, end: i as u32 + 1 }
}

/// The bytes a quoted string stands for; `quoted` has its quotes.
pub fn unescape(quoted: &str) -> Vec<u8> {
    let bytes = &quoted.as_bytes()[1..quoted.len() - 1];
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        i += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let escape = bytes.get(i).copied().unwrap_or(b'\\');
        i += 1;
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'"' | b'\\' => out.push(escape),
            _ => {
                let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
                out.push(digit(escape) << 4 | digit(bytes.get(i).copied().unwrap_or(b'0')));
                i += 1;
            }
        }
    }
    out
}
