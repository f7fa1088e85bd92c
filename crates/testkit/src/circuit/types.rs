//! Types of circuits as the generator thinks of them.

use base::{Bits, Rng};

/// A type that a wire can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// An integer of this many bits; at least one.
    Int(u32),
    /// So many elements of one type; at least one.
    Array(u32, Box<Ty>),
    /// Named fields; at least one.
    Struct(Vec<(String, Ty)>),
}

impl Ty {
    /// One bit.
    pub const BIT: Ty = Ty::Int(1);

    /// How many bits it takes.
    pub fn width(&self) -> u32 {
        match self {
            Ty::Int(width) => *width,
            Ty::Array(count, element) => count * element.width(),
            Ty::Struct(fields) => fields.iter().map(|(_, ty)| ty.width()).sum(),
        }
    }

    /// As MLIR writes it.
    pub fn text(&self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Array(count, element) => format!("!hw.array<{count}x{}>", element.text()),
            Ty::Struct(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
                format!("!hw.struct<{}>", fields.join(", "))
            }
        }
    }

    /// A value as the attribute of a constant: a number with its type, or nested lists of them, highest bits first.
    pub fn literal(&self, bits: &Bits) -> String {
        match self {
            Ty::Int(1) => bits.bit(0).to_string(),
            Ty::Int(_) => format!("{} : {}", bits.signed(), self.text()),
            Ty::Array(count, element) => {
                let width = element.width();
                let items = (0..*count).rev().map(|at| element.literal(&bits.extract(at * width, width)));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            Ty::Struct(fields) => {
                let mut left = bits.width();
                let items = fields.iter().map(|(_, ty)| {
                    left -= ty.width();
                    ty.literal(&bits.extract(left, ty.width()))
                });
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The bits that count below `n`: what an address of `n` places needs, at least one.
pub fn index_width(n: u32) -> u32 {
    (32 - n.saturating_sub(1).leading_zeros()).max(1)
}

/// Draws the widths that a circuit uses, so that its values meet: bits, a few narrow ones and up to two wide ones.
pub fn palette(rng: &mut Rng) -> Vec<u32> {
    let mut widths = vec![1, 1, 8];
    for _ in 0..3 {
        widths.push(rng.between(2, 64) as u32);
    }
    widths.push(*rng.pick(&[4, 16, 32, 63, 64]));
    if rng.chance(1, 2) {
        widths.push(rng.between(65, 200) as u32);
    }
    if rng.chance(1, 4) {
        widths.push(*rng.pick(&[65, 127, 128, 129, 192, 200]));
    }
    widths
}
