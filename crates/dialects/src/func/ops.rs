//! The operations of `func`, as records.

use super::{canonicalize, syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY, DICT_ARRAY_ATTR, FLAT_SYMBOL_ATTR, FUNCTION, FUNCTION_TYPE_ATTR, STRING_ATTR, SYMBOL_NAME_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{Arity, AttrDef, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, ops};

ops! { ids::FUNC;
    CALL = OpDef {
        name: "func.call",
        doc: "Calls a function by name.\n\
            Operands and results have exactly the types of the function's signature.",
        example: "func.func private @g(i32) -> i32\n\
            func.func @f(%a: i32) -> i32 {\n  %0 = call @g(%a) : (i32) -> i32\n  return %0 : i32\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("operands", ANY)],
        results: &[ResultDef::variadic("results", ANY)],
        attrs: &[AttrDef::required("callee", FLAT_SYMBOL_ATTR)],
        syntax: Syntax::Format("$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)"),
        verify: Some(verify::call),
        ..OpDef::BASE
    },

    CALL_INDIRECT = OpDef {
        name: "func.call_indirect",
        doc: "Calls the function that a value stands for.\n\
            Operands and results have exactly the types of the callee's function type.",
        example: "func.func private @g(i32) -> i32\n\
            func.func @f(%a: i32) -> i32 {\n  %f = constant @g : (i32) -> i32\n  %0 = call_indirect %f(%a) : (i32) -> i32\n  \
            return %0 : i32\n}",
        example_is_module: true,
        operands: &[OperandDef::one("callee", FUNCTION), OperandDef::variadic("callee_operands", ANY)],
        results: &[ResultDef::variadic("results", ANY)],
        syntax: Syntax::Custom { parse: syntax::parse_call_indirect, print: syntax::print_call_indirect },
        verify: Some(verify::call_indirect),
        canonicalize: &[canonicalize::call_of_constant],
        ..OpDef::BASE
    },

    CONSTANT = OpDef {
        name: "func.constant",
        doc: "A function as a value.\n\
            The function of this name must be there and have the result's type.",
        example: "func.func private @g(i32) -> i32\n\
            func.func @f() -> ((i32) -> i32) {\n  %f = constant @g : (i32) -> i32\n  return %f : (i32) -> i32\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", FUNCTION)],
        attrs: &[AttrDef::required("value", FLAT_SYMBOL_ATTR)],
        syntax: Syntax::Format("attr-dict $value `:` type($result)"),
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        verify: Some(verify::constant),
        ..OpDef::BASE
    },

    FUNC = OpDef {
        name: "func.func",
        doc: "A function: a signature and a body, or a signature alone.\n\
            The entry block of the body has the signature's arguments; every way through it ends in `func.return`. \
            A function without a body is declared `private`: it is defined elsewhere. Arguments and results may carry \
            attributes of their own.",
        example: "func.func @add(%a: i32 {test.pin = 1 : i64}, %b: i32) -> (i32 {test.out}) attributes {test.fast} {\n  \
            %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n\
            func.func private @declared(i32, f32) -> (i32, f32)",
        example_is_module: true,
        attrs: &[
            AttrDef::required("sym_name", SYMBOL_NAME_ATTR),
            AttrDef::required("function_type", FUNCTION_TYPE_ATTR),
            AttrDef::optional("sym_visibility", STRING_ATTR),
            AttrDef::optional("arg_attrs", DICT_ARRAY_ATTR),
            AttrDef::optional("res_attrs", DICT_ARRAY_ATTR),
        ],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::Any }],
        syntax: Syntax::Custom { parse: syntax::parse_func, print: syntax::print_func },
        traits: &[Trait::IsolatedFromAbove, Trait::Symbol, Trait::DefaultDialect("func")],
        verify: Some(verify::func),
        ..OpDef::BASE
    },

    RETURN = OpDef {
        name: "func.return",
        doc: "Ends a function and hands back its results.\n\
            The operands have the types that the function's signature gives for its results.",
        example: "func.func @f(%a: i32, %b: f32) -> (i32, f32) {\n  return %a, %b : i32, f32\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("operands", ANY)],
        syntax: Syntax::Format("attr-dict ($operands^ `:` type($operands))?"),
        traits: &[Trait::Terminator, Trait::ReturnLike, Trait::HasParent(&["func.func"])],
        effect: Effect::Pure,
        verify: Some(verify::return_op),
        ..OpDef::BASE
    },
}
