//! The expressions of `#if`.
//!
//! All numbers have 64 bits, signed or not; names that are no macros are zero. The pieces are read one by one with macros replaced,
//! so that `defined` sees its name as it stands, even if a macro brought both.

use super::Preprocessor;
use super::lex::{Kind, Piece};
use super::literal;
use base::codes;

/// How deep parentheses, prefixes and branches nest.
const MAX_DEPTH: u32 = 200;

/// A number of a condition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Value {
        Value { bits: value as u64, unsigned: false }
    }

    fn holds(self) -> bool {
        self.bits != 0
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::signed(i64::from(value))
    }
}

/// That something is wrong was reported.
struct Wrong;

struct Condition<'p, 'a> {
    pp: &'p mut Preprocessor<'a>,
    /// The next piece.
    next: Piece,
    /// The word of the directive.
    word: Piece,
    depth: u32,
}

/// How tightly an operator binds, loosest first.
fn precedence(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

impl Preprocessor<'_> {
    /// Whether the expression of these pieces is not zero. One that is wrong is reported, and zero.
    pub(super) fn condition(&mut self, word: Piece, pieces: Vec<Piece>) -> bool {
        if pieces.is_empty() {
            self.error(codes::C_DIRECTIVE, word.place, "the condition is missing");
            return false;
        }
        let before = self.confine(pieces);
        let next = self.expanded();
        let mut condition = Condition { pp: self, next, word, depth: 0 };
        let value = condition.choice(true).and_then(|value| match condition.next.kind {
            Kind::End => Ok(value),
            _ => Err(condition.unexpected("an operator")),
        });
        self.release(before);
        value.is_ok_and(Value::holds)
    }
}

impl Condition<'_, '_> {
    fn advance(&mut self) -> Piece {
        let next = self.pp.expanded();
        std::mem::replace(&mut self.next, next)
    }

    /// Steps to the next piece as it stands, not replaced.
    fn advance_raw(&mut self) -> Piece {
        let next = self.pp.raw();
        std::mem::replace(&mut self.next, next)
    }

    fn eat(&mut self, punct: &str) -> bool {
        let found = self.pp.is(self.next, punct);
        if found {
            self.advance();
        }
        found
    }

    fn wrong(&mut self, message: impl Into<String>) -> Wrong {
        let place = if self.next.kind == Kind::End { self.word.place } else { self.next.place };
        self.pp.error(codes::C_DIRECTIVE, place, message);
        Wrong
    }

    fn unexpected(&mut self, expected: &str) -> Wrong {
        let found = match self.next.kind {
            Kind::End => "the end of the line".to_string(),
            _ => format!("`{}`", &self.pp.strings[self.next.text]),
        };
        self.wrong(format!("expected {expected} in the condition, found {found}"))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        if self.depth == MAX_DEPTH {
            let message = format!("a condition nested more than {MAX_DEPTH} deep");
            self.pp.error(codes::C_TOO_DEEP, self.next.place, message);
            return Err(Wrong);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// An expression. One that is not `live` is read, but divisions by zero in it do not matter.
    fn choice(&mut self, live: bool) -> Result<Value, Wrong> {
        let condition = self.binary(1, live)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.deeper(|this| this.choice(live && condition.holds()))?;
        if !self.eat(":") {
            return Err(self.unexpected("`:`"));
        }
        let no = self.deeper(|this| this.choice(live && !condition.holds()))?;
        let chosen = if condition.holds() { yes } else { no };
        Ok(Value { bits: chosen.bits, unsigned: yes.unsigned || no.unsigned })
    }

    fn binary(&mut self, loosest: u8, live: bool) -> Result<Value, Wrong> {
        let mut left = self.unary(live)?;
        loop {
            let operator = match self.next.kind {
                Kind::Punct => self.pp.strings[self.next.text].to_string(),
                _ => return Ok(left),
            };
            let Some(binds) = precedence(&operator).filter(|&binds| binds >= loosest) else {
                return Ok(left);
            };
            let at = self.advance();
            let needed = match operator.as_str() {
                "&&" => left.holds(),
                "||" => !left.holds(),
                _ => true,
            };
            let right = self.binary(binds + 1, live && needed)?;
            left = match apply(&operator, left, right) {
                Some(value) => value,
                None if !live => Value::signed(0),
                None => {
                    self.pp.error(codes::C_DIRECTIVE, at.place, "the condition divides by zero");
                    return Err(Wrong);
                }
            };
        }
    }

    fn unary(&mut self, live: bool) -> Result<Value, Wrong> {
        match self.next.kind {
            Kind::Punct => {
                let operator = self.pp.strings[self.next.text].to_string();
                if !matches!(operator.as_str(), "(" | "+" | "-" | "~" | "!") {
                    return Err(self.unexpected("a number"));
                }
                self.advance();
                if operator == "(" {
                    let value = self.deeper(|this| this.choice(live))?;
                    return if self.eat(")") { Ok(value) } else { Err(self.unexpected("`)`")) };
                }
                let value = self.deeper(|this| this.unary(live))?;
                Ok(match operator.as_str() {
                    "-" => Value { bits: value.bits.wrapping_neg(), ..value },
                    "~" => Value { bits: !value.bits, ..value },
                    "!" => Value::from(!value.holds()),
                    _ => value,
                })
            }
            Kind::Number => {
                let piece = self.next;
                let (bits, unsigned) = self.pp.condition_number(piece).ok_or(Wrong)?;
                self.advance();
                Ok(Value { bits, unsigned })
            }
            Kind::Char => {
                let (value, fault) = literal::character(&self.pp.strings[self.next.text]);
                self.pp.fault(fault, self.next.place);
                self.advance();
                Ok(Value::signed(i64::from(value)))
            }
            Kind::Name if self.next.text == self.pp.words.defined => self.defined(),
            Kind::Name if self.next.text == self.pp.words.has_include => self.has_include(),
            Kind::Name => {
                self.advance();
                Ok(Value::signed(0))
            }
            _ => Err(self.unexpected("a number")),
        }
    }

    /// `defined NAME` or `defined(NAME)`
    fn defined(&mut self) -> Result<Value, Wrong> {
        self.advance_raw();
        let open = self.pp.is(self.next, "(");
        if open {
            self.advance_raw();
        }
        if self.next.kind != Kind::Name {
            return Err(self.unexpected("the name of a macro"));
        }
        let value = Value::from(self.pp.is_defined(self.next));
        self.advance();
        if open && !self.eat(")") {
            return Err(self.unexpected("`)`"));
        }
        Ok(value)
    }

    /// `__has_include(<name>)` or `__has_include("name")`
    fn has_include(&mut self) -> Result<Value, Wrong> {
        self.advance_raw();
        if !self.pp.is(self.next, "(") {
            return Err(self.unexpected("`(`"));
        }
        self.advance_raw();
        let mut pieces = Vec::new();
        while self.next.kind != Kind::End && !self.pp.is(self.next, ")") {
            pieces.push(self.advance_raw());
        }
        if pieces.first().is_some_and(|piece| piece.kind == Kind::Name) {
            pieces = self.pp.replace_all(pieces);
        }
        let header = self.pp.header_of(self.word, &pieces).ok_or(Wrong)?;
        if !self.eat(")") {
            return Err(self.unexpected("`)`"));
        }
        Ok(Value::from(self.pp.has_header(&header)))
    }
}

/// The value of a binary operator; none for a division by zero.
fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (x, y) = (a as i64, b as i64);
    let number = |bits: u64| Value { bits, unsigned };
    Some(match operator {
        "||" => Value::from(left.holds() || right.holds()),
        "&&" => Value::from(left.holds() && right.holds()),
        "|" => number(a | b),
        "^" => number(a ^ b),
        "&" => number(a & b),
        "==" => Value::from(a == b),
        "!=" => Value::from(a != b),
        "<" => Value::from(if unsigned { a < b } else { x < y }),
        ">" => Value::from(if unsigned { a > b } else { x > y }),
        "<=" => Value::from(if unsigned { a <= b } else { x <= y }),
        ">=" => Value::from(if unsigned { a >= b } else { x >= y }),
        "<<" | ">>" => shift(left, right, operator == "<<"),
        "+" => number(a.wrapping_add(b)),
        "-" => number(a.wrapping_sub(b)),
        "*" => number(a.wrapping_mul(b)),
        _ if b == 0 => return None,
        "/" => number(if unsigned { a / b } else { x.wrapping_div(y) as u64 }),
        _ => number(if unsigned { a % b } else { x.wrapping_rem(y) as u64 }),
    })
}

/// A shift, the other way round by a negative amount and of all bits by a large one, as in GCC.
fn shift(left: Value, right: Value, leftwards: bool) -> Value {
    let back = !right.unsigned && (right.bits as i64) < 0;
    let amount = if back { right.bits.wrapping_neg() } else { right.bits };
    let bits = match (leftwards != back, left.unsigned) {
        (true, _) => u32::try_from(amount).ok().and_then(|n| left.bits.checked_shl(n)).unwrap_or(0),
        (false, true) => u32::try_from(amount).ok().and_then(|n| left.bits.checked_shr(n)).unwrap_or(0),
        (false, false) => (left.bits as i64 >> amount.min(63)) as u64,
    };
    Value { bits, ..left }
}
