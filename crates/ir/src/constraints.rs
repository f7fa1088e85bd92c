//! Constraints: the vocabulary in which operation records say which types and attributes they take.
//!
//! A constraint is a test with words: `what` completes the sentence "operand #0 must be …".

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::registry::EnumDef;
use crate::types::{Sign, Type, TypeKind};

/// Which types an operand or result may have.
#[derive(Clone, Copy)]
pub struct TypeConstraint {
    /// "must be …"
    pub what: &'static str,
    /// The test.
    pub test: fn(&Context, Type) -> bool,
    /// The one type that passes, when there is just one: a format may then leave it out.
    pub exact: Option<Type>,
}

macro_rules! type_constraints {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $test:expr;)*) => {
        $($(#[$doc])* pub const $name: TypeConstraint = TypeConstraint { what: $what, test: $test, exact: None };)*
    };
}

fn scalar_or_elements(ctx: &Context, ty: Type, test: fn(&TypeKind) -> bool) -> bool {
    test(&ctx[ty]) || (ctx.is_vector_or_tensor(ty) && test(&ctx[ctx.element_ty(ty)]))
}

fn is_signless(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { sign: Sign::Signless, .. })
}

fn is_signless_or_index(kind: &TypeKind) -> bool {
    is_signless(kind) || *kind == TypeKind::Index
}

type_constraints! {
    /// Any type.
    ANY = "any type", |_, _| true;
    /// A signless integer.
    SIGNLESS_INT = "a signless integer", |c, t| is_signless(&c[t]);
    /// Any integer.
    ANY_INT = "an integer", |c, t| matches!(c[t], TypeKind::Integer { .. });
    /// A signless integer or `index`.
    SIGNLESS_INT_OR_INDEX = "a signless integer or index", |c, t| is_signless_or_index(&c[t]);
    /// A signless integer or a vector or tensor of them.
    SIGNLESS_INT_LIKE = "a signless integer or a vector or tensor of them", |c, t| scalar_or_elements(c, t, is_signless);
    /// A signless integer or index, or a vector or tensor of them.
    SIGNLESS_INT_OR_INDEX_LIKE = "a signless integer or index, or a vector or tensor of them",
        |c, t| scalar_or_elements(c, t, is_signless_or_index);
    /// `i1` or a vector or tensor of them.
    BOOL_LIKE = "i1 or a vector or tensor of i1", |c, t| scalar_or_elements(c, t, |k| matches!(k, TypeKind::Integer { width: 1, sign: Sign::Signless }));
    /// A float.
    FLOAT = "a float", |c, t| matches!(c[t], TypeKind::Float(_));
    /// A float or a vector or tensor of them.
    FLOAT_LIKE = "a float or a vector or tensor of floats", |c, t| scalar_or_elements(c, t, |k| matches!(k, TypeKind::Float(_)));
    /// A ranked memref.
    MEMREF = "a ranked memref", |c, t| matches!(c[t], TypeKind::Memref { .. });
    /// A ranked or unranked memref.
    ANY_MEMREF = "a memref", |c, t| matches!(c[t], TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. });
    /// A function type.
    FUNCTION = "a function type", |c, t| matches!(c[t], TypeKind::Function { .. });
}

impl TypeConstraint {
    /// Exactly one type.
    pub const fn exact(what: &'static str, ty: Type, test: fn(&Context, Type) -> bool) -> TypeConstraint {
        TypeConstraint { what, test, exact: Some(ty) }
    }
}

/// `index`
pub const INDEX: TypeConstraint = TypeConstraint::exact("index", Type::INDEX, |_, t| t == Type::INDEX);
/// `i1`
pub const I1: TypeConstraint = TypeConstraint::exact("i1", Type::I1, |_, t| t == Type::I1);
/// `i32`
pub const I32: TypeConstraint = TypeConstraint::exact("i32", Type::I32, |_, t| t == Type::I32);

/// What an attribute may be, and how a format writes it.
#[derive(Clone, Copy)]
pub struct AttrConstraint {
    /// "must be …"
    pub what: &'static str,
    /// The test.
    pub test: fn(&Context, Attr) -> bool,
    /// How `$attr` reads and prints it in a format.
    pub syntax: AttrSyntax,
}

/// How a format writes an attribute.
#[derive(Clone, Copy)]
pub enum AttrSyntax {
    /// As an attribute stands anywhere, with its type.
    Any,
    /// A number whose type is known, so left out.
    Number(Type),
    /// `@name`, stored as a symbol reference.
    Symbol,
    /// `@name`, stored as a string: the name of the operation itself.
    SymbolName,
    /// `"text"`
    Text,
    /// Its presence is the anchor's presence; nothing is printed.
    Unit,
    /// A type.
    Type,
    /// `<case>` or `<case,case>`, stored as an enumeration attribute.
    Enum(&'static EnumDef),
    /// A bare `case`, stored as an integer of this type.
    IntEnum(&'static EnumDef, Type),
    /// `[1, 2]`, stored as `array<i64: …>`.
    I64Array,
    /// `[1, 2]`, stored as `array<i32: …>`.
    I32Array,
}

macro_rules! attr_constraints {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $syntax:expr, $test:expr;)*) => {
        $($(#[$doc])* pub const $name: AttrConstraint = AttrConstraint { what: $what, syntax: $syntax, test: $test };)*
    };
}

fn is_int(ctx: &Context, attr: Attr, wanted: Type) -> bool {
    matches!(ctx[attr], AttrKind::Integer { ty, .. } if ty == wanted)
}

attr_constraints! {
    /// Any attribute.
    ANY_ATTR = "any attribute", AttrSyntax::Any, |_, _| true;
    /// An attribute with a type: a number or dense elements.
    TYPED_ATTR = "an attribute with a type", AttrSyntax::Any, |c, a| c.attr_ty(a).is_some();
    /// A string.
    STRING_ATTR = "a string", AttrSyntax::Text, |c, a| c.str_value(a).is_some();
    /// The name of a symbol.
    SYMBOL_NAME_ATTR = "a symbol name", AttrSyntax::SymbolName, |c, a| c.str_value(a).is_some();
    /// A reference to a symbol.
    SYMBOL_ATTR = "a symbol reference", AttrSyntax::Symbol, |c, a| matches!(c[a], AttrKind::Symbol { .. });
    /// A reference to a symbol in the same table.
    FLAT_SYMBOL_ATTR = "a flat symbol reference", AttrSyntax::Symbol, |c, a| matches!(&c[a], AttrKind::Symbol { nested, .. } if nested.is_empty());
    /// `unit`
    UNIT_ATTR = "unit", AttrSyntax::Unit, |_, a| a == Attr::UNIT;
    /// A type.
    TYPE_ATTR = "a type", AttrSyntax::Type, |c, a| matches!(c[a], AttrKind::Type(_));
    /// A function type.
    FUNCTION_TYPE_ATTR = "a function type", AttrSyntax::Type, |c, a| matches!(c[a], AttrKind::Type(t) if matches!(c[t], TypeKind::Function { .. }));
    /// `i1`
    BOOL_ATTR = "a boolean", AttrSyntax::Any, |_, a| a == Attr::TRUE || a == Attr::FALSE;
    /// `i32`
    I32_ATTR = "an i32", AttrSyntax::Number(Type::I32), |c, a| is_int(c, a, Type::I32);
    /// `i64`
    I64_ATTR = "an i64", AttrSyntax::Number(Type::I64), |c, a| is_int(c, a, Type::I64);
    /// `index`
    INDEX_ATTR = "an index", AttrSyntax::Number(Type::INDEX), |c, a| is_int(c, a, Type::INDEX);
    /// `array<i64: …>`
    I64_ARRAY_ATTR = "an array of i64", AttrSyntax::I64Array, |c, a| matches!(c[a], AttrKind::DenseArray { element: Type::I64, .. });
    /// `array<i32: …>`
    I32_ARRAY_ATTR = "an array of i32", AttrSyntax::I32Array, |c, a| matches!(c[a], AttrKind::DenseArray { element: Type::I32, .. });
    /// `[{…}, {…}]`
    DICT_ARRAY_ATTR = "an array of dictionaries", AttrSyntax::Any, |c, a| matches!(&c[a], AttrKind::Array(items) if items.iter().all(|i| matches!(c[*i], AttrKind::Dict(_))));
    /// Dense elements of integers.
    DENSE_ATTR = "dense elements", AttrSyntax::Any, |c, a| matches!(c[a], AttrKind::Dense { .. });
}
