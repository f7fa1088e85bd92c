//! Whether the result types of an operation follow from the rest of it, by its record.
//!
//! A rewrite that makes an operation without saying its result types relies on that.

use base::Str;
use ir::{Arity, Attr, AttrKind, Context, OpDef, Type, TypeRule};
use std::ops::Range;

/// What is known of an operation's result types when only its name is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inference {
    /// No dialect of that name is known: it may be anything.
    UnknownDialect,
    /// The dialect has no such operation.
    UnknownOperation,
    /// They follow from operands and attributes.
    Follows,
    /// They do not follow, and there are results.
    Given,
    /// There are no results, or any number of them.
    Open,
}

/// Finds out by the name of an operation.
pub fn inference(ctx: &Context, name: &str) -> Inference {
    let dialect = name.split('.').next().unwrap_or("");
    let Some(def) = ctx.registry.find_op(name).and_then(|code| ctx.registry.def(code)) else {
        return match ctx.registry.dialect(dialect) {
            Some(_) => Inference::UnknownOperation,
            None => Inference::UnknownDialect,
        };
    };
    if def.results.iter().all(|group| group.arity != Arity::One) {
        Inference::Open
    } else if follows(def) {
        Inference::Follows
    } else {
        Inference::Given
    }
}

/// Whether every result has a type that is fixed or that a rule makes of something known.
fn follows(def: &OpDef) -> bool {
    let fixed = def.results.iter().filter(|result| result.ty.exact.is_some());
    let mut known: Vec<&str> = def.operands.iter().chain(fixed).map(|group| group.name).collect();
    // Each round makes a group known, or is the last.
    loop {
        let before = known.len();
        for rule in def.types {
            let news: Vec<&str> = match rule {
                TypeRule::Same(names) if names.iter().any(|name| known.contains(name)) => names.to_vec(),
                TypeRule::Derive { to, from, .. } if known.contains(from) => vec![to],
                TypeRule::Is { of, .. } => of.to_vec(),
                TypeRule::OfAttr { to, .. } => vec![to],
                _ => Vec::new(),
            };
            for name in news {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
        }
        if known.len() == before {
            return def.results.iter().all(|r| r.arity == Arity::One && known.contains(&r.name));
        }
    }
}

/// The result types of an operation with operands of these types and these attributes of its own, where they follow.
pub fn result_types(
    ctx: &mut Context,
    def: &OpDef,
    operands: &[Type],
    attrs: &[(Str, Attr)],
) -> Option<Vec<Type>> {
    let groups = operand_groups(ctx, def, operands.len(), attrs)?;
    let mut known: Vec<(&str, Type)> = Vec::new();
    for (operand, group) in def.operands.iter().zip(groups) {
        known.extend(operands[group].first().map(|ty| (operand.name, *ty)));
    }
    known.extend(def.results.iter().filter_map(|result| Some((result.name, result.ty.exact?))));
    loop {
        let before = known.len();
        for rule in def.types {
            for (name, ty) in told(ctx, rule, &known, attrs) {
                if !known.iter().any(|(other, _)| *other == name) {
                    known.push((name, ty));
                }
            }
        }
        if known.len() == before {
            let of = |name: &str| known.iter().find(|(other, _)| *other == name).map(|(_, ty)| *ty);
            return def.results.iter().map(|result| of(result.name)).collect();
        }
    }
}

/// What a rule says of the types of groups, given those that are known.
fn told(
    ctx: &mut Context,
    rule: &TypeRule,
    known: &[(&str, Type)],
    attrs: &[(Str, Attr)],
) -> Vec<(&'static str, Type)> {
    let of = |name: &str| known.iter().find(|(other, _)| *other == name).map(|(_, ty)| *ty);
    match rule {
        TypeRule::Same(names) => match names.iter().find_map(|name| of(name)) {
            Some(ty) => names.iter().map(|name| (*name, ty)).collect(),
            None => Vec::new(),
        },
        TypeRule::Derive { to, from, with, .. } => {
            of(from).and_then(|ty| with(ctx, ty)).map(|ty| (*to, ty)).into_iter().collect()
        }
        TypeRule::Is { of, ty } => {
            let ty = ty(ctx);
            of.iter().map(|name| (*name, ty)).collect()
        }
        TypeRule::OfAttr { to, attr } => {
            let given = attrs.iter().find(|(name, _)| &ctx[*name] == *attr);
            let ty = given.and_then(|(_, attr)| match ctx[*attr] {
                AttrKind::Type(ty) => Some(ty),
                _ => ctx.attr_ty(*attr),
            });
            ty.map(|ty| (*to, ty)).into_iter().collect()
        }
    }
}

/// Which operands belong to which group, where their number fits.
fn operand_groups(
    ctx: &Context,
    def: &OpDef,
    count: usize,
    attrs: &[(Str, Attr)],
) -> Option<Vec<Range<usize>>> {
    let open = def.operands.iter().filter(|operand| operand.arity != Arity::One).count();
    let sizes: Vec<usize> = if open > 1 {
        let (_, sizes) = attrs.iter().find(|(name, _)| &ctx[*name] == def.operand_segments())?;
        ctx.int_array(*sizes)?.into_iter().map(|size| usize::try_from(size).ok()).collect::<Option<_>>()?
    } else {
        let rest = count.checked_sub(def.operands.len() - open)?;
        def.operands.iter().map(|operand| if operand.arity == Arity::One { 1 } else { rest }).collect()
    };
    let mut start = 0;
    let mut groups = Vec::new();
    for size in sizes {
        let end = start + size;
        groups.push(start..end);
        start = end;
    }
    (start == count && groups.len() == def.operands.len()).then_some(groups)
}
