//! The operations of `memref`, as records: making memory, using it, viewing it.

use super::{canonicalize, fold, syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY, ANY_MEMREF, AttrConstraint, AttrSyntax, BOOL_ATTR, FLAT_SYMBOL_ATTR, I32_ARRAY_ATTR, I64_ARRAY_ATTR,
    INDEX, MEMREF, STRING_ATTR, SYMBOL_NAME_ATTR, UNIT_ATTR,
};
use ir::{
    Attr, AttrDef, AttrKind, Context, Effect, OpDef, OperandDef, ResultDef, Syntax, Trait, Type, TypeKind,
    TypeRule, ops,
};

const ALIGNMENT_ATTR: AttrConstraint = AttrConstraint {
    what: "an i64 that is not negative",
    test: |c, a| c.attr_ty(a) == Some(Type::I64) && c.int_value(a).is_some_and(|value| value >= 0),
    syntax: AttrSyntax::Number(Type::I64),
};

const MEMREF_TYPE_ATTR: AttrConstraint = AttrConstraint {
    what: "a ranked memref type",
    test: |c, a| matches!(c[a], AttrKind::Type(ty) if matches!(c[ty], TypeKind::Memref { .. })),
    syntax: AttrSyntax::Type,
};

const INITIAL_VALUE_ATTR: AttrConstraint = AttrConstraint {
    what: "elements, or unit for unknown contents",
    test: |c, a| {
        a == Attr::UNIT
            || matches!(
                c[a],
                AttrKind::Dense { .. }
                    | AttrKind::DenseStrings { .. }
                    | AttrKind::DenseResource { .. }
                    | AttrKind::Sparse { .. }
            )
    },
    syntax: AttrSyntax::Any,
};

/// The type of one element of a memref.
fn element(ctx: &mut Context, ty: Type) -> Option<Type> {
    match ctx[ty] {
        TypeKind::Memref { element, .. } => Some(element),
        _ => None,
    }
}

const BASE: OpDef = OpDef { example_is_module: true, ..OpDef::BASE };

/// What `alloc` and `alloca` share.
const ALLOCATION: OpDef = OpDef {
    operands: &[OperandDef::variadic("dynamicSizes", INDEX), OperandDef::variadic("symbolOperands", INDEX)],
    results: &[ResultDef::one("memref", MEMREF)],
    attrs: &[
        AttrDef::optional("alignment", ALIGNMENT_ATTR),
        AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR),
    ],
    syntax: Syntax::Format(
        "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
    ),
    traits: &[Trait::OperandSegments],
    effect: Effect::Allocate,
    verify: Some(verify::allocation),
    canonicalize: &[canonicalize::allocation_unused, canonicalize::allocation_of_known_size],
    ..BASE
};

ops! { ids::MEMREF;
    // ----- making memory -----

    ALLOC = OpDef {
        name: "memref.alloc",
        doc: "Makes a memory of unknown contents.\n\
            It has an operand for every size that the type leaves open and every symbol of its layout, and lives until \
            `memref.dealloc`.",
        example: "func.func @f(%n: index) {\n  %0 = memref.alloc() : memref<4xf32>\n  \
            %1 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x8xi32>\n  \
            memref.dealloc %0 : memref<4xf32>\n  memref.dealloc %1 : memref<?x8xi32>\n  return\n}",
        ..ALLOCATION
    },

    ALLOCA = OpDef {
        name: "memref.alloca",
        doc: "Makes a memory of unknown contents that lives until the function around it returns.\n\
            It has an operand for every size that the type leaves open and every symbol of its layout.",
        example: "func.func @f(%n: index) {\n  %0 = memref.alloca() : memref<i32>\n  %1 = memref.alloca(%n) : memref<?xf32>\n  return\n}",
        ..ALLOCATION
    },

    DEALLOC = OpDef {
        name: "memref.dealloc",
        doc: "Ends the life of a memory made by `memref.alloc`.\n\
            Using it afterwards, through whichever view, is undefined.",
        example: "func.func @f(%m: memref<4xf32>) {\n  memref.dealloc %m : memref<4xf32>\n  return\n}",
        operands: &[OperandDef::one("memref", ANY_MEMREF)],
        syntax: Syntax::Format("$memref attr-dict `:` type($memref)"),
        effect: Effect::Free,
        fold: Some(fold::dealloc),
        ..BASE
    },

    GET_GLOBAL = OpDef {
        name: "memref.get_global",
        doc: "The memory that a `memref.global` defines.\n\
            The result has the global's type.",
        example: "memref.global \"private\" @table : memref<4xi32> = dense<[1, 2, 3, 4]>\n\
            func.func @f() -> memref<4xi32> {\n  %0 = memref.get_global @table : memref<4xi32>\n  return %0 : memref<4xi32>\n}",
        results: &[ResultDef::one("result", MEMREF)],
        attrs: &[AttrDef::required("name", FLAT_SYMBOL_ATTR)],
        syntax: Syntax::Format("$name `:` type($result) attr-dict"),
        effect: Effect::Pure,
        verify: Some(verify::get_global),
        ..BASE
    },

    GLOBAL = OpDef {
        name: "memref.global",
        doc: "A memory that lives as long as the program, as a symbol.\n\
            It starts with the elements of its initial value; with unknown contents when that is `uninitialized`; and is \
            defined elsewhere when there is none. A `constant` one is never written.",
        example: "memref.global \"private\" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>\n\
            memref.global @buffer : memref<16xi8> = uninitialized {alignment = 64 : i64}\n\
            memref.global \"private\" @elsewhere : memref<4xi32>",
        attrs: &[
            AttrDef::required("sym_name", SYMBOL_NAME_ATTR),
            AttrDef::required("type", MEMREF_TYPE_ATTR),
            AttrDef::optional("sym_visibility", STRING_ATTR),
            AttrDef::optional("initial_value", INITIAL_VALUE_ATTR),
            AttrDef::optional("constant", UNIT_ATTR),
            AttrDef::optional("alignment", ALIGNMENT_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_global, print: syntax::print_global },
        traits: &[Trait::Symbol],
        verify: Some(verify::global),
        ..BASE
    },

    // ----- using memory -----

    COPY = OpDef {
        name: "memref.copy",
        doc: "Copies every element of one memory to another of the same shape.\n\
            The two may not overlap in part.",
        example: "func.func @f(%a: memref<4xf32>, %b: memref<?xf32>) {\n  memref.copy %a, %b : memref<4xf32> to memref<?xf32>\n  return\n}",
        operands: &[OperandDef::one("source", ANY_MEMREF), OperandDef::one("target", ANY_MEMREF)],
        syntax: Syntax::Format("$source `,` $target attr-dict `:` type($source) `to` type($target)"),
        verify: Some(verify::copy),
        fold: Some(fold::copy),
        canonicalize: &[canonicalize::copy_to_itself],
        ..BASE
    },

    LOAD = OpDef {
        name: "memref.load",
        doc: "Reads an element.\n\
            One index a dimension, each below its size; another index is undefined, and so is an element that was never \
            written.",
        example: "func.func @f(%m: memref<4x?xf32>, %i: index, %j: index) -> f32 {\n  \
            %0 = memref.load %m[%i, %j] : memref<4x?xf32>\n  return %0 : f32\n}",
        operands: &[OperandDef::one("memref", MEMREF), OperandDef::variadic("indices", INDEX)],
        results: &[ResultDef::one("result", ANY)],
        attrs: &[AttrDef::optional("nontemporal", BOOL_ATTR)],
        types: &[TypeRule::Derive { to: "result", from: "memref", what: "the element type of `memref`", with: element }],
        syntax: Syntax::Format("$memref `[` $indices `]` attr-dict `:` type($memref)"),
        effect: Effect::Read,
        verify: Some(verify::load),
        fold: Some(fold::load),
        hw: Some("load"),
        ..BASE
    },

    STORE = OpDef {
        name: "memref.store",
        doc: "Writes an element.\n\
            One index a dimension, each below its size; another index is undefined.",
        example: "func.func @f(%m: memref<4x?xf32>, %i: index, %j: index, %v: f32) {\n  \
            memref.store %v, %m[%i, %j] : memref<4x?xf32>\n  return\n}",
        operands: &[
            OperandDef::one("value", ANY),
            OperandDef::one("memref", MEMREF),
            OperandDef::variadic("indices", INDEX),
        ],
        attrs: &[AttrDef::optional("nontemporal", BOOL_ATTR)],
        types: &[TypeRule::Derive { to: "value", from: "memref", what: "the element type of `memref`", with: element }],
        syntax: Syntax::Format("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"),
        effect: Effect::Write,
        verify: Some(verify::store),
        fold: Some(fold::store),
        hw: Some("store"),
        ..BASE
    },

    // ----- viewing memory -----

    CAST = OpDef {
        name: "memref.cast",
        doc: "The same memory under a type that knows more or less about it.\n\
            Sizes, strides and offset may become unknown or known, and the rank too. What the result's type states must be \
            so; otherwise the cast is undefined.",
        example: "func.func @f(%m: memref<4xf32>) -> memref<?xf32> {\n  \
            %0 = memref.cast %m : memref<4xf32> to memref<?xf32>\n  return %0 : memref<?xf32>\n}",
        operands: &[OperandDef::one("source", ANY_MEMREF)],
        results: &[ResultDef::one("dest", ANY_MEMREF)],
        syntax: Syntax::Format("$source attr-dict `:` type($source) `to` type($dest)"),
        effect: Effect::PureGuarded,
        verify: Some(verify::cast),
        fold: Some(fold::cast),
        ..BASE
    },

    DIM = OpDef {
        name: "memref.dim",
        doc: "The size of a dimension.\n\
            A dimension that the memref does not have is undefined.",
        example: "func.func @f(%m: memref<4x?xf32>, %i: index) -> index {\n  \
            %0 = memref.dim %m, %i : memref<4x?xf32>\n  return %0 : index\n}",
        operands: &[OperandDef::one("source", ANY_MEMREF), OperandDef::one("index", INDEX)],
        results: &[ResultDef::one("result", INDEX)],
        syntax: Syntax::Format("attr-dict $source `,` $index `:` type($source)"),
        effect: Effect::PureGuarded,
        verify: Some(verify::dim),
        fold: Some(fold::dim),
        ..BASE
    },

    SUBVIEW = OpDef {
        name: "memref.subview",
        doc: "A part of a memory: in each dimension an offset, a size and a stride.\n\
            Element `(i, …)` of the result is element `(offset + i * stride, …)` of the source, which must be there. The result's \
            type follows from these numbers; dimensions of size one may be dropped from it.",
        example: "func.func @f(%m: memref<8x16xf32>, %i: index) {\n  \
            %0 = memref.subview %m[2, 4] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: 36>>\n  \
            %1 = memref.subview %m[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>\n  return\n}",
        operands: &[
            OperandDef::one("source", MEMREF),
            OperandDef::variadic("offsets", INDEX),
            OperandDef::variadic("sizes", INDEX),
            OperandDef::variadic("strides", INDEX),
        ],
        results: &[ResultDef::one("result", MEMREF)],
        attrs: &[
            AttrDef::required("static_offsets", I64_ARRAY_ATTR),
            AttrDef::required("static_sizes", I64_ARRAY_ATTR),
            AttrDef::required("static_strides", I64_ARRAY_ATTR),
            AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_subview, print: syntax::print_subview },
        traits: &[Trait::OperandSegments],
        effect: Effect::PureGuarded,
        verify: Some(verify::subview),
        fold: Some(fold::subview),
        canonicalize: &[canonicalize::subview_of_known_parts],
        ..BASE
    },
}
