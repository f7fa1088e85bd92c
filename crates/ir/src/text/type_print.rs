//! Writing types, as `mlir-opt` does.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::text::attr_print;
use crate::types::{Sign, Type, TypeKind};
use std::fmt::Write;

/// The text of a type for messages. Of a type too large to be looked at it is only the kind: a short file may have
/// thousands of errors about one that is megabytes long.
pub fn type_text(ctx: &Context, ty: Type) -> String {
    if !is_short(ctx, ty) {
        return abbreviation(&ctx[ty]).to_owned();
    }
    let mut out = String::new();
    write_type(ctx, ty, &mut out);
    out
}

/// About as many numbers, names and brackets as fill a screen.
const SHORT: usize = 400;

fn is_short(ctx: &Context, ty: Type) -> bool {
    let (mut types, mut attrs) = (vec![ty], Vec::new());
    let mut left = SHORT;
    while let Some(ty) = types.pop() {
        let cost = match &ctx[ty] {
            TypeKind::Function { inputs, results } => {
                types.extend(inputs.iter().chain(results).take(SHORT));
                inputs.len() + results.len()
            }
            TypeKind::Tuple(items) => {
                types.extend(items.iter().take(SHORT));
                items.len()
            }
            TypeKind::Memref { shape, element, layout, space } => {
                types.push(*element);
                attrs.extend(layout.iter().chain(space));
                shape.len()
            }
            TypeKind::Tensor { shape, element, encoding } => {
                types.push(*element);
                attrs.extend(encoding);
                shape.len()
            }
            TypeKind::UnrankedMemref { element, space } => {
                types.push(*element);
                attrs.extend(space);
                1
            }
            TypeKind::Vector { shape, element } => {
                types.push(*element);
                shape.len()
            }
            TypeKind::UnrankedTensor { element } | TypeKind::Complex(element) => {
                types.push(*element);
                1
            }
            TypeKind::Dialect { params, .. } => {
                attrs.extend(params.iter().take(SHORT));
                params.len()
            }
            TypeKind::Opaque { body, .. } => ctx[*body].len() / 4,
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::None => 1,
        };
        let of_attrs: usize = attrs.drain(..).map(|attr| attr_cost(ctx, attr, &mut types)).sum();
        match left.checked_sub(cost.saturating_add(of_attrs).max(1)) {
            Some(rest) => left = rest,
            None => return false,
        }
    }
    true
}

/// How much an attribute that types have adds; a type in it is left for later. Other attributes are taken to be long.
fn attr_cost(ctx: &Context, attr: Attr, types: &mut Vec<Type>) -> usize {
    match &ctx[attr] {
        AttrKind::Type(ty) => {
            types.push(*ty);
            1
        }
        AttrKind::Integer { value, .. } => value.width() as usize / 16,
        AttrKind::String { value, .. } => ctx[*value].len() / 4,
        AttrKind::Opaque { body, .. } => ctx[*body].len() / 4,
        AttrKind::Strided { strides, .. } => strides.len(),
        AttrKind::AffineMap(map) if map.is_short() => 20,
        AttrKind::Unit | AttrKind::Enum { .. } => 1,
        _ => SHORT,
    }
}

fn abbreviation(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Function { .. } => "(…) -> …",
        TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. } => "memref<…>",
        TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. } => "tensor<…>",
        TypeKind::Vector { .. } => "vector<…>",
        TypeKind::Tuple(_) => "tuple<…>",
        _ => "!…",
    }
}

/// Writes a type.
pub fn write_type(ctx: &Context, ty: Type, out: &mut String) {
    match &ctx[ty] {
        TypeKind::Integer { width, sign } => {
            out.push_str(match sign {
                Sign::Signless => "i",
                Sign::Signed => "si",
                Sign::Unsigned => "ui",
            });
            push(out, width);
        }
        TypeKind::Index => out.push_str("index"),
        TypeKind::Float(format) => out.push_str(format.name()),
        TypeKind::None => out.push_str("none"),
        TypeKind::Function { inputs, results } => {
            out.push('(');
            write_types(ctx, inputs, out);
            out.push_str(") -> ");
            write_results(ctx, results, out);
        }
        TypeKind::Memref { shape, element, layout, space } => {
            out.push_str("memref<");
            write_shape(shape, out);
            write_type(ctx, *element, out);
            if let Some(layout) = layout {
                out.push_str(", ");
                attr_print::write_attr(ctx, *layout, out);
            }
            if let Some(space) = space {
                out.push_str(", ");
                attr_print::write_attr_short(ctx, *space, out);
            }
            out.push('>');
        }
        TypeKind::UnrankedMemref { element, space } => {
            out.push_str("memref<*x");
            write_type(ctx, *element, out);
            if let Some(space) = space {
                out.push_str(", ");
                attr_print::write_attr_short(ctx, *space, out);
            }
            out.push('>');
        }
        TypeKind::Tensor { shape, element, encoding } => {
            out.push_str("tensor<");
            write_shape(shape, out);
            write_type(ctx, *element, out);
            if let Some(encoding) = encoding {
                out.push_str(", ");
                attr_print::write_attr(ctx, *encoding, out);
            }
            out.push('>');
        }
        TypeKind::UnrankedTensor { element } => {
            out.push_str("tensor<*x");
            write_type(ctx, *element, out);
            out.push('>');
        }
        TypeKind::Vector { shape, element } => {
            out.push_str("vector<");
            for (size, scalable) in shape {
                let result = if *scalable { write!(out, "[{size}]x") } else { write!(out, "{size}x") };
                result.expect("writing to a string succeeds");
            }
            write_type(ctx, *element, out);
            out.push('>');
        }
        TypeKind::Tuple(items) => {
            out.push_str("tuple<");
            write_types(ctx, items, out);
            out.push('>');
        }
        TypeKind::Complex(part) => {
            out.push_str("complex<");
            write_type(ctx, *part, out);
            out.push('>');
        }
        TypeKind::Dialect { def, params } => {
            out.push('!');
            out.push_str(def.name);
            (def.print)(ctx, params, out);
        }
        TypeKind::Opaque { dialect, body } => {
            out.push('!');
            out.push_str(&ctx[*dialect]);
            out.push_str(&ctx[*body]);
        }
    }
}

/// Writes `a, b`.
pub fn write_types(ctx: &Context, types: &[Type], out: &mut String) {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_type(ctx, *ty, out);
    }
}

/// Writes what follows the arrow of a function type: one type bare, unless it is a function type itself.
pub fn write_results(ctx: &Context, results: &[Type], out: &mut String) {
    match results {
        [one] if !matches!(ctx[*one], TypeKind::Function { .. }) => write_type(ctx, *one, out),
        _ => {
            out.push('(');
            write_types(ctx, results, out);
            out.push(')');
        }
    }
}

fn write_shape(shape: &[Option<u64>], out: &mut String) {
    for size in shape {
        match size {
            Some(size) => push(out, size),
            None => out.push('?'),
        }
        out.push('x');
    }
}

/// Appends a number.
pub(super) fn push(out: &mut String, item: impl std::fmt::Display) {
    write!(out, "{item}").expect("writing to a string succeeds");
}
