//! Roundings of `truncf` other than to the nearest with ties to even.
//!
//! The patterns of one sign of a float format are ordered like the numbers they stand for, so the neighbours of a number
//! are the patterns before and after. A value between two of them is found from the nearest one, which
//! `base::float` gives, and one comparison in the wider format, which holds both neighbours exactly.

use base::{Bits, FloatFormat, float};
use std::cmp::Ordering;

/// Which neighbour a value between two floats becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// The one below.
    Down,
    /// The one above.
    Up,
    /// The one of smaller magnitude.
    TowardZero,
    /// The nearer one; of two equally near the one of larger magnitude.
    NearestAway,
}

/// The value in a narrower format. `None` for `f80`, whose patterns are not consecutive.
pub fn narrow(from: FloatFormat, to: FloatFormat, value: &Bits, rounding: Rounding) -> Option<Bits> {
    if to == FloatFormat::F80 {
        return None;
    }
    if !float::is_finite(from, value) {
        return Some(float::convert(from, to, value));
    }
    let negative = float::is_negative(from, value);
    let magnitude = float::abs(from, value);
    let widened = |bits: &Bits| float::convert(to, from, bits);
    let next = |bits: &Bits| bits.add(&Bits::from_u64(to.width(), 1));
    let previous = |bits: &Bits| bits.sub(&Bits::from_u64(to.width(), 1));

    // What follows the greatest number: infinity, or NaN where there is none.
    let limit = float::infinity(to, false).unwrap_or_else(|| float::nan(to));
    let nearest = float::convert(from, to, &magnitude);
    let is_above =
        nearest == limit || float::cmp(from, &widened(&nearest), &magnitude) == Some(Ordering::Greater);
    let below = if is_above { previous(&nearest) } else { nearest.clone() };
    if widened(&below) == magnitude {
        return Some(with_sign(to, below, negative));
    }
    let above = next(&below);
    let outwards = match rounding {
        Rounding::Down => negative,
        Rounding::Up => !negative,
        Rounding::TowardZero => false,
        Rounding::NearestAway => {
            // Both differences are exact: they are whole multiples of the last place of the value, and small.
            let is_tie = above != limit
                && float::sub(from, &magnitude, &widened(&below))
                    == float::sub(from, &widened(&above), &magnitude);
            is_above || is_tie
        }
    };
    Some(with_sign(to, if outwards { above } else { below }, negative))
}

fn with_sign(format: FloatFormat, magnitude: Bits, negative: bool) -> Bits {
    if negative && !float::is_nan(format, &magnitude) { float::neg(format, &magnitude) } else { magnitude }
}
