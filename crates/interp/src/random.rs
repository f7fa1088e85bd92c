//! Random inputs, the same for the same seed everywhere.
//!
//! Integers are of the full range with a taste for small ones, so that loops bounded by an argument end and
//! comparisons go both ways; those of type `index` fit the 32 bits that a circuit has for them; floats are of modest size, so that sums do not overflow at once.

use crate::stream::parameters;
use crate::text::{MAX_ELEMENTS, is_single};
use crate::value::Value;
use base::{Bits, Diagnostic, Rng, codes, float};
use dialects::dataflow;
use ir::{Context, Ir, Op, Type, TypeKind};

/// A random value of a type that is a scalar, or one with a tag.
pub(crate) fn random_scalar(ctx: &Context, ty: Type, rng: &mut Rng) -> Bits {
    if let Some((value, tag)) = dataflow::tagged(ctx, ty) {
        let low = random_scalar(ctx, value, rng);
        return Bits::concat(&random_scalar(ctx, tag, rng), &low);
    }
    let width = ctx.scalar_width(ty).expect("the type is a scalar");
    if let TypeKind::Float(format) = ctx[ty] {
        // Quarters from -256 to 256: exact in every format with eight bits of precision or nearly so.
        let quarters = rng.between(-1024, 1024);
        return float::from_f64(format, quarters as f64 / 4.0);
    }
    let bits = match rng.below(8) {
        0..5 => Bits::from_i64(width, rng.between(0, 16)),
        5 => Bits::from_i64(width, rng.between(-128, 127)),
        6 => rng.edgy_bits(width),
        _ => rng.bits(width),
    };
    if ctx[ty] == TypeKind::Index { bits.trunc(32).sext(width) } else { bits }
}

/// A random array.
pub(crate) fn random_array(ctx: &Context, shape: Vec<u64>, element: Type, rng: &mut Rng) -> Value {
    let count = shape.iter().product::<u64>();
    let data = (0..count).map(|_| Some(random_scalar(ctx, element, rng))).collect();
    Value::Memref { shape, element, data }
}

/// Random arguments for a function. Sizes that a type leaves open are from 1 to 16.
pub fn random_inputs(ir: &Ir, function: Op, seed: u64) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let inputs = parameters(ir, function).unwrap_or_default();
    let mut rng = Rng::new(seed);
    let mut values = Vec::new();
    let mut faults = Vec::new();
    for (i, ty) in inputs.iter().enumerate() {
        let mut rng = rng.fork();
        match &ir.ctx[*ty] {
            TypeKind::Memref { shape, element, .. } if ir.ctx.scalar_width(*element).is_some() => {
                let shape: Vec<u64> =
                    shape.iter().map(|size| size.unwrap_or_else(|| 1 + rng.below(16))).collect();
                let count = shape.iter().try_fold(1u64, |n, size| n.checked_mul(*size));
                if count.is_some_and(|count| count <= MAX_ELEMENTS) {
                    values.push(random_array(&ir.ctx, shape, *element, &mut rng));
                    continue;
                }
            }
            _ if is_single(&ir.ctx, *ty) => {
                values.push(Value::Scalar(random_scalar(&ir.ctx, *ty, &mut rng), *ty));
                continue;
            }
            _ => {}
        }
        let what = format!(
            "there is no random value for argument {i}, of type {}",
            crate::text::show_type(&ir.ctx, *ty)
        );
        faults.push(Diagnostic::error(codes::BAD_INPUT_VALUE, ir.ctx.span(ir.loc(function)), what));
    }
    if faults.is_empty() { Ok(values) } else { Err(faults) }
}
