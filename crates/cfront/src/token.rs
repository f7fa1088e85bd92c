//! Tokens: what the preprocessor hands to the parser.

use base::{Bits, Span};

/// Where a token comes from. Both are equal unless a macro is involved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where its characters stand: in the macro's definition if a macro brought it.
    pub spelled: Span,
    /// Where that macro, or the outermost of several, was used.
    pub used: Span,
}

impl Place {
    /// A token that no macro brought.
    pub const fn at(span: Span) -> Place {
        Place { spelled: span, used: span }
    }

    /// From the beginning of this one to the end of the other. Unless one use of a macro brought both, what lies between was written
    /// where they are used.
    pub fn to(self, other: Place) -> Place {
        if self.used == other.used {
            return Place { spelled: self.spelled.to(other.spelled), used: self.used };
        }
        Place::at(self.used.to(other.used))
    }
}

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it comes from.
    pub place: Place,
}

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub enum TokenKind {
    /// A name or a keyword: which of the two is the parser's business.
    Name(Box<str>),
    /// An operator or a separator, such as `<<=`. Digraphs are written as what they stand for.
    Punct(&'static str),
    /// An integer constant.
    Int {
        /// Its value, as wide as it needs to be, at most [`MAX_INT_WIDTH`] bits.
        value: Bits,
        /// Whether it is written in decimal, which decides between signed and unsigned types.
        decimal: bool,
        /// The letters after the digits.
        suffix: IntSuffix,
    },
    /// A floating constant, already rounded to its type.
    Float {
        /// The value; a `float` is exact in it.
        value: f64,
        /// Whether it ends in `f`.
        single: bool,
    },
    /// A character constant: its value as an `int`.
    Char(i32),
    /// A string literal without its final zero; neighbours are joined already.
    Str(Box<[u8]>),
    /// A `#pragma` line: what follows the word, blanks squeezed. Macros are replaced in those that may be about loops only.
    Pragma(Box<str>),
    /// After the last token.
    End,
}

/// The widest integer constant (`_BitInt` reaches further than `unsigned long long`).
pub const MAX_INT_WIDTH: u32 = 1024;

/// What the letters after an integer constant say.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct IntSuffix {
    /// `u`
    pub unsigned: bool,
    /// One for `l`, two for `ll`.
    pub longs: u8,
    /// `wb`: the narrowest `_BitInt` that holds it.
    pub bit_int: bool,
}
