//! Arithmetic on data of at most 64 bits, as words: [`Function::eval_words`] with the widths of a unit.

pub(super) use dialects::arith::signed_word as signed;
use dialects::handshake::unit::{Function, Kind, Unit};

/// What is computed on words, and on how many of their bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alu {
    function: Function,
    /// Bits of the first operand; for a selection, of its data.
    width: u32,
    /// The bits of the result.
    mask: u64,
}

/// The low bits of a word.
pub(crate) fn mask(width: u32) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width.min(64)) }
}

impl Alu {
    /// How a unit computes, if its data fit into words.
    pub fn of(unit: &Unit) -> Option<Alu> {
        let Kind::Compute { function, .. } = unit.kind else { return None };
        let fits = unit.inputs.iter().chain(&unit.outputs).all(|width| *width <= 64);
        if !fits || matches!(function, Function::Float(_)) {
            return None;
        }
        Some(Alu { function, width: unit.inputs[0], mask: mask(unit.outputs[0]) })
    }

    /// A function of two words of one width, and of that width.
    pub fn of_width(function: Function, width: u32) -> Alu {
        Alu { function, width, mask: mask(width) }
    }

    /// The function, the bits of its first operand and those of its result.
    #[cfg(feature = "jit")]
    pub fn parts(self) -> (Function, u32, u32) {
        (self.function, self.width, self.mask.count_ones())
    }

    #[inline(always)]
    fn eval(self, operands: [u64; 3]) -> u64 {
        let value = self.function.eval_words(operands, self.width).expect("no function here is of floats");
        value & self.mask
    }

    /// The result for one operand.
    #[inline(always)]
    pub fn one(self, a: u64) -> u64 {
        self.eval([a, 0, 0])
    }

    /// The result for two operands.
    #[inline(always)]
    pub fn two(self, a: u64, b: u64) -> u64 {
        self.eval([a, b, 0])
    }

    /// The result for all operands.
    pub fn all(self, operands: [u64; 3], count: usize) -> u64 {
        match count {
            1 => self.one(operands[0]),
            2 => self.two(operands[0], operands[1]),
            _ => operands[if operands[0] & 1 != 0 { 1 } else { 2 }],
        }
    }
}
