//! Reading and writing bit vectors as numbers.

use super::{Bits, MAX_WIDTH, Repr, sign_extend};
use num_bigint::BigUint;
use std::fmt;

/// Why a text is no number of the wanted width.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ParseBitsError {
    /// The text is not a decimal number, nor a hexadecimal one after `0x`.
    Malformed,
    /// The number does not fit.
    TooWide,
}

impl fmt::Display for ParseBitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseBitsError::Malformed => "not a number",
            ParseBitsError::TooWide => "the number does not fit",
        })
    }
}

/// Decimal digits below this count are read at once, more by halves: reading digit by digit takes quadratic time.
const DIRECT_DIGITS: usize = 2000;

/// The number that some decimal digits stand for.
pub(crate) fn parse_decimal_digits(digits: &str) -> Option<BigUint> {
    if digits.len() <= DIRECT_DIGITS {
        return BigUint::parse_bytes(digits.as_bytes(), 10);
    }
    // The recursion is as deep as the logarithm of the length.
    let (high, low) = digits.split_at(digits.len() / 2);
    let scale = BigUint::from(10u32).pow(low.len() as u32);
    Some(parse_decimal_digits(high)? * scale + parse_decimal_digits(low)?)
}

/// Sign and magnitude of a decimal number, or a hexadecimal one after `0x`, of at most [`MAX_WIDTH`] bits.
fn parse_magnitude(text: &str) -> Result<(bool, BigUint), ParseBitsError> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(rest) => (rest, 16),
        None => (text, 10),
    };
    // Checked here because `parse_bytes` takes underscores and signs.
    if digits.is_empty() || !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
        return Err(ParseBitsError::Malformed);
    }
    let digits = digits.trim_start_matches('0');
    // Refuse by length what cannot fit before spending time on it: a decimal digit has more than three bits.
    if digits.len() as u64 * 3 > u64::from(MAX_WIDTH) + 8 {
        return Err(ParseBitsError::TooWide);
    }
    if let Ok(value) = u64::from_str_radix(digits, radix) {
        return Ok((negative, value.into()));
    }
    let value = match (digits, radix) {
        ("", _) => Some(BigUint::default()),
        (_, 10) => parse_decimal_digits(digits),
        _ => BigUint::parse_bytes(digits.as_bytes(), 16),
    };
    Ok((negative, value.ok_or(ParseBitsError::Malformed)?))
}

/// The number a decimal or `0x` hexadecimal text stands for, in the fewest bits that hold it as a signed number.
pub fn parse_integer(text: &str) -> Result<Bits, ParseBitsError> {
    let (negative, magnitude) = parse_magnitude(text)?;
    // One bit more than the magnitude always suffices.
    let width = magnitude.bits() + 1;
    if width > u64::from(MAX_WIDTH) {
        return Err(ParseBitsError::TooWide);
    }
    let value = Bits::from_biguint(width as u32, &magnitude);
    let value = if negative { value.neg() } else { value };
    let width = value.signed_bits();
    Ok(value.trunc(width))
}

impl Bits {
    /// Reads a decimal number, or a hexadecimal one after `0x`, either with a minus sign before it. Numbers that fit as
    /// signed or as unsigned ones are taken: -128 to 255 for eight bits.
    pub fn parse(width: u32, text: &str) -> Result<Bits, ParseBitsError> {
        let (negative, magnitude) = parse_magnitude(text)?;
        if magnitude.bits() > u64::from(width) {
            return Err(ParseBitsError::TooWide);
        }
        let value = Bits::from_biguint(width, &magnitude);
        if !negative {
            return Ok(value);
        }
        if value.is_negative() && value != Bits::min_signed(width) {
            return Err(ParseBitsError::TooWide);
        }
        Ok(value.neg())
    }

    /// Writes the value as a signed decimal number.
    pub fn signed(&self) -> impl fmt::Display + '_ {
        Decimal { bits: self, signed: true }
    }

    /// Writes the value as an unsigned decimal number.
    pub fn unsigned(&self) -> impl fmt::Display + '_ {
        Decimal { bits: self, signed: false }
    }

    /// Writes the value in hexadecimal, as `0x` and upper-case digits without leading zeros.
    pub fn hex(&self) -> impl fmt::Display + '_ {
        Hex { bits: self, prefix: "0x" }
    }

    pub(super) fn hex_digits(&self) -> impl fmt::Display + '_ {
        Hex { bits: self, prefix: "" }
    }
}

struct Decimal<'a> {
    bits: &'a Bits,
    signed: bool,
}

impl fmt::Display for Decimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.bits;
        match (&bits.repr, self.signed) {
            (Repr::Small(value), true) => fmt::Display::fmt(&sign_extend(*value, bits.width), f),
            (Repr::Small(value), false) => fmt::Display::fmt(value, f),
            (Repr::Wide(_), true) => fmt::Display::fmt(&bits.to_bigint(), f),
            (Repr::Wide(_), false) => fmt::Display::fmt(&bits.to_biguint(), f),
        }
    }
}

struct Hex<'a> {
    bits: &'a Bits,
    prefix: &'static str,
}

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.prefix)?;
        let words = self.bits.words();
        let top = words.iter().rposition(|&w| w != 0).unwrap_or(0);
        write!(f, "{:X}", words[top])?;
        words[..top].iter().rev().try_for_each(|word| write!(f, "{word:016X}"))
    }
}
