//! Writing attributes, as `mlir-opt` does.
//!
//! An attribute may be written with its type (`4 : i32`), without one where the place says what it is, or, inside of
//! lists, with its type unless that is the one a bare number has (`i64`, `f64`).

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::dense::{self, Layout};
use crate::text::type_parse::is_pretty;
use crate::text::type_print::{push, write_type};
use crate::text::{affine, format_print, lexer, loc};
use crate::types::{Sign, Type, TypeKind};
use base::{Bits, Str, float};

/// More elements than this are written as one hexadecimal string, and so are lists nested deeper than is read.
const LONGEST_LIST: u64 = 100;
const DEEPEST_LIST: usize = 64;

/// When the type of an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Typed {
    Always,
    /// Unless it is the type that the text without a type has.
    UnlessImplied,
    Never,
}

/// Writes an attribute with its type.
pub fn write_attr(ctx: &Context, attr: Attr, out: &mut String) {
    write(ctx, attr, Typed::Always, out);
}

/// Writes an attribute without a type after it.
pub fn write_attr_untyped(ctx: &Context, attr: Attr, out: &mut String) {
    write(ctx, attr, Typed::Never, out);
}

/// Writes an attribute with its type, except for numbers of type `i64` and `f64`.
pub fn write_attr_short(ctx: &Context, attr: Attr, out: &mut String) {
    write(ctx, attr, Typed::UnlessImplied, out);
}

fn write(ctx: &Context, attr: Attr, typed: Typed, out: &mut String) {
    let implied = match &ctx[attr] {
        AttrKind::Unit => return out.push_str("unit"),
        AttrKind::Dict(entries) => return write_dict(ctx, entries, out),
        AttrKind::Integer { value, ty } => {
            write_number(ctx, value, *ty, out);
            // `true` and `false` say what they are.
            if *ty == Type::I1 {
                return;
            }
            Some(Type::I64)
        }
        AttrKind::Float { bits, ty } => {
            write_number(ctx, bits, *ty, out);
            Some(Type::F64)
        }
        AttrKind::String { value, ty } => {
            write_quoted(&ctx[*value], out);
            if *ty == Type::NONE {
                return;
            }
            None
        }
        AttrKind::Array(items) => {
            out.push('[');
            separated(items, ", ", out, |item, out| write(ctx, *item, Typed::UnlessImplied, out));
            return out.push(']');
        }
        AttrKind::Type(ty) => return write_type(ctx, *ty, out),
        AttrKind::Symbol { root, nested } => {
            write_symbol_name(&ctx[*root], out);
            for name in nested {
                out.push_str("::");
                write_symbol_name(&ctx[*name], out);
            }
            return;
        }
        AttrKind::Dense { .. } | AttrKind::DenseStrings { .. } => {
            out.push_str("dense<");
            write_elements(ctx, attr, true, out);
            out.push('>');
            None
        }
        AttrKind::DenseArray { element, .. } => {
            out.push_str("array<");
            write_type(ctx, *element, out);
            for (i, bits) in dense::elements(ctx, attr).into_iter().flatten().enumerate() {
                out.push_str(if i == 0 { ": " } else { ", " });
                write_number(ctx, &bits, *element, out);
            }
            return out.push('>');
        }
        AttrKind::DenseResource { key, .. } => {
            out.push_str("dense_resource<");
            out.push_str(&ctx[*key]);
            out.push('>');
            None
        }
        AttrKind::Sparse { indices, values, .. } => {
            out.push_str("sparse<");
            if dense::len(ctx, *values) != Some(0) {
                write_indices(ctx, *indices, out);
                out.push_str(", ");
                write_elements(ctx, *values, false, out);
            }
            out.push('>');
            None
        }
        AttrKind::AffineMap(map) => {
            out.push_str("affine_map<");
            affine::write_map(map, out);
            return out.push('>');
        }
        AttrKind::IntegerSet(set) => {
            out.push_str("affine_set<");
            affine::write_set(set, out);
            return out.push('>');
        }
        AttrKind::Strided { strides, offset } => return write_strided(strides, *offset, out),
        AttrKind::Enum { def, value } => {
            out.push('#');
            out.push_str(def.name);
            out.push('<');
            out.push_str(&format_print::enum_text(def, *value));
            return out.push('>');
        }
        AttrKind::Loc(loc) => return loc::write_loc(ctx, *loc, out),
        AttrKind::Distinct { id, attr } => {
            out.push_str("distinct[");
            push(out, id);
            out.push_str("]<");
            if *attr != Attr::UNIT {
                write_attr(ctx, *attr, out);
            }
            return out.push('>');
        }
        AttrKind::Dialect { def, params, ty } => {
            let (dialect, name) = def.name.split_once('.').expect("a full name has a dot");
            let mut body = name.to_owned();
            (def.print)(ctx, params, &mut body);
            out.push('#');
            out.push_str(dialect);
            if is_pretty(&body) {
                out.push('.');
                out.push_str(&body);
            } else {
                out.push('<');
                out.push_str(&body);
                out.push('>');
            }
            if *ty == Type::NONE {
                return;
            }
            None
        }
        AttrKind::Opaque { dialect, body, ty } => {
            out.push('#');
            out.push_str(&ctx[*dialect]);
            out.push_str(&ctx[*body]);
            if *ty == Type::NONE {
                return;
            }
            None
        }
    };
    let ty = ctx.attr_ty(attr).expect("what is left has a type");
    if typed == Typed::Always || (typed == Typed::UnlessImplied && implied != Some(ty)) {
        out.push_str(" : ");
        write_type(ctx, ty, out);
    }
}

/// Writes a number of an integer, index or float type.
fn write_number(ctx: &Context, bits: &Bits, ty: Type, out: &mut String) {
    match &ctx[ty] {
        TypeKind::Float(format) => out.push_str(&float::print(*format, bits)),
        TypeKind::Integer { sign: Sign::Unsigned, .. } => push(out, bits.unsigned()),
        _ if ty == Type::I1 => out.push_str(if bits.is_zero() { "false" } else { "true" }),
        _ => push(out, bits.signed()),
    }
}

/// Writes what stands in `dense<…>`.
fn write_elements(ctx: &Context, attr: Attr, hex: bool, out: &mut String) {
    let dims_of = |ty: Type| dense::dims(ctx, ty).expect("the type of elements has known sizes");
    match &ctx[attr] {
        AttrKind::DenseStrings { ty, splat, values } => {
            let dims = if *splat { Vec::new() } else { dims_of(*ty) };
            write_lists(&dims, values.iter(), out, |value, out| write_quoted(&ctx[*value], out));
        }
        AttrKind::Dense { ty, splat, data } => {
            let element = ctx.element_ty(*ty);
            let layout = Layout::of(ctx, element).expect("the elements of a dense attribute are numbers");
            if *splat {
                let bits = dense::splat_element(ctx, attr).expect("a splat has its element");
                return write_element(ctx, &bits, element, layout, out);
            }
            let dims = dims_of(*ty);
            if hex
                && (dense::count(&dims).is_some_and(|count| count > LONGEST_LIST)
                    || dims.len() > DEEPEST_LIST)
            {
                out.push_str("\"0x");
                for byte in dense::to_raw(layout, data) {
                    out.push(hex_digit(byte >> 4));
                    out.push(hex_digit(byte & 15));
                }
                return out.push('"');
            }
            let elements = dense::elements(ctx, attr).into_iter().flatten();
            write_lists(&dims, elements, out, |bits, out| write_element(ctx, &bits, element, layout, out));
        }
        _ => {}
    }
}

/// Writes the indices of `sparse<…>`, which are one number only if they belong to one value.
fn write_indices(ctx: &Context, indices: Attr, out: &mut String) {
    let dims = ctx.attr_ty(indices).and_then(|ty| dense::dims(ctx, ty)).unwrap_or_default();
    if dims.first() == Some(&1) {
        return write_elements(ctx, indices, false, out);
    }
    let elements = dense::elements(ctx, indices).into_iter().flatten();
    write_lists(&dims, elements, out, |bits, out| push(out, bits.signed()));
}

fn write_element(ctx: &Context, bits: &Bits, element: Type, layout: Layout, out: &mut String) {
    let TypeKind::Complex(part) = ctx[element] else { return write_number(ctx, bits, element, out) };
    out.push('(');
    write_number(ctx, &bits.extract(0, layout.width), part, out);
    out.push(',');
    write_number(ctx, &bits.extract(layout.width, layout.width), part, out);
    out.push(')');
}

/// Writes elements in lists of these sizes, nested; nothing when there are no elements.
fn write_lists<T>(
    dims: &[u64],
    items: impl Iterator<Item = T>,
    out: &mut String,
    item: impl Fn(T, &mut String),
) {
    let mut at = vec![0u64; dims.len()];
    let mut open = dims.len();
    let mut first = true;
    for element in items {
        if !first {
            out.push_str(", ");
        }
        first = false;
        out.extend(std::iter::repeat_n('[', open));
        item(element, out);
        // Counts like an odometer: each wheel that comes round closes a list.
        open = 0;
        for (position, size) in at.iter_mut().zip(dims).rev() {
            *position += 1;
            if *position < *size {
                break;
            }
            *position = 0;
            open += 1;
            out.push(']');
        }
    }
}

fn write_strided(strides: &[Option<i64>], offset: Option<i64>, out: &mut String) {
    let number = |value: &Option<i64>, out: &mut String| match value {
        Some(value) => push(out, value),
        None => out.push('?'),
    };
    out.push_str("strided<[");
    separated(strides, ", ", out, number);
    out.push(']');
    if offset != Some(0) {
        out.push_str(", offset: ");
        number(&offset, out);
    }
    out.push('>');
}

/// Writes items with something between them.
pub(super) fn separated<T>(
    items: &[T],
    between: &str,
    out: &mut String,
    mut item: impl FnMut(&T, &mut String),
) {
    for (i, one) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        item(one, out);
    }
}

/// Writes `{a = 1 : i32, flag}`.
pub fn write_dict(ctx: &Context, entries: &[(Str, Attr)], out: &mut String) {
    out.push('{');
    separated(entries, ", ", out, |(name, value), out| {
        write_word(&ctx[*name], out);
        if *value != Attr::UNIT {
            out.push_str(" = ");
            write_attr(ctx, *value, out);
        }
    });
    out.push('}');
}

/// Writes `@name`, in quotes if it is no plain name.
pub fn write_symbol_name(name: &str, out: &mut String) {
    out.push('@');
    write_word(name, out);
}

/// Writes a name, in quotes if it is no word.
pub fn write_word(name: &str, out: &mut String) {
    if is_bare(name) {
        out.push_str(name);
    } else {
        write_quoted(name, out);
    }
}

/// Writes text in quotes: what is not printable ASCII as a backslash and two hexadecimal digits.
pub fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(char::from(byte)),
            _ => {
                out.push('\\');
                out.push(hex_digit(byte >> 4));
                out.push(hex_digit(byte & 15));
            }
        }
    }
    out.push('"');
}

fn hex_digit(nibble: u8) -> char {
    char::from(b"0123456789ABCDEF"[nibble as usize])
}

/// Whether a name is one word of the text.
fn is_bare(name: &str) -> bool {
    let token = lexer::next_token(name, 0);
    token.tok == lexer::Tok::Word && token.start == 0 && token.end as usize == name.len()
}
