//! A small dialect for the tests of this crate, and the way from text to IR and back.
//!
//! The dialect has one operation of each kind that the verifier, folder and rewriter tell apart. All are written in
//! generic form.

#![allow(dead_code, missing_docs)]

use base::{Bits, Diagnostics, codes};
use ir::constraints::{
    ANY, I1, I32_ARRAY_ATTR, SIGNLESS_INT, SIGNLESS_INT_LIKE, SYMBOL_NAME_ATTR, TYPED_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{
    Arity, AttrDef, Branch, Context, Dialect, DialectId, Effect, Fold, Ir, Op, OpDef, OperandDef, RegionDef,
    Rewriter, Trait, TypeRule, Undefined,
};
use smallvec::smallvec;

pub mod builtin {
    use super::*;

    ir::ops! { DialectId(0);
        MODULE = OpDef {
            name: "builtin.module",
            regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::One }],
            traits: &[Trait::SymbolTable, Trait::IsolatedFromAbove, Trait::NoTerminator, Trait::GraphRegion, Trait::Symbol],
            attrs: &[AttrDef::optional("sym_name", SYMBOL_NAME_ATTR)],
            ..OpDef::BASE
        },
    }

    pub static DIALECT: Dialect = Dialect {
        id: DialectId(0),
        name: "builtin",
        doc: "",
        ops: OPS,
        types: &[],
        attrs: &[],
        enums: &[],
        constants: &[],
    };
}

pub mod t {
    use super::*;

    ir::ops! { DialectId(1);
        // Gives both operands added; folds `x + 0` to `x`.
        ADD = OpDef {
            name: "t.add",
            operands: &[OperandDef::one("lhs", SIGNLESS_INT_LIKE), OperandDef::one("rhs", SIGNLESS_INT_LIKE)],
            results: &[OperandDef::one("result", SIGNLESS_INT_LIKE)],
            types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
            traits: &[Trait::Commutative, Trait::Elementwise],
            effect: Effect::Pure,
            fold: Some(|ir, op, constants| match constants[1].and_then(|attr| ir.ctx.scalar_bits(attr)) {
                Some(bits) if bits.is_zero() => ir.operand(op, 0).into(),
                _ => Fold::No,
            }),
            eval: Some(|_, args| Ok(smallvec![args[0].add(&args[1])])),
            ..OpDef::BASE
        },
        ALLOC = OpDef {
            name: "t.alloc",
            results: &[OperandDef::one("memory", ANY)],
            effect: Effect::Allocate,
            ..OpDef::BASE
        },
        BR = OpDef {
            name: "t.br",
            operands: &[OperandDef::variadic("dest_operands", ANY)],
            successors: &[("dest", Arity::One)],
            branch: Some(Branch { first_group: 0, segments: None }),
            traits: &[Trait::Terminator],
            effect: Effect::Pure,
            ..OpDef::BASE
        },
        COND_BR = OpDef {
            name: "t.cond_br",
            operands: &[
                OperandDef::one("condition", I1),
                OperandDef::variadic("true_operands", ANY),
                OperandDef::variadic("false_operands", ANY),
            ],
            successors: &[("true_dest", Arity::One), ("false_dest", Arity::One)],
            branch: Some(Branch { first_group: 1, segments: None }),
            attrs: &[AttrDef::optional("operandSegmentSizes", I32_ARRAY_ATTR)],
            traits: &[Trait::Terminator, Trait::OperandSegments],
            effect: Effect::Pure,
            canonicalize: &[same_destination],
            ..OpDef::BASE
        },
        CONST = OpDef {
            name: "t.const",
            results: &[OperandDef::one("result", SIGNLESS_INT_LIKE)],
            attrs: &[AttrDef::required("value", TYPED_ATTR)],
            types: &[TypeRule::OfAttr { to: "result", attr: "value" }],
            traits: &[Trait::ConstantLike],
            effect: Effect::Pure,
            ..OpDef::BASE
        },
        DIV = OpDef {
            name: "t.div",
            operands: &[OperandDef::one("lhs", SIGNLESS_INT), OperandDef::one("rhs", SIGNLESS_INT)],
            results: &[OperandDef::one("result", SIGNLESS_INT)],
            types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
            effect: Effect::PureGuarded,
            eval: Some(|_, args| {
                let undefined = Undefined::Immediate(codes::UB_DIVISION, "division by zero");
                args[0].udiv(&args[1]).map(|bits| smallvec![bits]).ok_or(undefined)
            }),
            ..OpDef::BASE
        },
        FUNC = OpDef {
            name: "t.func",
            attrs: &[AttrDef::required("sym_name", SYMBOL_NAME_ATTR)],
            regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::Any }],
            traits: &[Trait::Symbol, Trait::IsolatedFromAbove],
            ..OpDef::BASE
        },
        // Runs its region or does not.
        MAYBE = OpDef {
            name: "t.maybe",
            operands: &[OperandDef::one("condition", I1)],
            results: &[OperandDef::variadic("results", ANY)],
            regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::One }],
            traits: &[Trait::ImplicitTerminator("t.yield")],
            effect: Effect::OfRegions,
            ..OpDef::BASE
        },
        // Negation as a subtraction that only a pattern can undo: `neg(neg(x))` is `x`.
        NEG = OpDef {
            name: "t.neg",
            operands: &[OperandDef::one("operand", SIGNLESS_INT)],
            results: &[OperandDef::one("result", SIGNLESS_INT)],
            types: &[TypeRule::Derive { to: "result", from: "operand", what: "the type of `operand`", with: |_, ty| Some(ty) }],
            effect: Effect::Pure,
            canonicalize: &[double_negation],
            eval: Some(|_, args| Ok(smallvec![args[0].neg()])),
            ..OpDef::BASE
        },
        RET = OpDef {
            name: "t.ret",
            operands: &[OperandDef::variadic("operands", ANY)],
            traits: &[Trait::Terminator, Trait::ReturnLike, Trait::HasParent(&["t.func"])],
            effect: Effect::Pure,
            ..OpDef::BASE
        },
        STORE = OpDef {
            name: "t.store",
            operands: &[OperandDef::one("value", ANY)],
            effect: Effect::Write,
            ..OpDef::BASE
        },
        YIELD = OpDef {
            name: "t.yield",
            operands: &[OperandDef::variadic("operands", ANY)],
            traits: &[Trait::Terminator],
            effect: Effect::Pure,
            ..OpDef::BASE
        },
    }

    fn double_negation(r: &mut Rewriter<'_>, op: Op) -> bool {
        let inner = r.ir.defining_op(r.ir.operand(op, 0)).filter(|inner| r.ir.code(*inner) == NEG);
        let Some(inner) = inner else { return false };
        let value = r.ir.operand(inner, 0);
        r.replace_op(op, &[value]);
        true
    }

    fn same_destination(r: &mut Rewriter<'_>, op: Op) -> bool {
        let [a, b] = *r.ir.successors(op) else { return false };
        if a != b || r.ir.operand_count(op) != 1 {
            return false;
        }
        let state = ir::OpState::new(BR, r.loc).successor(a);
        r.replace_with(op, state);
        true
    }

    pub static DIALECT: Dialect = Dialect {
        id: DialectId(1),
        name: "t",
        doc: "",
        ops: OPS,
        types: &[],
        attrs: &[],
        enums: &[],
        constants: &[CONST],
    };
}

pub fn context() -> Context {
    Context::new(&[&builtin::DIALECT, &t::DIALECT])
}

/// Reads a module; the text is right.
pub fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(context());
    let source = ir.ctx.sources.add("test", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    let messages: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
    (ir, module.unwrap_or_else(|| panic!("{messages:?} in\n{text}")))
}

/// Prints a module.
pub fn write(ir: &Ir, op: Op) -> String {
    print(ir, op, PrintOptions::default())
}

/// The verifier's errors about a text, each as `line: code message`.
pub fn errors(text: &str) -> Vec<String> {
    let (mut ir, module) = read(text);
    let mut diags = Diagnostics::new();
    let right = ir::verify(&mut ir, module, &mut diags);
    assert_eq!(right, !diags.has_errors());
    let line = |d: &base::Diagnostic| d.span.map_or(0, |span| ir.ctx.sources.locate(span).line);
    diags.iter().map(|d| format!("{}: {} {}", line(d), d.code, d.message)).collect()
}

/// A text after a change, compared with the text that was expected as IR, so that layout and names do not count.
pub fn check(before: &str, change: impl FnOnce(&mut Ir, Op), after: &str) {
    let (mut ir, module) = read(before);
    change(&mut ir, module);
    let mut diags = Diagnostics::new();
    ir::verify(&mut ir, module, &mut diags);
    let messages: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
    let (expected, other) = read(after);
    if let Some(difference) = ir::equiv::difference((&ir, module), (&expected, other)) {
        panic!("{difference} in\n{}\nexpected\n{}", write(&ir, module), write(&expected, other));
    }
    assert!(diags.is_empty(), "{messages:?} in\n{}", write(&ir, module));
}

pub fn bits(width: u32, value: u64) -> Bits {
    Bits::from_u64(width, value)
}
