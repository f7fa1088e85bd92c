//! Expressions: the trees they become, what is refused, and how deep they may be.

use super::super::*;
use super::*;
use crate::token::TokenKind;
use base::{SourceId, Span};

/// Tokens of a text of names, numbers and operators between blanks.
fn words(text: &str) -> Vec<Token> {
    let place = |at: usize| Origin::at(Span::new(SourceId::at(0), at as u32, at as u32 + 1));
    let kind = |word: &str| match word.parse::<u64>() {
        Ok(number) => TokenKind::Int {
            value: Bits::from_u64(64, number),
            decimal: true,
            suffix: crate::token::IntSuffix::default(),
        },
        Err(_) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => TokenKind::Name(word.into()),
        Err(_) => {
            let all = [
                "(", ")", "[", "]", "+", "*", ",", "<", "=", "?", ":", "-", "->", "||", "&&", "|", "^", "&",
                "==", "<<",
            ];
            TokenKind::Punct(all.iter().find(|punct| **punct == word).expect("it is in the list"))
        }
    };
    let mut tokens: Vec<Token> = text
        .split_whitespace()
        .enumerate()
        .map(|(at, word)| Token { kind: kind(word), place: place(at) })
        .collect();
    tokens.push(Token { kind: TokenKind::End, place: place(tokens.len()) });
    tokens
}

/// Reads an expression over `int a`, `float f` and `struct s *p` with a member `n` of the type of `p`.
fn read(text: &str) -> (Read<Expr>, Diagnostics) {
    let (tokens, mut diagnostics) = (words(text), Diagnostics::new());
    let mut parser = Parser::new(&tokens, &mut diagnostics);
    let list = parser.unit.structs.push(crate::types::Struct { name: Some("s".into()), fields: None });
    parser.layouts.push(Layout::default());
    let pointer = Type::Struct(list).pointer(false);
    let field = crate::types::Field { name: "n".into(), ty: pointer.clone(), constant: false };
    parser.unit.structs[list].fields = Some(vec![field]);
    for (name, ty) in [("a", Type::INT), ("f", Type::Float(FloatType::Single)), ("p", pointer)] {
        let origin = Origin::at(Span::new(SourceId::at(0), 0, 0));
        let storage = Storage::Local;
        let object = parser.new_object(Object {
            name: name.into(),
            ty,
            constant: false,
            storage,
            origin,
            initial: None,
        });
        parser.declare(name, Meaning::Object(object), origin);
    }
    let read = parser.expression();
    (read, diagnostics)
}

#[test]
fn chains_are_as_long_as_they_may_be() {
    for link in ["+ a", "* f", "< f", ", a", "-> n", "|| a", "- a < f"] {
        let first = if link == "-> n" { "p" } else { "a" };
        let links = MAX_CHAIN as usize / link.split_whitespace().count().div_ceil(2);
        let (read_whole, diagnostics) = read(&format!("{first} {}", [link].repeat(links).join(" ")));
        assert!(read_whole.is_ok(), "{link}: {:?}", diagnostics.iter().next());
        drop(read_whole.clone());
        let (read_more, _) = read(&format!("{first} {}", [link].repeat(links + 1).join(" ")));
        assert!(read_more.is_err(), "{link}");
    }
}

#[test]
fn nesting_is_bounded() {
    let tight = "a || a && a | a ^ a & a == a < a << a + a * (";
    for (open, close, fits) in
        [("(", ")", 190), ("-", "", 190), ("a = ", "", 190), ("a ? a : ", "", 190), (tight, ")", 150)]
    {
        let nested = |n: usize| format!("{} a {}", [open].repeat(n).join(" "), [close].repeat(n).join(" "));
        let (deep, diagnostics) = read(&nested(fits));
        assert!(deep.is_ok(), "{open}: {:?}", diagnostics.iter().next());
        let (deeper, diagnostics) = read(&nested(100_000));
        assert!(deeper.is_err());
        assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [C_TOO_DEEP], "{open}");
    }
}
