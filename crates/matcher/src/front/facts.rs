//! What patterns ask about operations besides their opcodes.

use crate::interp::{Handle, Natives, attribute_type};
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
    /// A constraint of the host, by its name, says yes.
    Constraint {
        /// The name.
        name: Str,
        /// What it is asked about.
        args: Vec<Part>,
        /// Whether it has to say no instead.
        negated: bool,
    },
}

/// What a constraint is asked about: something of the operation, or a constant of the pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The operation.
    Operation,
    /// Its attribute of this name.
    Attr(Str),
    /// An operand.
    Operand(u32),
    /// A result.
    Result(u32),
    /// The type of an operand.
    OperandType(u32),
    /// The type of its result.
    ResultType,
    /// An attribute that the pattern gives.
    GivenAttr(Attr),
    /// A type that the pattern gives, or that follows from its operations.
    GivenType(Type),
}

impl Fact {
    /// Whether it holds of an operation. Of what is not there a constraint is not asked, and does not hold, negated or not.
    pub fn holds(&self, ir: &mut Ir, op: Op, natives: &Natives) -> bool {
        let attr = |name: &Str| ir.attr(op, &ir.ctx[*name]);
        match self {
            Fact::HasAttr(name) => attr(name).is_some(),
            Fact::AttrIs(name, value) => attr(name) == Some(*value),
            Fact::AttrOfType(name, ty) => attr(name).and_then(|attr| attribute_type(ir, attr)) == Some(*ty),
            Fact::SameAttrs(one, other) => attr(one).is_some() && attr(one) == attr(other),
            Fact::Constraint { name, args, negated } => {
                let function = natives.find_constraint(&ir.ctx[*name]);
                let function = function.expect("a pattern that calls another is not read");
                let args: Vec<Handle> = args.iter().map(|part| part.of(ir, op)).collect();
                !args.contains(&Handle::Null) && function(ir, &args).is_some() != *negated
            }
        }
    }

    /// The question as text.
    pub fn text(&self, ctx: &Context) -> String {
        match self {
            Fact::HasAttr(name) => format!("has {}", &ctx[*name]),
            Fact::AttrIs(name, value) => format!("{} is {}", &ctx[*name], attr_text(ctx, *value)),
            Fact::AttrOfType(name, ty) => format!("{} is of type {}", &ctx[*name], type_text(ctx, *ty)),
            Fact::SameAttrs(one, other) => format!("{} is {}", &ctx[*one], &ctx[*other]),
            Fact::Constraint { name, args, negated } => {
                let args: Vec<String> = args.iter().map(|part| part.text(ctx)).collect();
                let not = if *negated { "not " } else { "" };
                format!("{not}{}({})", &ctx[*name], args.join(", "))
            }
        }
    }
}

impl Part {
    /// This part of an operation; null if there is none.
    fn of(&self, ir: &Ir, op: Op) -> Handle {
        let operand = |number: &u32| ir.operands(op).nth(*number as usize);
        match self {
            Part::Operation => Handle::Op(op),
            Part::Attr(name) => ir.attr(op, &ir.ctx[*name]).into(),
            Part::Operand(number) => operand(number).into(),
            Part::Result(number) => ir.results(op).nth(*number as usize).into(),
            Part::OperandType(number) => operand(number).map(|value| ir.ty(value)).into(),
            Part::ResultType => ir.results(op).next().map(|value| ir.ty(value)).into(),
            Part::GivenAttr(attr) => Handle::Attr(*attr),
            Part::GivenType(ty) => Handle::Type(*ty),
        }
    }

    fn text(&self, ctx: &Context) -> String {
        match self {
            Part::Operation => "operation".to_string(),
            Part::Attr(name) => format!("attribute {}", &ctx[*name]),
            Part::Operand(number) => format!("operand {number}"),
            Part::Result(number) => format!("result {number}"),
            Part::OperandType(number) => format!("type of operand {number}"),
            Part::ResultType => "type of result".to_string(),
            Part::GivenAttr(attr) => attr_text(ctx, *attr),
            Part::GivenType(ty) => type_text(ctx, *ty),
        }
    }
}

fn attr_text(ctx: &Context, attr: Attr) -> String {
    let mut text = String::new();
    write_attr(ctx, attr, &mut text);
    text
}
