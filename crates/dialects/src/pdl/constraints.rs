//! Which types and attributes the operations of `pdl` and `pdl_interp` take.

use super::types::{
    ATTRIBUTE, OPERATION, TYPE, VALUE, element_or_self, element_ty, is_pdl, is_range_of, position, type_of,
};
use ir::constraints::{AttrConstraint, AttrSyntax, TypeConstraint};
use ir::{Attr, AttrKind, Context, Type};

macro_rules! type_constraints {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $test:expr;)*) => {
        $($(#[$doc])* pub const $name: TypeConstraint = TypeConstraint { what: $what, test: $test, exact: None };)*
    };
}

type_constraints! {
    /// Any type of `pdl`.
    ANY_PDL = "a type of `pdl`", is_pdl;
    /// `!pdl.attribute`
    PDL_ATTRIBUTE = "`!pdl.attribute`", |c, t| position(c, t) == Some(ATTRIBUTE);
    /// `!pdl.operation`
    PDL_OPERATION = "`!pdl.operation`", |c, t| position(c, t) == Some(OPERATION);
    /// `!pdl.type`
    PDL_TYPE = "`!pdl.type`", |c, t| position(c, t) == Some(TYPE);
    /// `!pdl.value`
    PDL_VALUE = "`!pdl.value`", |c, t| position(c, t) == Some(VALUE);
    /// A range of anything.
    PDL_RANGE = "a `!pdl.range`", |c, t| element_ty(c, t).is_some();
    /// `!pdl.range<operation>`
    PDL_OPERATIONS = "`!pdl.range<operation>`", |c, t| is_range_of(c, t, OPERATION);
    /// `!pdl.range<type>`
    PDL_TYPES = "`!pdl.range<type>`", |c, t| is_range_of(c, t, TYPE);
    /// `!pdl.range<value>`
    PDL_VALUES = "`!pdl.range<value>`", |c, t| is_range_of(c, t, VALUE);
    /// A range that operations can make.
    PDL_TYPES_OR_VALUES = "`!pdl.range<type>` or `!pdl.range<value>`", |c, t| is_range_of(c, t, TYPE) || is_range_of(c, t, VALUE);
    /// One type or a range of them.
    PDL_TYPE_OR_TYPES = "`!pdl.type` or `!pdl.range<type>`", |c, t| position(c, element_or_self(c, t)) == Some(TYPE);
    /// One value or a range of them.
    PDL_VALUE_OR_VALUES = "`!pdl.value` or `!pdl.range<value>`", |c, t| position(c, element_or_self(c, t)) == Some(VALUE);
}

macro_rules! attr_constraints {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $syntax:expr, $test:expr;)*) => {
        $($(#[$doc])* pub const $name: AttrConstraint = AttrConstraint { what: $what, syntax: $syntax, test: $test };)*
    };
}

/// The items of a list.
pub fn items(ctx: &Context, attr: Attr) -> Option<&[Attr]> {
    if let AttrKind::Array(items) = &ctx[attr] { Some(items) } else { None }
}

fn all_items(ctx: &Context, attr: Attr, test: impl Fn(Attr) -> bool) -> bool {
    items(ctx, attr).is_some_and(|items| items.iter().all(|item| test(*item)))
}

fn are_types(ctx: &Context, attr: Attr) -> bool {
    all_items(ctx, attr, |item| type_of(ctx, item).is_some())
}

fn is_count(ctx: &Context, attr: Attr, wanted: Type) -> bool {
    matches!(&ctx[attr], AttrKind::Integer { value, ty } if *ty == wanted && !value.is_negative())
}

attr_constraints! {
    /// How many, or which one.
    COUNT_ATTR = "an i32 that is not negative", AttrSyntax::Number(Type::I32), |c, a| is_count(c, a, Type::I32);
    /// How much a match is worth.
    BENEFIT_ATTR = "an i16 that is not negative", AttrSyntax::Number(Type::I16), |c, a| is_count(c, a, Type::I16);
    /// A list of anything.
    LIST_ATTR = "a list", AttrSyntax::Any, |c, a| items(c, a).is_some();
    /// A list of names.
    STRINGS_ATTR = "a list of strings", AttrSyntax::Any, |c, a| all_items(c, a, |item| c.str_value(item).is_some());
    /// A list of types.
    TYPES_ATTR = "a list of types", AttrSyntax::Any, are_types;
    /// A list of lists of types.
    TYPE_LISTS_ATTR = "a list of lists of types", AttrSyntax::Any, |c, a| all_items(c, a, |item| are_types(c, item));
    /// Numbers of cases.
    I32_ELEMENTS_ATTR = "dense elements of i32", AttrSyntax::Any,
        |c, a| matches!(c[a], AttrKind::Dense { ty, .. } if c.element_ty(ty) == Type::I32);
}
