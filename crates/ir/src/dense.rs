//! The elements of `dense<…>` and `array<…>` as bytes: packing, unpacking, and what makes a splat.
//!
//! An element takes the least number of whole bytes (at least one), low byte first; a complex number is its two parts.
//! In the hexadecimal form of the text the elements of `i1` are bits, eight in a byte; here each has its own byte.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::types::{Type, TypeKind};
use base::Bits;

/// How an element is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Two for complex numbers, one for all others.
    pub parts: usize,
    /// Bits of a part.
    pub width: u32,
}

impl Layout {
    /// The layout of elements of a type: an integer, index, float or complex one.
    pub fn of(ctx: &Context, element: Type) -> Option<Layout> {
        match ctx[element] {
            TypeKind::Complex(part) => Some(Layout { parts: 2, width: ctx.scalar_width(part)? }),
            _ => Some(Layout { parts: 1, width: ctx.scalar_width(element)? }),
        }
    }

    /// Bytes of a part.
    pub fn part_bytes(self) -> usize {
        part_bytes(self.width)
    }

    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        self.parts * self.part_bytes()
    }

    /// Whether the text's hexadecimal form packs eight elements in a byte.
    fn is_packed(self) -> bool {
        self.parts == 1 && self.width == 1
    }

    /// The bits of an element; of a complex number, the imaginary part above the real one.
    fn unpack(self, bytes: &[u8]) -> Bits {
        let mut parts =
            bytes.chunks_exact(self.part_bytes()).map(|part| Bits::from_le_bytes(self.width, part));
        let first = parts.next().unwrap_or_else(|| Bits::zero(self.width));
        parts.fold(first, |low, high| Bits::concat(&high, &low))
    }
}

fn part_bytes(width: u32) -> usize {
    width.div_ceil(8).max(1) as usize
}

/// Appends the bytes of a number.
pub fn pack(bits: &Bits, data: &mut Vec<u8>) {
    let end = data.len() + part_bytes(bits.width());
    match bits.words() {
        [word] => data.extend_from_slice(&word.to_le_bytes()[..end - data.len()]),
        _ => {
            data.extend(bits.to_le_bytes());
            data.resize(end, 0);
        }
    }
}

/// The sizes of a vector, tensor or memref; `None` if one is not known or the type is none of these.
pub fn dims(ctx: &Context, ty: Type) -> Option<Vec<u64>> {
    match &ctx[ty] {
        TypeKind::Tensor { shape, .. } | TypeKind::Memref { shape, .. } => shape.iter().copied().collect(),
        TypeKind::Vector { shape, .. } => Some(shape.iter().map(|(size, _)| *size).collect()),
        _ => None,
    }
}

/// The number of elements of a shape, if it can be counted.
pub fn count(dims: &[u64]) -> Option<u64> {
    // A size of zero makes the product zero, whatever the others are.
    if dims.contains(&0) {
        return Some(0);
    }
    dims.iter().try_fold(1u64, |product, size| product.checked_mul(*size))
}

/// The number of elements of a vector, tensor or memref, if its sizes are known and they can be counted.
pub fn element_count(ctx: &Context, ty: Type) -> Option<u64> {
    count(&dims(ctx, ty)?)
}

/// Whether a type may have these sizes: so many elements that 63 bits do not count them cannot be written.
pub fn is_countable(sizes: impl IntoIterator<Item = u64>) -> bool {
    let sizes: Vec<u64> = sizes.into_iter().collect();
    count(&sizes).is_some_and(|count| i64::try_from(count).is_ok())
}

/// The number of elements of a dense attribute or array.
pub fn len(ctx: &Context, attr: Attr) -> Option<u64> {
    match &ctx[attr] {
        AttrKind::Dense { ty, .. } | AttrKind::DenseStrings { ty, .. } => count(&dims(ctx, *ty)?),
        AttrKind::DenseArray { element, data } => {
            Some((data.len() / Layout::of(ctx, *element)?.bytes()) as u64)
        }
        _ => None,
    }
}

/// The elements of a dense attribute or array of numbers in order; a splat gives its element again and again.
pub fn elements(ctx: &Context, attr: Attr) -> Option<impl Iterator<Item = Bits> + use<'_>> {
    let count = len(ctx, attr)?;
    let (element, splat, data) = parts(ctx, attr)?;
    let layout = Layout::of(ctx, element)?;
    let bytes = layout.bytes();
    Some((0..count).map(move |index| {
        let start = if splat { 0 } else { index as usize * bytes };
        layout.unpack(&data[start..start + bytes])
    }))
}

/// One element of a dense attribute or array of numbers, in row-major order.
pub fn element(ctx: &Context, attr: Attr, index: u64) -> Option<Bits> {
    let (element, splat, data) = parts(ctx, attr)?;
    let layout = Layout::of(ctx, element)?;
    if index >= len(ctx, attr)? {
        return None;
    }
    let start = if splat { 0 } else { index as usize * layout.bytes() };
    Some(layout.unpack(data.get(start..start + layout.bytes())?))
}

/// The one element of a splat.
pub fn splat_element(ctx: &Context, attr: Attr) -> Option<Bits> {
    match parts(ctx, attr)? {
        (element, true, data) => Some(Layout::of(ctx, element)?.unpack(data)),
        _ => None,
    }
}

fn parts(ctx: &Context, attr: Attr) -> Option<(Type, bool, &[u8])> {
    match &ctx[attr] {
        AttrKind::Dense { ty, splat, data } => Some((ctx.element_ty(*ty), *splat, data)),
        AttrKind::DenseArray { element, data } => Some((*element, false, data)),
        _ => None,
    }
}

/// The dense attribute of a vector, tensor or memref type with these elements: as many as the type has, or one for all.
pub fn dense_attr(ctx: &mut Context, ty: Type, elements: &[Bits]) -> Attr {
    let element = ctx.element_ty(ty);
    let layout = Layout::of(ctx, element).expect("the elements of a dense attribute are numbers");
    let count =
        dims(ctx, ty).and_then(|dims| count(&dims)).expect("the type of a dense attribute has known sizes");
    let splat = elements.len() == 1;
    assert!(splat || elements.len() as u64 == count, "{} elements for a type of {count}", elements.len());
    let mut data = Vec::with_capacity(elements.len() * layout.bytes());
    for bits in elements {
        for part in 0..layout.parts as u32 {
            pack(&bits.extract(part * layout.width, layout.width), &mut data);
        }
    }
    from_data(ctx, ty, splat, data)
}

/// The dense attribute with these bytes, one element's if `splat`. Equal elements are a splat, however they were given.
pub(super) fn from_data(ctx: &mut Context, ty: Type, splat: bool, mut data: Vec<u8>) -> Attr {
    let element = ctx.element_ty(ty);
    let bytes = Layout::of(ctx, element).expect("the elements of a dense attribute are numbers").bytes();
    let splat = splat || (!data.is_empty() && data[bytes..] == data[..data.len() - bytes]);
    if splat {
        data.truncate(bytes);
    }
    ctx.attr(AttrKind::Dense { ty, splat, data: data.into() })
}

/// The elements in the bytes of the text's hexadecimal form, and whether they are one for all. `None` when their number
/// is wrong.
pub(super) fn from_raw(layout: Layout, count: u64, raw: &[u8]) -> Option<(bool, Vec<u8>)> {
    let len = raw.len() as u64;
    if layout.is_packed() {
        return match raw {
            [0] => Some((true, vec![0])),
            [0xff] => Some((true, vec![1])),
            _ if len == count.div_ceil(8) => {
                Some((false, (0..count as usize).map(|i| raw[i / 8] >> (i % 8) & 1).collect()))
            }
            _ => None,
        };
    }
    let bytes = layout.bytes() as u64;
    let splat = len == bytes && count != 1;
    if !splat && count.checked_mul(bytes) != Some(len) {
        return None;
    }
    // Bits above the width are no part of a number.
    let mut data = Vec::with_capacity(raw.len());
    for part in raw.chunks_exact(layout.part_bytes()) {
        pack(&Bits::from_le_bytes(layout.width, part), &mut data);
    }
    Some((splat, data))
}

/// The bytes of the text's hexadecimal form.
pub(super) fn to_raw(layout: Layout, data: &[u8]) -> Vec<u8> {
    if !layout.is_packed() {
        return data.to_vec();
    }
    data.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect()
}
