//! The operations of `irdl`, as records.

use super::types::{arities, is_attribute_ty, is_region_ty};
use super::{syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY_ATTR, AttrConstraint, AttrSyntax, I32_ATTR, STRING_ATTR, SYMBOL_ATTR, SYMBOL_NAME_ATTR,
    TypeConstraint, UNIT_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{Arity, AttrDef, AttrKind, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, ops};

const CONSTRAINT: TypeConstraint =
    TypeConstraint { what: "`!irdl.attribute`", test: is_attribute_ty, exact: None };
const REGION_CONSTRAINT: TypeConstraint =
    TypeConstraint { what: "`!irdl.region`", test: is_region_ty, exact: None };
const ARITIES: AttrConstraint = AttrConstraint {
    what: "a list of variadicities",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| arities(ctx, attr).is_some(),
};
const NAMES: AttrConstraint = AttrConstraint {
    what: "an array of strings",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| matches!(&ctx[attr], AttrKind::Array(names) if names.iter().all(|name| ctx.str_value(*name).is_some())),
};

const ARGS: &[OperandDef] = &[OperandDef::variadic("args", CONSTRAINT)];
const OUTPUT: &[ResultDef] = &[ResultDef::one("output", CONSTRAINT)];
const NAME: &[AttrDef] = &[AttrDef::required("sym_name", SYMBOL_NAME_ATTR)];
const BODY: &[RegionDef] = &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::One }];

/// Where constraints stand.
const IN_DEFINITION: Trait = Trait::HasParent(&["irdl.type", "irdl.attribute", "irdl.operation"]);
const IN_OPERATION: Trait = Trait::HasParent(&["irdl.operation"]);

const DEFINITION: Syntax =
    Syntax::Custom { parse: syntax::parse_definition, print: syntax::print_definition };
const LIST: Syntax = Syntax::Custom { parse: syntax::parse_list, print: syntax::print_list };
const SLOTS: Syntax = Syntax::Custom { parse: syntax::parse_slots, print: syntax::print_slots };
const CHOICE: Syntax = Syntax::Custom { parse: syntax::parse_choice, print: syntax::print_choice };

/// A definition in a dialect.
const MEMBER: OpDef = OpDef {
    example_is_module: true,
    attrs: NAME,
    regions: BODY,
    syntax: DEFINITION,
    traits: &[Trait::HasParent(&["irdl.dialect"]), Trait::NoTerminator, Trait::Symbol],
    verify: Some(verify::definition),
    ..OpDef::BASE
};

/// A constraint on types and attributes. It is a variable, so two that look alike are two: most have an effect that keeps passes from
/// joining them, and the others say the same however often they stand.
const ROW: OpDef =
    OpDef { example_is_module: true, results: OUTPUT, traits: &[IN_DEFINITION], ..OpDef::BASE };

/// A list of what an operation has.
const OF_OPERATION: OpDef = OpDef { example_is_module: true, traits: &[IN_OPERATION], ..OpDef::BASE };

ops! { ids::IRDL;
    ALL_OF = OpDef {
        name: "irdl.all_of",
        doc: "Accepts what all of some constraints accept.\nThey are asked in order, and each keeps what it accepted.",
        example: "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is f32\n    %1 = irdl.base \"!builtin.f32\"\n    %2 = irdl.all_of(%0, %1)\n    irdl.parameters(%2)\n  }\n}",
        operands: ARGS,
        syntax: CHOICE,
        verify: Some(verify::choice),
        ..ROW
    },

    ANY = OpDef {
        name: "irdl.any",
        doc: "Accepts every type and every attribute.\nAt several slots it accepts one and the same.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.operands(%0, %0)\n  }\n}",
        syntax: Syntax::Custom { parse: syntax::parse_any, print: syntax::print_any },
        ..ROW
    },

    ANY_OF = OpDef {
        name: "irdl.any_of",
        doc: "Accepts what one of some constraints accepts.\nThe first that accepts is taken. So that their order does not matter, a dialect is loaded only if no two of them name one definition as parametric, and none is `any`.",
        example: "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is i32\n    %1 = irdl.is i64\n    %2 = irdl.any_of(%0, %1)\n    irdl.parameters(%2)\n  }\n}",
        operands: ARGS,
        syntax: CHOICE,
        verify: Some(verify::choice),
        ..ROW
    },

    ATTRIBUTE = OpDef {
        name: "irdl.attribute",
        doc: "Defines an attribute of the dialect around.\nIts parameters are those that `irdl.parameters` in its body lists; without, it has none.",
        example: "irdl.dialect @d {\n  irdl.attribute @level {\n    %0 = irdl.is \"low\"\n    %1 = irdl.is \"high\"\n    %2 = irdl.any_of(%0, %1)\n    irdl.parameters(%2)\n  }\n}",
        ..MEMBER
    },

    ATTRIBUTES = OpDef {
        name: "irdl.attributes",
        doc: "Lists attributes that an operation must have.\nOthers are allowed, too.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.attributes {\"value\" = %0}\n  }\n}",
        operands: &[OperandDef::variadic("attributeValues", CONSTRAINT)],
        attrs: &[AttrDef::required("attributeValueNames", NAMES)],
        syntax: Syntax::Custom { parse: syntax::parse_attributes, print: syntax::print_attributes },
        verify: Some(verify::attributes),
        ..OF_OPERATION
    },

    BASE = OpDef {
        name: "irdl.base",
        doc: "Accepts types, or attributes, of one base, whatever their parameters.\nThe base is a definition in the same file, `@dialect::@name`, or something that is registered, by name: `\"!builtin.integer\"` is a type and `\"#builtin.string\"` an attribute.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.base \"!builtin.integer\"\n    irdl.results(%0)\n  }\n}",
        attrs: &[AttrDef::optional("base_ref", SYMBOL_ATTR), AttrDef::optional("base_name", STRING_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_base, print: syntax::print_base },
        verify: Some(verify::base),
        ..ROW
    },

    C_PRED = OpDef {
        name: "irdl.c_pred",
        doc: "Accepts what an expression of C++ says.\nA dialect with such a constraint cannot be loaded at run time.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.c_pred \"::llvm::isa<::mlir::IntegerAttr>($_self)\"\n  }\n}",
        attrs: &[AttrDef::required("pred", STRING_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_predicate, print: syntax::print_predicate },
        traits: &[],
        ..ROW
    },

    DIALECT_OP = OpDef {
        name: "irdl.dialect",
        doc: "Defines a dialect: the types, attributes and operations in its body.",
        example: "irdl.dialect @d {\n  irdl.type @t\n}",
        traits: &[Trait::IsolatedFromAbove, Trait::NoTerminator, Trait::Symbol, Trait::SymbolTable],
        verify: Some(verify::dialect),
        ..MEMBER
    },

    IS = OpDef {
        name: "irdl.is",
        doc: "Accepts one type or one attribute.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.operands(%0)\n  }\n}",
        attrs: &[AttrDef::required("expected", ANY_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_is, print: syntax::print_is },
        effect: Effect::Pure,
        ..ROW
    },

    OPERANDS = OpDef {
        name: "irdl.operands",
        doc: "Lists the operands of an operation.\nA slot holds one operand, at most one (`optional`) or any number (`variadic`). When several slots are open, the operation says in `operand_segment_sizes` how many each holds.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    %1 = irdl.is i1\n    irdl.operands(%0, optional %1)\n  }\n}",
        operands: ARGS,
        attrs: &[AttrDef::required("variadicity", ARITIES)],
        syntax: SLOTS,
        verify: Some(verify::slots),
        ..OF_OPERATION
    },

    OPERATION = OpDef {
        name: "irdl.operation",
        doc: "Defines an operation of the dialect around.\nIts body holds constraints and lists what the operation has: operands, results, attributes, regions.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.operands(%0, %0)\n    irdl.results(%0)\n  }\n}",
        ..MEMBER
    },

    PARAMETERS = OpDef {
        name: "irdl.parameters",
        doc: "Lists the parameters of a type or an attribute.",
        example: "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.any\n    irdl.parameters(%0)\n  }\n}",
        operands: ARGS,
        syntax: LIST,
        traits: &[Trait::HasParent(&["irdl.attribute", "irdl.type"])],
        ..OF_OPERATION
    },

    PARAMETRIC = OpDef {
        name: "irdl.parametric",
        doc: "Accepts types, or attributes, of one definition whose parameters satisfy constraints.",
        example: "irdl.dialect @d {\n  irdl.type @box {\n    %0 = irdl.any\n    irdl.parameters(%0)\n  }\n  irdl.operation @unbox {\n    %0 = irdl.any\n    %1 = irdl.parametric @d::@box<%0>\n    irdl.operands(%1)\n    irdl.results(%0)\n  }\n}",
        operands: ARGS,
        attrs: &[AttrDef::required("base_type", SYMBOL_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_parametric, print: syntax::print_parametric },
        effect: Effect::Pure,
        verify: Some(verify::parametric),
        ..ROW
    },

    REGION = OpDef {
        name: "irdl.region",
        doc: "Says what a region is like: the arguments of its entry block, and how many blocks it has.\nWithout parentheses the arguments are open, without a size the number of blocks.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    %1 = irdl.region(%0) with size 1\n    irdl.regions(%1)\n  }\n}",
        operands: &[OperandDef::variadic("entryBlockArgs", CONSTRAINT)],
        results: &[ResultDef::one("output", REGION_CONSTRAINT)],
        attrs: &[AttrDef::optional("numberOfBlocks", I32_ATTR), AttrDef::optional("constrainedArguments", UNIT_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_region, print: syntax::print_region },
        verify: Some(verify::region),
        ..OF_OPERATION
    },

    REGIONS = OpDef {
        name: "irdl.regions",
        doc: "Lists the regions of an operation.\nAs in MLIR 19, an operation has the regions that `irdl.region` describes in its definition, in that order, listed or not.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.region\n    irdl.regions(%0)\n  }\n}",
        operands: &[OperandDef::variadic("args", REGION_CONSTRAINT)],
        syntax: LIST,
        ..OF_OPERATION
    },

    RESULTS = OpDef {
        name: "irdl.results",
        doc: "Lists the results of an operation.\nSlots are as those of `irdl.operands`; the sizes stand in `result_segment_sizes`.",
        example: "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.results(variadic %0)\n  }\n}",
        operands: ARGS,
        attrs: &[AttrDef::required("variadicity", ARITIES)],
        syntax: SLOTS,
        verify: Some(verify::slots),
        ..OF_OPERATION
    },

    TYPE = OpDef {
        name: "irdl.type",
        doc: "Defines a type of the dialect around.\nIts parameters are those that `irdl.parameters` in its body lists; without, it has none.",
        example: "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is i32\n    irdl.parameters(%0)\n  }\n}",
        ..MEMBER
    },
}
