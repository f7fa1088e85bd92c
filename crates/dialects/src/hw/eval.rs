//! What the operations of `hw` compute, on bits.
//!
//! An aggregate is its parts side by side: element 0 of an array in the lowest bits, the first field of a struct in the
//! highest. Operands that make an array or a struct are written the highest first. Past the end of an array there are zeros to
//! read and nothing to write.

use super::types::{array, fields, width};
use base::Bits;
use ir::{EvalCx, Evaluated, Type, Undefined};
use smallvec::smallvec;

type Result = std::result::Result<Evaluated, Undefined>;

fn bits(cx: &EvalCx<'_>, ty: Type) -> u32 {
    let width = width(cx.ctx, ty).and_then(|width| u32::try_from(width).ok());
    width.expect("a value that is computed with has bits that can be counted")
}

/// `hw.constant`, `hw.aggregate_constant`: the attribute is the value.
pub fn constant(cx: &EvalCx<'_>, _: &[Bits]) -> Result {
    let attr = cx.attr("value").or_else(|| cx.attr("fields"));
    let value = attr.and_then(|attr| cx.ctx.bits_of(attr, cx.results[0]));
    Ok(smallvec![value.unwrap_or_else(|| Bits::zero(bits(cx, cx.results[0])))])
}

/// `hw.bitcast`: the same bits.
pub fn same(_: &EvalCx<'_>, args: &[Bits]) -> Result {
    Ok(smallvec![args[0].clone()])
}

/// `hw.array_create`, `hw.array_concat`, `hw.struct_create`: the operands side by side, the first the highest.
pub fn join(_: &EvalCx<'_>, args: &[Bits]) -> Result {
    Ok(smallvec![Bits::concat_all(args)])
}

/// Where element `index` of the first operand begins, if it has one.
fn element_at(cx: &EvalCx<'_>, index: &Bits) -> Option<u32> {
    let (size, element) = array(cx.ctx, cx.operands[0])?;
    let index = index.to_u64().filter(|index| *index < size)?;
    Some(index as u32 * bits(cx, element))
}

/// `hw.array_get`
pub fn array_get(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    let element = bits(cx, cx.results[0]);
    let found = element_at(cx, &args[1]).map(|low| args[0].extract(low, element));
    Ok(smallvec![found.unwrap_or_else(|| Bits::zero(element))])
}

/// `hw.array_slice`
pub fn array_slice(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    let length = bits(cx, cx.results[0]);
    let Some(low) = element_at(cx, &args[1]) else { return Ok(smallvec![Bits::zero(length)]) };
    let there = length.min(args[0].width() - low);
    Ok(smallvec![args[0].extract(low, there).zext(length)])
}

/// `hw.array_inject`
pub fn array_inject(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    let changed = element_at(cx, &args[1]).map(|low| args[0].insert(low, &args[2]));
    Ok(smallvec![changed.unwrap_or_else(|| args[0].clone())])
}

/// The low bits of the field that `fieldIndex` names.
fn field_low(cx: &EvalCx<'_>) -> u32 {
    let index = cx.attr("fieldIndex").and_then(|attr| cx.ctx.int_value(attr)).unwrap_or(0);
    let fields = fields(cx.ctx, cx.operands[0]).unwrap_or_default();
    fields.iter().skip(index as usize + 1).map(|(_, ty)| bits(cx, *ty)).sum()
}

/// `hw.struct_extract`
pub fn struct_extract(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    Ok(smallvec![args[0].extract(field_low(cx), bits(cx, cx.results[0]))])
}

/// `hw.struct_inject`
pub fn struct_inject(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    Ok(smallvec![args[0].insert(field_low(cx), &args[1])])
}

/// `hw.struct_explode`
pub fn struct_explode(cx: &EvalCx<'_>, args: &[Bits]) -> Result {
    let mut top = args[0].width();
    let field = |ty: &Type| {
        let width = bits(cx, *ty);
        top -= width;
        args[0].extract(top, width)
    };
    Ok(cx.results.iter().map(field).collect())
}
