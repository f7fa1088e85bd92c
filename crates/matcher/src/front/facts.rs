//! What patterns ask about operations besides their opcodes.

use crate::interp::attribute_type;
use base::Str;
use ir::text::attr_print::write_attr;
use ir::text::type_print::type_text;
use ir::{Attr, Context, Ir, Op, Type};

/// A question about one operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// It has an attribute of this name.
    HasAttr(Str),
    /// Its attribute of this name is this one.
    AttrIs(Str, Attr),
    /// Its attribute of this name has this type.
    AttrOfType(Str, Type),
    /// Its attributes of these names are the same.
    SameAttrs(Str, Str),
}

impl Fact {
    /// Whether it holds of an operation.
    pub fn holds(&self, ir: &Ir, op: Op) -> bool {
        let attr = |name: &Str| ir.attr(op, &ir.ctx[*name]);
        match self {
            Fact::HasAttr(name) => attr(name).is_some(),
            Fact::AttrIs(name, value) => attr(name) == Some(*value),
            Fact::AttrOfType(name, ty) => attr(name).and_then(|attr| attribute_type(ir, attr)) == Some(*ty),
            Fact::SameAttrs(one, other) => attr(one).is_some() && attr(one) == attr(other),
        }
    }

    /// The question as text.
    pub fn text(&self, ctx: &Context) -> String {
        match self {
            Fact::HasAttr(name) => format!("has {}", &ctx[*name]),
            Fact::AttrIs(name, value) => {
                let mut text = format!("{} is ", &ctx[*name]);
                write_attr(ctx, *value, &mut text);
                text
            }
            Fact::AttrOfType(name, ty) => format!("{} is of type {}", &ctx[*name], type_text(ctx, *ty)),
            Fact::SameAttrs(one, other) => format!("{} is {}", &ctx[*one], &ctx[*other]),
        }
    }
}
