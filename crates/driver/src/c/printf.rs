//! `printf`: the text of a format and its arguments, byte for byte as glibc writes it.

use super::{integer, mismatch, string};
use ::interp::{Halt, HostCall};
use base::{FloatFormat, float};
use ir::TypeKind;

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Spec {
    minus: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bits of an integer argument that count.
    bits: u32,
}

/// Longer fields are cut: nobody reads them, and a width is any number.
const MAX_FIELD: usize = 1 << 20;

/// The text of a call of `printf`, whose format is the attribute `format` of the declaration.
pub fn format(call: &HostCall<'_>) -> Result<Vec<u8>, Halt> {
    let format = call.ir.str_attr(call.function, "format").ok_or_else(|| mismatch(call))?.as_bytes();
    let mut text = Vec::new();
    let (mut at, mut argument) = (0, 0);
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let spec = read_spec(format, &mut at, call, &mut argument)?;
        let letter = *format.get(at).ok_or_else(|| mismatch(call))?;
        at += 1;
        match letter {
            b'%' => text.push(b'%'),
            b's' => {
                let limit = spec.precision.map_or(u64::MAX, |precision| precision as u64);
                let (bytes, next) = string(call, argument, limit)?;
                argument = next;
                pad(&mut text, spec, b"", &bytes, false);
            }
            b'c' => {
                let byte = integer(call, argument)? as u8;
                argument += 1;
                pad(&mut text, spec, b"", &[byte], false);
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let value = integer(call, argument)?;
                argument += 1;
                whole(&mut text, spec, letter, value);
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let value = real(call, argument)?;
                argument += 1;
                floating(&mut text, spec, letter, value);
            }
            _ => return Err(mismatch(call)),
        }
    }
    Ok(text)
}

fn read_spec(format: &[u8], at: &mut usize, call: &HostCall<'_>, argument: &mut usize) -> Result<Spec, Halt> {
    let mut spec = Spec { bits: 32, ..Spec::default() };
    loop {
        match format.get(*at) {
            Some(b'-') => spec.minus = true,
            Some(b'+') => spec.plus = true,
            Some(b' ') => spec.space = true,
            Some(b'#') => spec.alternate = true,
            Some(b'0') => spec.zero = true,
            _ => break,
        }
        *at += 1;
    }
    // A negative width is the flag `-`, a negative precision none.
    let width = number(format, at, call, argument)?.unwrap_or(0);
    spec.minus |= width < 0;
    spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(MAX_FIELD).min(MAX_FIELD);
    if format.get(*at) == Some(&b'.') {
        *at += 1;
        let precision = number(format, at, call, argument)?.unwrap_or(0);
        spec.precision = usize::try_from(precision).ok().map(|precision| precision.min(MAX_FIELD));
    }
    loop {
        spec.bits = match format.get(*at) {
            Some(b'h') if spec.bits == 16 => 8,
            Some(b'h') => 16,
            Some(b'l' | b'z' | b'j' | b't') => 64,
            _ => return Ok(spec),
        };
        *at += 1;
    }
}

/// A number in a format, or an argument for `*`.
fn number(
    format: &[u8],
    at: &mut usize,
    call: &HostCall<'_>,
    argument: &mut usize,
) -> Result<Option<i64>, Halt> {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        *argument += 1;
        return integer(call, *argument - 1).map(Some);
    }
    let mut value = None;
    while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        *at += 1;
    }
    Ok(value)
}

fn real(call: &HostCall<'_>, index: usize) -> Result<f64, Halt> {
    match call.scalar(index) {
        Some((bits, ty)) if matches!(call.ir.ctx[ty], TypeKind::Float(FloatFormat::F64)) => {
            Ok(float::to_f64(FloatFormat::F64, bits))
        }
        _ => Err(mismatch(call)),
    }
}

/// Writes a field: blanks or zeros up to the width, around a sign or prefix and a body.
fn pad(text: &mut Vec<u8>, spec: Spec, prefix: &[u8], body: &[u8], zeros: bool) {
    let missing = spec.width.saturating_sub(prefix.len() + body.len());
    let fill = |text: &mut Vec<u8>, byte| text.extend(std::iter::repeat_n(byte, missing));
    if !spec.minus && !zeros {
        fill(text, b' ');
    }
    text.extend_from_slice(prefix);
    if !spec.minus && zeros {
        fill(text, b'0');
    }
    text.extend_from_slice(body);
    if spec.minus {
        fill(text, b' ');
    }
}

fn sign(spec: Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

fn whole(text: &mut Vec<u8>, spec: Spec, letter: u8, value: i64) {
    let shift = 64 - spec.bits;
    let unsigned = (value as u64) << shift >> shift;
    let (prefix, mut digits) = match letter {
        b'd' | b'i' => {
            let value = value << shift >> shift;
            (sign(spec, value < 0), value.unsigned_abs().to_string())
        }
        b'o' => ("", format!("{unsigned:o}")),
        b'x' => (if spec.alternate && unsigned != 0 { "0x" } else { "" }, format!("{unsigned:x}")),
        b'X' => (if spec.alternate && unsigned != 0 { "0X" } else { "" }, format!("{unsigned:X}")),
        _ => ("", unsigned.to_string()),
    };
    if let Some(precision) = spec.precision {
        if precision == 0 && digits == "0" {
            digits.clear();
        }
        digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
    }
    if letter == b'o' && spec.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    pad(text, spec, prefix.as_bytes(), digits.as_bytes(), spec.zero && spec.precision.is_none());
}

fn floating(text: &mut Vec<u8>, spec: Spec, letter: u8, value: f64) {
    let upper = letter.is_ascii_uppercase();
    let mut prefix = sign(spec, value.is_sign_negative()).to_string();
    let value = value.abs();
    let finite = value.is_finite();
    let mut body = match (value.is_nan(), finite, letter.to_ascii_lowercase()) {
        (true, ..) => "nan".to_string(),
        (_, false, _) => "inf".to_string(),
        (_, _, b'f') => fixed(value, spec.precision.unwrap_or(6), spec.alternate),
        (_, _, b'e') => scientific(value, spec.precision.unwrap_or(6), spec.alternate),
        (_, _, b'g') => general(value, spec.precision.unwrap_or(6).max(1), spec.alternate),
        _ => {
            prefix.push_str("0x");
            hexadecimal(value, spec.precision, spec.alternate)
        }
    };
    if upper {
        (prefix, body) = (prefix.to_ascii_uppercase(), body.to_ascii_uppercase());
    }
    pad(text, spec, prefix.as_bytes(), body.as_bytes(), spec.zero && finite);
}

/// The least number has this many digits after its point, and no number more: all that follow are zeros.
const MOST_DIGITS: usize = 1074;

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{value:.*}", precision.min(MOST_DIGITS));
    text.push_str(&"0".repeat(precision.saturating_sub(MOST_DIGITS)));
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// Digits and exponent of a number written with `precision` digits after the first.
fn rounded(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.*e}", precision.min(MOST_DIGITS));
    let (digits, exponent) = text.split_once('e').expect("a number in scientific form has an exponent");
    let zeros = "0".repeat(precision.saturating_sub(MOST_DIGITS));
    (format!("{digits}{zeros}"), exponent.parse().expect("the exponent is a small number"))
}

fn scientific(value: f64, precision: usize, point: bool) -> String {
    let (mut digits, exponent) = rounded(value, precision);
    if point && precision == 0 {
        digits.push('.');
    }
    with_exponent(&digits, exponent)
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// `%g`: whichever of the other two forms is shorter, without the zeros at the end.
fn general(value: f64, significant: usize, keep: bool) -> String {
    let (digits, exponent) = rounded(value, significant - 1);
    let is_fixed = (-4..significant as i64).contains(&i64::from(exponent));
    let mut text = match is_fixed {
        true => fixed(value, (significant as i64 - 1 - i64::from(exponent)) as usize, keep),
        false => digits,
    };
    if !keep && text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    } else if keep && !text.contains('.') {
        text.push('.');
    }
    if is_fixed { text } else { with_exponent(&text, exponent) }
}

/// `%a` without its `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    const FRACTION: u32 = 52;
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> FRACTION) as i64, bits & ((1 << FRACTION) - 1));
    let (mut significand, exponent) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (fraction, -1022),
        _ => (1 << FRACTION | fraction, exponent - 1023),
    };
    let digits = precision.unwrap_or(13).min(13) as u32;
    let dropped = FRACTION - 4 * digits;
    if dropped > 0 {
        // To the nearest, ties to even.
        let (half, rest) = (1u64 << (dropped - 1), significand & ((1 << dropped) - 1));
        significand >>= dropped;
        significand += u64::from(rest > half || rest == half && significand & 1 == 1);
        significand <<= dropped;
    }
    let mut fraction = format!("{:013x}", significand & ((1 << FRACTION) - 1));
    match precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(precision) => {
            fraction.truncate(precision);
            fraction.push_str(&"0".repeat(precision - fraction.len()));
        }
    }
    let dot = if fraction.is_empty() && !point { "" } else { "." };
    format!("{:x}{dot}{fraction}p{exponent:+}", significand >> FRACTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More digits than a number has are zeros.
    #[test]
    fn any_precision() {
        let zeros = |text: &str, count: usize| format!("{text}{}", "0".repeat(count));
        assert_eq!(fixed(1.5, 70_000, false), zeros("1.5", 69_999));
        assert_eq!(scientific(1.5, 70_000, false), zeros("1.5", 69_999) + "e+00");
        assert_eq!(general(1.5, 70_000, false), "1.5");
        assert_eq!(general(1.5, 70_000, true), zeros("1.5", 69_998));
        let least = f64::from_bits(1);
        let digits = fixed(least, 1074, false);
        assert!(digits.ends_with("625"), "all of its digits are there");
        assert_eq!(fixed(least, MAX_FIELD, false), zeros(&digits, MAX_FIELD - 1074));
    }
}
