//! The types of generated programs, as the generator thinks of them: scalars and memrefs, with MLIR's text.

use base::{Bits, FloatFormat, Rng, float};
use std::fmt;

/// A type of one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// `iN`
    Int(u32),
    /// `index`
    Index,
    /// `f16`, `bf16`, `f32` or `f64`
    Float(FloatFormat),
}

/// Every scalar type that programs use: powers of two, their neighbours, and widths nothing is made for.
pub const SCALARS: &[Scalar] = &[
    Scalar::Int(1),
    Scalar::Int(2),
    Scalar::Int(3),
    Scalar::Int(5),
    Scalar::Int(7),
    Scalar::Int(8),
    Scalar::Int(13),
    Scalar::Int(16),
    Scalar::Int(17),
    Scalar::Int(24),
    Scalar::Int(31),
    Scalar::Int(32),
    Scalar::Int(33),
    Scalar::Int(48),
    Scalar::Int(63),
    Scalar::Int(64),
    Scalar::Int(65),
    Scalar::Int(96),
    Scalar::Int(127),
    Scalar::Int(128),
    Scalar::Index,
    Scalar::Float(FloatFormat::F16),
    Scalar::Float(FloatFormat::BF16),
    Scalar::Float(FloatFormat::F32),
    Scalar::Float(FloatFormat::F64),
];

impl Scalar {
    /// `i1`
    pub const BOOL: Scalar = Scalar::Int(1);

    /// Bits of a value; an index has 64.
    pub fn width(self) -> u32 {
        match self {
            Scalar::Int(width) => width,
            Scalar::Index => 64,
            Scalar::Float(format) => format.width(),
        }
    }

    /// The format of a float type.
    pub fn float(self) -> Option<FloatFormat> {
        if let Scalar::Float(format) = self { Some(format) } else { None }
    }

    /// Whether it is an integer or `index`.
    pub fn is_int(self) -> bool {
        self.float().is_none()
    }

    /// The text of a constant of this type, with its type.
    pub fn constant(self, bits: &Bits) -> String {
        match self {
            Scalar::Int(1) => if bits.is_zero() { "false" } else { "true" }.to_string(),
            Scalar::Float(format) => format!("{} : {self}", float_text(format, bits)),
            _ => format!("{} : {self}", bits.signed()),
        }
    }

    /// A value with a taste for those where mistakes hide. NaNs are the canonical one: which NaN an operation gives is
    /// not defined, so no program may depend on it.
    pub fn random(self, rng: &mut Rng) -> Bits {
        let Scalar::Float(format) = self else { return rng.edgy_bits(self.width()) };
        let bits = match rng.below(8) {
            0 => float::zero(format, rng.bool()),
            1 => float::from_f64(format, rng.between(-3, 3) as f64),
            2 => float::infinity(format, rng.bool()).unwrap_or_else(|| float::zero(format, false)),
            3 => rng.bits(format.width()),
            // Denormals: only low bits of the significand.
            4 => Bits::from_u64(format.width(), rng.below(16)),
            _ => float::from_f64(format, rng.between(-4000, 4000) as f64 / 16.0),
        };
        if float::is_nan(format, &bits) { float::nan(format) } else { bits }
    }
}

/// The bit pattern of a float, as a literal that stands for it whatever it is.
fn float_text(format: FloatFormat, bits: &Bits) -> String {
    let digits = format.width() as usize / 4;
    format!("0x{:0>digits$}", bits.hex().to_string().trim_start_matches("0x"))
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(width) => write!(f, "i{width}"),
            Scalar::Index => f.write_str("index"),
            Scalar::Float(format) => f.write_str(format.name()),
        }
    }
}

/// A stride or an offset; `None` is dynamic.
pub type Step = Option<i64>;

/// A memref type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memref {
    /// Sizes; `None` is dynamic. A dynamic size is at least 1 in every run.
    pub shape: Vec<Option<u64>>,
    /// Type of one element.
    pub element: Scalar,
    /// Strides and offset; `None` is row-major.
    pub layout: Option<(Vec<Step>, Step)>,
}

impl Memref {
    /// A row-major memref of static sizes.
    pub fn of_sizes(sizes: &[u64], element: Scalar) -> Memref {
        Memref { shape: sizes.iter().map(|size| Some(*size)).collect(), element, layout: None }
    }

    /// The sizes, if all are static.
    pub fn sizes(&self) -> Option<Vec<u64>> {
        self.shape.iter().copied().collect()
    }

    /// Strides and offset, also of a row-major memref.
    pub fn steps(&self) -> (Vec<Step>, Step) {
        if let Some(layout) = &self.layout {
            return layout.clone();
        }
        let mut strides = vec![Some(1); self.shape.len()];
        for dim in (1..self.shape.len()).rev() {
            strides[dim - 1] = strides[dim].zip(self.shape[dim]).map(|(stride, size)| stride * size as i64);
        }
        (strides, Some(0))
    }
}

impl fmt::Display for Memref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = |step: &Step| step.map_or("?".to_string(), |step| step.to_string());
        f.write_str("memref<")?;
        for size in &self.shape {
            match size {
                Some(size) => write!(f, "{size}x")?,
                None => f.write_str("?x")?,
            }
        }
        write!(f, "{}", self.element)?;
        if let Some((strides, offset)) = &self.layout {
            write!(f, ", strided<[{}]", strides.iter().map(step).collect::<Vec<_>>().join(", "))?;
            if *offset != Some(0) {
                write!(f, ", offset: {}", step(offset))?;
            }
            f.write_str(">")?;
        }
        f.write_str(">")
    }
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// One number.
    Scalar(Scalar),
    /// A memory.
    Memref(Memref),
}

impl Ty {
    /// The scalar type it is.
    pub fn scalar(&self) -> Option<Scalar> {
        if let Ty::Scalar(scalar) = self { Some(*scalar) } else { None }
    }

    /// The memref type it is.
    pub fn memref(&self) -> Option<&Memref> {
        if let Ty::Memref(memref) = self { Some(memref) } else { None }
    }
}

impl From<Scalar> for Ty {
    fn from(scalar: Scalar) -> Ty {
        Ty::Scalar(scalar)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Scalar(scalar) => scalar.fmt(f),
            Ty::Memref(memref) => memref.fmt(f),
        }
    }
}
