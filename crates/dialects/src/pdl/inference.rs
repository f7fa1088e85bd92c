//! Whether the result types of an operation follow from the rest of it, by its record.
//!
//! A rewrite that makes an operation without saying its result types relies on that.

use ir::{Arity, Context, OpDef, TypeRule};

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
