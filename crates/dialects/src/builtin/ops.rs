//! The operations of `builtin`, as records.

use super::{syntax, verify};
use crate::ids;
use ir::constraints::{ANY, STRING_ATTR, SYMBOL_NAME_ATTR};
use ir::opdef::RegionBlocks;
use ir::{
    Arity, Attr, AttrDef, Effect, Fold, FoldResult, Ir, Op, OpDef, OperandDef, RegionDef, ResultDef, Syntax,
    Trait, ops,
};

ops! { ids::BUILTIN;
    MODULE = OpDef {
        name: "builtin.module",
        doc: "A symbol table and the outermost operation of a file.\n\
            Its one block holds functions, memories and other modules; their order says nothing. A file whose outermost \
            operations are no single module is read as if one stood around them.",
        example: "module @kernels attributes {test.target = \"small\"} {\n  module {\n  }\n}",
        example_is_module: true,
        attrs: &[AttrDef::optional("sym_name", SYMBOL_NAME_ATTR), AttrDef::optional("sym_visibility", STRING_ATTR)],
        regions: &[RegionDef { name: "bodyRegion", arity: Arity::One, blocks: RegionBlocks::One }],
        syntax: Syntax::Custom { parse: syntax::parse_module, print: syntax::print_module },
        traits: &[
            Trait::IsolatedFromAbove,
            Trait::NoTerminator,
            Trait::GraphRegion,
            Trait::Symbol,
            Trait::SymbolTable,
            Trait::DefaultDialect("builtin"),
        ],
        effect: Effect::Unknown,
        verify: Some(verify::module),
        ..OpDef::BASE
    },

    UNREALIZED_CONVERSION_CAST = OpDef {
        name: "builtin.unrealized_conversion_cast",
        doc: "Takes values of some types for values of others, while a conversion is under way.\n\
            It has no meaning of its own: whoever makes one promises that another conversion will remove it, by making \
            both sides agree or by an operation that computes the one from the other.",
        example: "func.func @f(%a: index) -> i64 {\n  %0 = builtin.unrealized_conversion_cast %a : index to i64\n  return %0 : i64\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", ANY)],
        results: &[ResultDef::variadic("outputs", ANY)],
        syntax: Syntax::Format("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"),
        effect: Effect::Pure,
        verify: Some(verify::cast),
        fold: Some(fold_cast),
        ..OpDef::BASE
    },
}

/// A cast to the types it comes from does nothing, and neither do two that lead back.
fn fold_cast(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let types = |ir: &Ir, values: &[ir::Value]| values.iter().map(|v| ir.ty(*v)).collect::<Vec<_>>();
    let inputs: Vec<_> = ir.operands(op).collect();
    let results: Vec<_> = ir.results(op).collect();
    let wanted = types(ir, &results);
    if !results.is_empty() && types(ir, &inputs) == wanted {
        return Fold::Results(inputs.into_iter().map(FoldResult::Value).collect());
    }
    let Some(before) = inputs.first().and_then(|v| ir.defining_op(*v)) else { return Fold::No };
    if ir.code(before) == UNREALIZED_CONVERSION_CAST
        && before != op
        && ir.results(before).eq(inputs.iter().copied())
    {
        let origin: Vec<_> = ir.operands(before).collect();
        if types(ir, &origin) == wanted {
            return Fold::Results(origin.into_iter().map(FoldResult::Value).collect());
        }
    }
    Fold::No
}
