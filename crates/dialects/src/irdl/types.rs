//! The types and attributes of `irdl`: handles to constraints, and how many values a slot holds.

use ir::text::{Parse, Parser, Tok};
use ir::{Arity, Attr, AttrKind, Context, DialectAttr, DialectType, Type, TypeKind};

/// The types, in the order of the positions below.
pub static TYPES: [DialectType; 2] = [
    DialectType {
        name: "irdl.attribute",
        doc: "A constraint on a type or an attribute.",
        example: "!irdl.attribute",
        parse: |_| Ok(Box::new([])),
        print: |_, _, _| {},
        bits: None,
    },
    DialectType {
        name: "irdl.region",
        doc: "A constraint on a region.",
        example: "!irdl.region",
        parse: |_| Ok(Box::new([])),
        print: |_, _, _| {},
        bits: None,
    },
];

const ATTRIBUTE: usize = 0;
const REGION: usize = 1;

/// `!irdl.attribute`
pub fn attribute_ty(ctx: &mut Context) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[ATTRIBUTE], params: Box::new([]) })
}

/// `!irdl.region`
pub fn region_ty(ctx: &mut Context) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[REGION], params: Box::new([]) })
}

/// Whether a type is `!irdl.attribute`.
pub fn is_attribute_ty(ctx: &Context, ty: Type) -> bool {
    matches!(&ctx[ty], TypeKind::Dialect { def, .. } if *def == &TYPES[ATTRIBUTE])
}

/// Whether a type is `!irdl.region`.
pub fn is_region_ty(ctx: &Context, ty: Type) -> bool {
    matches!(&ctx[ty], TypeKind::Dialect { def, .. } if *def == &TYPES[REGION])
}

/// The attributes, in the order of the positions below.
pub static ATTRS: [DialectAttr; 2] = [
    DialectAttr {
        name: "irdl.variadicity",
        doc: "How many values a slot holds: `single`, `optional` or `variadic`.",
        example: "#irdl<variadicity optional>",
        parse: |p| Ok([arity_word(p)?].into()),
        print: |ctx, params, out| {
            for word in params {
                out.push(' ');
                out.push_str(ctx.str_value(*word).unwrap_or(""));
            }
        },
    },
    DialectAttr {
        name: "irdl.variadicity_array",
        doc: "How many values each slot of a list holds.",
        example: "#irdl<variadicity_array[ single,  variadic]>",
        parse: |p| {
            let mut words = Vec::new();
            p.list(Tok::LSquare, Tok::RSquare, |p| {
                let word = arity_word(p)?;
                words.push(word);
                Ok(())
            })?;
            Ok(words.into())
        },
        // Each item as it stands in an attribute of its own, with the space before it: that is how MLIR writes it.
        print: |ctx, params, out| {
            let words: Vec<String> =
                params.iter().map(|word| format!(" {}", ctx.str_value(*word).unwrap_or(""))).collect();
            out.push_str(&format!("[{}]", words.join(", ")));
        },
    },
];

const ARRAY: usize = 1;

/// How many values a slot holds, by the word for it.
pub const WORDS: [(&str, Arity); 3] =
    [("single", Arity::One), ("optional", Arity::Optional), ("variadic", Arity::Variadic)];

/// The word for how many values a slot holds.
pub fn word_of(arity: Arity) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == arity).expect("every arity has a word").0
}

fn arity_word(p: &mut Parser<'_>) -> Parse<Attr> {
    if !WORDS.iter().any(|(word, _)| p.at_word(word)) {
        return Err(p.unexpected("`single`, `optional` or `variadic`"));
    }
    let word = p.word("a variadicity")?;
    Ok(p.ir.ctx.str_attr(word))
}

/// `#irdl<variadicity_array[…]>`
pub fn arities_attr(ctx: &mut Context, arities: &[Arity]) -> Attr {
    let params = arities.iter().map(|arity| ctx.str_attr(word_of(*arity))).collect();
    ctx.attr(AttrKind::Dialect { def: &ATTRS[ARRAY], params, ty: Type::NONE })
}

/// What an `#irdl<variadicity_array[…]>` says.
pub fn arities(ctx: &Context, attr: Attr) -> Option<Vec<Arity>> {
    let AttrKind::Dialect { def, params, .. } = &ctx[attr] else { return None };
    if *def != &ATTRS[ARRAY] {
        return None;
    }
    let arity = |word: &Attr| {
        let word = ctx.str_value(*word)?;
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, arity)| *arity)
    };
    params.iter().map(arity).collect()
}
