//! Bases: what a type or an attribute is an instance of, whatever its parameters. The names are MLIR's.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::loc::LocKind;
use crate::types::TypeKind;
use base::FloatFormat;
use std::borrow::Cow;

/// The bases of `builtin`'s own types, besides floats.
const TYPES: &[&str] = &[
    "builtin.complex",
    "builtin.function",
    "builtin.index",
    "builtin.integer",
    "builtin.memref",
    "builtin.none",
    "builtin.opaque",
    "builtin.tensor",
    "builtin.tuple",
    "builtin.unranked_memref",
    "builtin.unranked_tensor",
    "builtin.vector",
];

/// The bases of `builtin`'s own attributes.
const ATTRS: &[&str] = &[
    "builtin.affine_map",
    "builtin.array",
    "builtin.call_site_loc",
    "builtin.dense_array",
    "builtin.dense_int_or_fp_elements",
    "builtin.dense_resource_elements",
    "builtin.dense_string_elements",
    "builtin.dictionary",
    "builtin.distinct",
    "builtin.file_line_loc",
    "builtin.float",
    "builtin.fused_loc",
    "builtin.integer",
    "builtin.integer_set",
    "builtin.name_loc",
    "builtin.opaque",
    "builtin.sparse_elements",
    "builtin.strided_layout",
    "builtin.string",
    "builtin.symbol_ref",
    "builtin.type",
    "builtin.unit",
    "builtin.unknown_loc",
];

/// Whether types have a base of this name.
pub fn is_type_base(ctx: &Context, name: &str) -> bool {
    let is_float = |name| FloatFormat::from_name(name).is_some();
    TYPES.contains(&name)
        || name.strip_prefix("builtin.").is_some_and(is_float)
        || ctx.registry.find_type(name).is_some()
}

/// Whether attributes have a base of this name.
pub fn is_attr_base(ctx: &Context, name: &str) -> bool {
    ATTRS.contains(&name) || ctx.registry.find_attr(name).is_some() || ctx.registry.find_enum(name).is_some()
}

/// The base of a type.
pub fn of_type(kind: &TypeKind) -> Cow<'static, str> {
    let name = match kind {
        TypeKind::Integer { .. } => "builtin.integer",
        TypeKind::Index => "builtin.index",
        TypeKind::Float(format) => return format!("builtin.{}", format.name()).into(),
        TypeKind::None => "builtin.none",
        TypeKind::Function { .. } => "builtin.function",
        TypeKind::Memref { .. } => "builtin.memref",
        TypeKind::UnrankedMemref { .. } => "builtin.unranked_memref",
        TypeKind::Tensor { .. } => "builtin.tensor",
        TypeKind::UnrankedTensor { .. } => "builtin.unranked_tensor",
        TypeKind::Vector { .. } => "builtin.vector",
        TypeKind::Tuple(_) => "builtin.tuple",
        TypeKind::Complex(_) => "builtin.complex",
        TypeKind::Dialect { def, .. } => def.name,
        TypeKind::Opaque { .. } => "builtin.opaque",
    };
    name.into()
}

/// The base of an attribute.
pub fn of_attr(ctx: &Context, attr: Attr) -> &'static str {
    match &ctx[attr] {
        AttrKind::Unit => "builtin.unit",
        AttrKind::Dict(_) => "builtin.dictionary",
        AttrKind::Integer { .. } => "builtin.integer",
        AttrKind::Float { .. } => "builtin.float",
        AttrKind::String { .. } => "builtin.string",
        AttrKind::Array(_) => "builtin.array",
        AttrKind::Type(_) => "builtin.type",
        AttrKind::Symbol { .. } => "builtin.symbol_ref",
        AttrKind::Dense { .. } => "builtin.dense_int_or_fp_elements",
        AttrKind::DenseStrings { .. } => "builtin.dense_string_elements",
        AttrKind::DenseArray { .. } => "builtin.dense_array",
        AttrKind::DenseResource { .. } => "builtin.dense_resource_elements",
        AttrKind::Sparse { .. } => "builtin.sparse_elements",
        AttrKind::AffineMap(_) => "builtin.affine_map",
        AttrKind::IntegerSet(_) => "builtin.integer_set",
        AttrKind::Strided { .. } => "builtin.strided_layout",
        AttrKind::Enum { def, .. } => def.name,
        AttrKind::Loc(loc) => match ctx[*loc] {
            LocKind::Unknown => "builtin.unknown_loc",
            LocKind::Span(_) | LocKind::File { .. } => "builtin.file_line_loc",
            LocKind::Named { .. } => "builtin.name_loc",
            LocKind::CallSite { .. } => "builtin.call_site_loc",
            LocKind::Fused { .. } => "builtin.fused_loc",
        },
        AttrKind::Distinct { .. } => "builtin.distinct",
        AttrKind::Dialect { def, .. } => def.name,
        AttrKind::Opaque { .. } => "builtin.opaque",
    }
}
