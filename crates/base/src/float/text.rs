//! Floating-point numbers as decimal text: reading them correctly rounded, and printing them as MLIR does.

use super::{FloatFormat, Value, convert, round_big, unpack};
use crate::bits::{Bits, parse_decimal_digits};
use num_bigint::BigUint;

/// Significant digits that are read exactly; the rest can only break a tie. Ties of `f128` have fewer.
const MAX_DIGITS: usize = 12_000;
/// Decimal exponents beyond this are infinite or zero in every format.
const MAX_EXPONENT: i64 = 20_000;

/// A decimal number taken apart: `digits * 10^exponent`, the digits without leading zeros.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads `-1.5e+3`: an optional sign, digits with an optional point among or after them, an optional exponent.
    fn parse(text: &str) -> Option<Decimal> {
        let (negative, text) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let digits = format!("{whole}{fraction}").trim_start_matches('0').to_owned();
        Some(Decimal { negative, digits, exponent: exponent.saturating_sub(fraction.len() as i64) })
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // What overflows is as large or as small as anything.
    let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// The number of the format nearest to a decimal one; none if the text is not a decimal number.
pub fn parse_decimal(format: FloatFormat, text: &str) -> Option<Bits> {
    let decimal = Decimal::parse(text)?;
    match format {
        // The standard library rounds correctly, and fast.
        FloatFormat::F32 => return text.parse::<f32>().ok().map(|x| Bits::from_u64(32, x.to_bits().into())),
        FloatFormat::F64 => return text.parse::<f64>().ok().map(|x| Bits::from_u64(64, x.to_bits())),
        _ => {}
    }
    let Decimal { negative, digits, exponent } = decimal;
    if digits.is_empty() {
        return Some(super::zero(format, negative));
    }
    let magnitude = exponent.saturating_add(digits.len() as i64);
    if magnitude.abs() > MAX_EXPONENT {
        // A power of two that is beyond, or below, every format.
        let exponent = if magnitude > 0 { MAX_EXPONENT } else { -4 * MAX_EXPONENT };
        return Some(round_big(format, negative, &BigUint::from(1u32), exponent, false));
    }
    let (kept, rest) = digits.split_at(digits.len().min(MAX_DIGITS));
    let exponent = exponent + rest.len() as i64;
    let sticky = rest.bytes().any(|b| b != b'0');
    let significand = parse_decimal_digits(kept)?;
    if exponent >= 0 {
        let value = significand * BigUint::from(10u32).pow(exponent as u32);
        // Two more bits leave room for the sticky one below even a short significand.
        return Some(round_big(format, negative, &(value << 128u32), -128, sticky));
    }
    let divisor = BigUint::from(10u32).pow(exponent.unsigned_abs() as u32);
    let shift = (divisor.bits() + 130).saturating_sub(significand.bits());
    let dividend = significand << shift;
    let quotient = &dividend / &divisor;
    let sticky = sticky || &quotient * &divisor != dividend;
    Some(round_big(format, negative, &quotient, -(shift as i64), sticky))
}

/// The number that MLIR reads: a literal is an `f64` first, which is then converted to the format.
pub fn parse_literal(format: FloatFormat, text: &str) -> Option<Bits> {
    Some(convert(FloatFormat::F64, format, &parse_decimal(FloatFormat::F64, text)?))
}

/// A number in decimal digits, not necessarily all: the value of `digits`, most significant first and without
/// trailing zeros, times `10^exponent`.
struct Digits {
    digits: Vec<u8>,
    exponent: i32,
}

impl Digits {
    /// At most `precision` digits of `significand * 2^exponent`, by the steps that LLVM takes: first drop what is
    /// surely too much by a division that rounds down, then round the digits that are left, halves up. Of some
    /// numbers the last digit is therefore one too low; printing them alike needs the same steps.
    fn new(significand: u128, exponent: i32, precision: usize) -> Digits {
        let zeros = significand.trailing_zeros();
        let mut value = BigUint::from(significand >> zeros);
        let binary = exponent + zeros as i32;
        let mut exponent = binary.min(0);
        if binary > 0 {
            value <<= binary as u32;
        } else {
            value *= BigUint::from(5u32).pow(binary.unsigned_abs());
        }
        // LLVM's approximation of the logarithm of ten.
        let needed = (precision as u64 * 196).div_ceil(59);
        let removable = value.bits().saturating_sub(needed) * 59 / 196;
        if removable > 0 {
            value /= BigUint::from(10u32).pow(removable as u32);
            exponent += removable as i32;
        }
        let mut digits: Vec<u8> = value.to_string().into_bytes();
        let dropped = digits.len().saturating_sub(precision);
        let up = dropped > 0 && digits[precision] >= b'5';
        digits.truncate(precision);
        exponent += dropped as i32;
        if up {
            while digits.last() == Some(&b'9') {
                digits.pop();
                exponent += 1;
            }
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => digits.push(b'1'),
            }
        }
        while digits.len() > 1 && digits.last() == Some(&b'0') {
            digits.pop();
            exponent += 1;
        }
        Digits { digits, exponent }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.digits).expect("decimal digits are ASCII")
    }

    /// The power of ten of the first digit.
    fn leading(&self) -> i32 {
        self.exponent + self.digits.len() as i32 - 1
    }

    /// `1.500000e+00`: one digit, six more, and at least two digits of exponent.
    fn scientific(&self) -> String {
        let (first, rest) = self.text().split_at(1);
        let (sign, leading) = (if self.leading() < 0 { '-' } else { '+' }, self.leading().unsigned_abs());
        format!("{first}.{rest:0<6}e{sign}{leading:02}")
    }

    /// `123456.703` or `1.5E-7`: positional unless that needs more than three zeros or pretends to more precision.
    fn natural(&self, precision: usize) -> String {
        let count = self.digits.len();
        let scientific = if self.exponent >= 0 {
            self.exponent > 3 || count + self.exponent as usize > precision
        } else {
            self.leading() < -3
        };
        let text = self.text();
        if scientific {
            let (first, rest) = text.split_at(1);
            let rest = if rest.is_empty() { "0" } else { rest };
            return format!("{first}.{rest}E{:+}", self.leading());
        }
        match usize::try_from(self.exponent) {
            Ok(zeros) => format!("{text}{}", "0".repeat(zeros)),
            Err(_) if self.leading() >= 0 => {
                let (whole, fraction) = text.split_at(self.leading() as usize + 1);
                format!("{whole}.{fraction}")
            }
            Err(_) => format!("0.{}{text}", "0".repeat((-self.leading() - 1) as usize)),
        }
    }
}

/// The number as MLIR prints it: six significant digits if they say it all, otherwise as many as the format can
/// need, and the bit pattern in hexadecimal for infinities, NaNs and what would look like an integer.
pub fn print(format: FloatFormat, value: &Bits) -> String {
    let (negative, significand, exponent) = match unpack(format, value) {
        Value::Finite { negative, significand, exponent } => (negative, significand, exponent),
        // The x87 patterns that count as NaN without looking like one are given the exponent of one.
        Value::Nan if format == FloatFormat::F80 => {
            return value.insert(64, &Bits::ones(15)).hex().to_string();
        }
        _ => return value.hex().to_string(),
    };
    let sign = if negative { "-" } else { "" };
    if significand == 0 {
        return format!("{sign}0.000000e+00");
    }
    let short = format!("{sign}{}", Digits::new(significand, exponent, 6).scientific());
    if parse_decimal(format, &short).as_ref() == Some(value) {
        return short;
    }
    let precision = 2 + format.precision() as usize * 59 / 196;
    let full = Digits::new(significand, exponent, precision).natural(precision);
    if full.contains('.') { format!("{sign}{full}") } else { value.hex().to_string() }
}
