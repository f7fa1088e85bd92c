//! What patterns ask about operations besides their opcodes.

use crate::interp::{Handle, Natives, attribute_type};
use base::Str;
use ir::text::attr_print::{write_attr, write_quoted};
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

    /// The question as text. Questions that differ have texts that differ, since streams are told apart by them.
    pub fn text(&self, ctx: &Context) -> String {
        let quoted = |name: &Str| quoted(ctx, *name);
        match self {
            Fact::HasAttr(name) => format!("has {}", quoted(name)),
            Fact::AttrIs(name, value) => format!("{} is {}", quoted(name), attr_text(ctx, *value)),
            Fact::AttrOfType(name, ty) => format!("{} is of type {}", quoted(name), type_text(ctx, *ty)),
            Fact::SameAttrs(one, other) => format!("{} and {} are the same", quoted(one), quoted(other)),
            Fact::Constraint { name, args, negated } => {
                let args: Vec<String> = args.iter().map(|part| part.text(ctx)).collect();
                let not = if *negated { "not " } else { "" };
                format!("{not}{}({})", quoted(name), args.join(", "))
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
            Part::Attr(name) => format!("attribute {}", quoted(ctx, *name)),
            Part::Operand(number) => format!("operand {number}"),
            Part::Result(number) => format!("result {number}"),
            Part::OperandType(number) => format!("type of operand {number}"),
            Part::ResultType => "type of result".to_string(),
            Part::GivenAttr(attr) => format!("constant {}", attr_text(ctx, *attr)),
            Part::GivenType(ty) => format!("type {}", type_text(ctx, *ty)),
        }
    }
}

fn quoted(ctx: &Context, name: Str) -> String {
    let mut text = String::new();
    write_quoted(&ctx[name], &mut text);
    text
}

fn attr_text(ctx: &Context, attr: Attr) -> String {
    let mut text = String::new();
    write_attr(ctx, attr, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{Sign, TypeKind};

    #[test]
    fn facts_that_differ_have_texts_that_differ() {
        let mut ctx = Context::new(dialects::all());
        let names = ["a", "unit", "is", "a is unit", "not f", "f", "a\" is unit"].map(|name| ctx.str(name));
        let [a, unit, is, ..] = names;
        let ty = ctx.ty(TypeKind::Integer { width: 32, sign: Sign::Signless });
        let attrs = [Attr::UNIT, ctx.type_attr(ty), ctx.str_attr("unit"), ctx.str_attr("b")];
        let parts = names.iter().map(|name| Part::Attr(*name)).chain(attrs.map(Part::GivenAttr)).chain([
            Part::Operation,
            Part::Operand(0),
            Part::Result(0),
            Part::OperandType(0),
            Part::ResultType,
            Part::GivenType(ty),
        ]);
        let mut facts = Vec::new();
        for name in names {
            facts.push(Fact::HasAttr(name));
            facts.push(Fact::AttrOfType(name, ty));
            facts.extend(attrs.map(|attr| Fact::AttrIs(name, attr)));
            facts.extend([a, unit, is].map(|other| Fact::SameAttrs(name, other)));
            for negated in [false, true] {
                facts.push(Fact::Constraint { name, args: Vec::new(), negated });
                facts.extend(parts.clone().map(|part| Fact::Constraint { name, args: vec![part], negated }));
            }
        }
        let texts: rustc_hash::FxHashSet<String> = facts.iter().map(|fact| fact.text(&ctx)).collect();
        assert_eq!(texts.len(), facts.len());
    }
}
