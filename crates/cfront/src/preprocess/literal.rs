//! The values of numbers, characters and strings.
//!
//! Spellings become values when they leave the preprocessor, or stand in an `#if`. What is wrong with one is said by a [`Fault`] and
//! reported by whoever knows the place.

use crate::token::{IntSuffix, MAX_INT_WIDTH, TokenKind};
use base::{Bits, Code, codes};
use std::borrow::Cow;

/// What is wrong with a literal.
#[derive(Debug)]
pub(super) struct Fault {
    /// The diagnostic's code: a suspicious literal is used all the same.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<&'static str>,
}

impl Fault {
    fn new(message: impl Into<String>) -> Fault {
        Fault { code: codes::C_TEXT, message: message.into(), hint: None }
    }

    fn suspicious(message: impl Into<String>) -> Fault {
        Fault { code: codes::C_SUSPICIOUS, message: message.into(), hint: None }
    }

    fn hint(mut self, hint: &'static str) -> Fault {
        self.hint = Some(hint);
        self
    }
}

/// How the built-in `math.h` spells infinity and what is no number: no arithmetic gives them the same bits on all machines.
const INFINITY: &str = "0__flowright_inf";
const NAN: &str = "0__flowright_nan";

/// The value of a number, and what is wrong with it: a number that is none is zero.
pub(super) fn number(text: &str) -> (TokenKind, Option<Fault>) {
    let zero = || TokenKind::Int { value: Bits::zero(1), decimal: true, suffix: IntSuffix::default() };
    match text {
        INFINITY => return (TokenKind::Float { value: f64::INFINITY, single: true }, None),
        NAN => return (TokenKind::Float { value: f64::from_bits(0x7ff8 << 48), single: true }, None),
        _ => (),
    }
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let exponent: &[char] = if hex { &['p', 'P', '.'] } else { &['e', 'E', '.'] };
    let binary = text.starts_with("0b") || text.starts_with("0B");
    let clean = match text.contains('\'') {
        true => Cow::Owned(text.replace('\'', "")),
        false => Cow::Borrowed(text),
    };
    if !binary && clean.contains(exponent) {
        return match float(&clean, hex) {
            Ok((value, single, fault)) => (TokenKind::Float { value, single }, fault),
            Err(fault) => (TokenKind::Float { value: 0.0, single: false }, Some(fault)),
        };
    }
    match integer(&clean) {
        Ok(kind) => (kind, None),
        Err(fault) => (zero(), Some(fault)),
    }
}

fn integer(text: &str) -> Result<TokenKind, Fault> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let count =
        digits.bytes().take_while(|&b| char::from(b).is_digit(if radix == 16 { 16 } else { 10 })).count();
    let (digits, letters) = digits.split_at(count);
    if digits.is_empty() && radix != 8 {
        return Err(Fault::new(format!("`{text}` has no digits")));
    }
    if let Some(digit) = digits.chars().find(|c| !c.is_digit(radix)) {
        let what = if radix == 8 { "an octal" } else { "a binary" };
        return Err(Fault::new(format!("`{digit}` is no digit of {what} number")).hint(
            "a number that begins with `0` is octal, one with `0x` hexadecimal, one with `0b` binary",
        ));
    }
    let suffix = int_suffix(letters).ok_or_else(|| {
        Fault::new(format!("`{letters}` does not end an integer"))
            .hint("write `u`, `l`, `ll`, `wb` or nothing")
    })?;
    let value = match u64::from_str_radix(if digits.is_empty() { "0" } else { digits }, radix) {
        Ok(value) => Some(Bits::from_u64(64, value)),
        // No number of this width has more digits, and reading more would take long.
        Err(_) if radix == 10 && digits.trim_start_matches('0').len() > 309 => None,
        Err(_) if radix == 10 => Bits::parse(MAX_INT_WIDTH, digits).ok(),
        Err(_) => from_digits(digits, radix),
    };
    let value = value.ok_or_else(|| Fault::new(format!("the number has more than {MAX_INT_WIDTH} bits")))?;
    let width = value.active_bits().max(1);
    Ok(TokenKind::Int { value: value.trunc(width), decimal: radix == 10, suffix })
}

/// The value of digits whose radix is a power of two.
fn from_digits(digits: &str, radix: u32) -> Option<Bits> {
    let digits = digits.trim_start_matches('0');
    let step = radix.trailing_zeros() as usize;
    if digits.len() * step > MAX_INT_WIDTH as usize + step {
        return None;
    }
    let mut words = [0u64; MAX_INT_WIDTH as usize / 64 + 1];
    for (i, digit) in digits.chars().rev().enumerate() {
        let digit = u128::from(digit.to_digit(radix)?) << (i * step % 64);
        words[i * step / 64] |= digit as u64;
        if let Some(next) = words.get_mut(i * step / 64 + 1) {
            *next |= (digit >> 64) as u64;
        }
    }
    let value = Bits::from_words(MAX_INT_WIDTH + 64, &words);
    (value.active_bits() <= MAX_INT_WIDTH).then_some(value)
}

fn int_suffix(mut letters: &str) -> Option<IntSuffix> {
    let mut suffix = IntSuffix::default();
    while !letters.is_empty() {
        let length = match letters.as_bytes() {
            [b'u' | b'U', ..] if !suffix.unsigned => {
                suffix.unsigned = true;
                1
            }
            [b'l', b'l', ..] | [b'L', b'L', ..] if suffix.longs == 0 && !suffix.bit_int => {
                suffix.longs = 2;
                2
            }
            [b'l' | b'L', ..] if suffix.longs == 0 && !suffix.bit_int => {
                suffix.longs = 1;
                1
            }
            [b'w', b'b', ..] | [b'W', b'B', ..] if suffix.longs == 0 && !suffix.bit_int => {
                suffix.bit_int = true;
                2
            }
            _ => return None,
        };
        letters = &letters[length..];
    }
    Some(suffix)
}

/// A floating constant: its value, whether it is a `float`, and what is suspicious about it.
fn float(text: &str, hex: bool) -> Result<(f64, bool, Option<Fault>), Fault> {
    let body = if hex { &text[2..] } else { text };
    let radix = if hex { 16 } else { 10 };
    let count = |from: &str| from.bytes().take_while(|&b| char::from(b).is_digit(radix)).count();
    let whole = &body[..count(body)];
    let mut rest = &body[whole.len()..];
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        fraction = &after[..count(after)];
        rest = &after[fraction.len()..];
    }
    if whole.is_empty() && fraction.is_empty() {
        return Err(Fault::new(format!("`{text}` has no digits")));
    }
    let mark = if hex { ['p', 'P'] } else { ['e', 'E'] };
    let mut exponent = 0;
    match rest.strip_prefix(mark) {
        Some(after) => {
            let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
            let length = unsigned.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                return Err(Fault::new(format!("the exponent of `{text}` has no digits")));
            }
            let digits = unsigned[..length].trim_start_matches('0');
            // Past nine digits the value is zero or infinite, however long the number is.
            let magnitude = if digits.len() > 9 { 1 << 30 } else { digits.parse().unwrap_or(0) };
            exponent = if after.starts_with('-') { -magnitude } else { magnitude };
            rest = &unsigned[length..];
        }
        None if hex => {
            return Err(Fault::new(format!("`{text}` has no exponent"))
                .hint("a hexadecimal floating number ends in `p` and a power of two"));
        }
        None => (),
    }
    let (single, fault) = match rest {
        "" => (false, None),
        "f" | "F" => (true, None),
        "l" | "L" => (
            false,
            Some(Fault {
                code: codes::C_UNSUPPORTED,
                message: "`long double` is not supported".to_string(),
                hint: Some("remove the `L`: the number is a `double` then"),
            }),
        ),
        letters => {
            return Err(Fault::new(format!("`{letters}` does not end a floating number"))
                .hint("write `f` or nothing"));
        }
    };
    let value = match (hex, single) {
        (true, _) => hex_float(whole, fraction, exponent, single),
        (false, true) => f64::from(decimal(whole, fraction, exponent).parse::<f32>().unwrap_or(0.0)),
        (false, false) => decimal(whole, fraction, exponent).parse::<f64>().unwrap_or(0.0),
    };
    let large = || Fault::suspicious(format!("`{text}` is larger than every number of its type"));
    let fault = fault.or_else(|| value.is_infinite().then(large));
    Ok((value, single, fault))
}

/// A number as Rust reads it: correctly rounded, to either type.
fn decimal(whole: &str, fraction: &str, exponent: i64) -> String {
    format!("{whole}.{fraction}e{exponent}")
}

/// The number nearest to a hexadecimal one; of two, the even one.
fn hex_float(whole: &str, fraction: &str, exponent: i64, single: bool) -> f64 {
    let (precision, lowest): (i64, i64) = if single { (24, -149) } else { (53, -1074) };
    // The first digits as they are, and a last bit that stands for all others: enough to round once and rightly.
    let mut top = 0u64;
    let mut scale = exponent - 4 * fraction.len() as i64;
    for digit in whole.chars().chain(fraction.chars()).map(|c| u64::from(c.to_digit(16).unwrap_or(0))) {
        if top >> 59 == 0 {
            top = top << 4 | digit;
        } else {
            scale += 4;
            top |= u64::from(digit != 0);
        }
    }
    if top == 0 {
        return 0.0;
    }
    let length = i64::from(64 - top.leading_zeros());
    let unit = (scale + length - precision).max(lowest);
    let shift = unit - scale;
    let (significand, unit) = match shift {
        ..=0 => (top, scale),
        1..=63 => {
            let (kept, cut, half) = (top >> shift, top & ((1 << shift) - 1), 1u64 << (shift - 1));
            (kept + u64::from(cut > half || (cut == half && kept & 1 == 1)), unit)
        }
        _ => (0, lowest),
    };
    // Exact: the significand fits, and a power of two changes the exponent only.
    let value = match unit {
        1024.. => f64::INFINITY,
        _ => significand as f64 * power_of_two(unit),
    };
    if single { f64::from(value as f32) } else { value }
}

fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::from_bits(1u64 << (exponent + 1074).clamp(0, 51)),
    }
}

/// The bytes between the quotes of a string or a character, and what is wrong with them.
pub(super) fn quoted(text: &str) -> (Vec<u8>, Option<Fault>) {
    let mut fault = None;
    let body = text.trim_start_matches(|c| c != '"' && c != '\'');
    if !matches!(text.len() - body.len(), 0 | 2) {
        fault = Some(Fault {
            code: codes::C_UNSUPPORTED,
            message: "wide characters are not supported".to_string(),
            hint: Some("remove the letter before the quote"),
        });
    }
    let body = body.get(1..body.len().max(2) - 1).unwrap_or("");
    if !body.contains('\\') {
        return (body.as_bytes().to_vec(), fault);
    }
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        if let Err(wrong) = escape(&mut rest, &mut bytes) {
            fault = fault.or(Some(wrong));
        }
    }
    (bytes, fault)
}

/// Reads what follows a backslash.
fn escape(rest: &mut &str, bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let Some(c) = rest.chars().next() else { return Ok(()) };
    let octal = rest.bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
    if octal > 0 {
        let value = u32::from_str_radix(&rest[..octal], 8).unwrap_or(0);
        let spelled = &rest[..octal];
        *rest = &rest[octal..];
        bytes.push(value as u8);
        return if value < 256 {
            Ok(())
        } else {
            Err(Fault::new(format!("`\\{spelled}` does not fit a character")))
        };
    }
    *rest = &rest[c.len_utf8()..];
    let simple = match c {
        'a' => 7,
        'b' => 8,
        'e' | 'E' => 27,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' | '\'' | '"' | '?' => c as u8,
        'x' => {
            let count = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
            let digits = &rest[..count];
            *rest = &rest[count..];
            let significant = digits.trim_start_matches('0');
            bytes.push(u8::from_str_radix(significant, 16).unwrap_or(0));
            return match significant.len() {
                _ if count == 0 => Err(Fault::new("`\\x` has no digits")),
                0..=2 => Ok(()),
                _ => Err(Fault::new(format!("`\\x{digits}` does not fit a character"))),
            };
        }
        'u' | 'U' => {
            let wanted = if c == 'u' { 4 } else { 8 };
            let count = rest.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
            let digits = &rest[..count];
            *rest = &rest[count..];
            let value =
                u32::from_str_radix(digits, 16).ok().filter(|_| count == wanted).and_then(char::from_u32);
            return match value {
                Some(c) => {
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    Ok(())
                }
                None => Err(Fault::new(format!("`\\{c}{digits}` is no character"))),
            };
        }
        _ => {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Err(Fault::suspicious(format!("`\\{c}` is no escape sequence and means `{c}`")));
        }
    };
    bytes.push(simple);
    Ok(())
}

/// The value of a character constant as an `int`: several characters make one number, as in GCC.
pub(super) fn character(text: &str) -> (i32, Option<Fault>) {
    let (bytes, fault) = quoted(text);
    match *bytes {
        [] => (0, fault.or_else(|| Some(Fault::new("a character constant has no character")))),
        [byte] => (i32::from(byte as i8), fault),
        _ => {
            let value = bytes.iter().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
            let several = || Fault::suspicious("a character constant has several characters");
            (value as i32, fault.or_else(|| Some(several())))
        }
    }
}
