//! The operations of `pdl_interp`, as records.

use super::{syntax, verify};
use crate::{func, ids, pdl};
use ir::constraints::{
    ANY_ATTR, BOOL_ATTR, DICT_ARRAY_ATTR, FUNCTION_TYPE_ATTR, I32_ARRAY_ATTR, STRING_ATTR, SYMBOL_ATTR,
    SYMBOL_NAME_ATTR, TYPE_ATTR, UNIT_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{
    Arity, Attr, AttrDef, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, TypeRule, ops,
};

/// Where a comparison goes on.
const TRUE_AND_FALSE: &[(&str, Arity)] = &[("trueDest", Arity::One), ("falseDest", Arity::One)];

/// Where a switch goes on.
const CASES: &[(&str, Arity)] = &[("defaultDest", Arity::One), ("cases", Arity::Variadic)];

const RANGE_OF_RESULT: TypeRule =
    TypeRule::Derive { to: "range", from: "result", what: "a range of `result`", with: pdl::range_ty };

const VALUE_OF_TYPE: TypeRule = TypeRule::Derive {
    to: "value",
    from: "result",
    what: "one value for one type, and a range for a range",
    with: |ctx, ty| match pdl::element_ty(ctx, ty) {
        Some(_) => Some(pdl::values_ty(ctx)),
        None => Some(pdl::value_ty(ctx)),
    },
};

/// One operand or result of an operation.
const ONE_OF_OPERATION: OpDef = OpDef {
    operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
    results: &[ResultDef::one("value", pdl::PDL_VALUE)],
    attrs: &[AttrDef::required("index", pdl::COUNT_ATTR)],
    types: &[
        TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty },
        TypeRule::Is { of: &["value"], ty: pdl::value_ty },
    ],
    syntax: Syntax::Format("$index `of` $inputOp attr-dict"),
    effect: Effect::Pure,
    ..OpDef::BASE
};

/// Operands or results of an operation, all or a group.
const GROUP_OF_OPERATION: OpDef = OpDef {
    operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
    results: &[ResultDef::one("value", pdl::PDL_VALUE_OR_VALUES)],
    attrs: &[AttrDef::optional("index", pdl::COUNT_ATTR)],
    types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
    syntax: Syntax::Format("($index^)? `of` $inputOp `:` type($value) attr-dict"),
    effect: Effect::Pure,
    ..OpDef::BASE
};

ops! { ids::PDL_INTERP;
    APPLY_CONSTRAINT = OpDef {
        name: "pdl_interp.apply_constraint",
        doc: "Asks a function of the host, and goes on at the first block if the answer is yes.\n\
            With `isNegated` it does so if the answer is no. The function may give handles.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  %n = pdl_interp.apply_constraint \"width\"(%v : \
            !pdl.value) : !pdl.attribute -> ^bb1, ^bb2\n^bb1:\n  pdl_interp.apply_constraint \"is_wide\"(%n : \
            !pdl.attribute) {isNegated = true} -> ^bb2, ^bb2\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("args", pdl::ANY_PDL)],
        results: &[ResultDef::variadic("results", pdl::ANY_PDL)],
        attrs: &[AttrDef::required("name", STRING_ATTR), AttrDef::default("isNegated", BOOL_ATTR, |_| Attr::FALSE)],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        ..OpDef::BASE
    },

    APPLY_REWRITE = OpDef {
        name: "pdl_interp.apply_rewrite",
        doc: "Calls a function of the host as a part of a rewrite.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %a = pdl_interp.apply_rewrite \"fresh_name\" : \
            !pdl.attribute\n  pdl_interp.apply_rewrite \"note\"(%op, %a : !pdl.operation, !pdl.attribute)\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("args", pdl::ANY_PDL)],
        results: &[ResultDef::variadic("results", pdl::ANY_PDL)],
        attrs: &[AttrDef::required("name", STRING_ATTR)],
        syntax: Syntax::Format("$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"),
        ..OpDef::BASE
    },

    ARE_EQUAL = OpDef {
        name: "pdl_interp.are_equal",
        doc: "Goes on at the first block if two handles, or two ranges, are of the same things.",
        example: "pdl_interp.func @example(%a: !pdl.value, %b: !pdl.value) {\n  pdl_interp.are_equal %a, %b : \
            !pdl.value -> ^bb1, ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("lhs", pdl::ANY_PDL), OperandDef::one("rhs", pdl::ANY_PDL)],
        types: &[TypeRule::Same(&["lhs", "rhs"])],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("operands `:` type($lhs) attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    BRANCH = OpDef {
        name: "pdl_interp.branch",
        doc: "Goes on at another block.",
        example: "pdl_interp.func @example() {\n  pdl_interp.branch ^bb1\n^bb1:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        successors: &[("dest", Arity::One)],
        syntax: Syntax::Format("$dest attr-dict"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_ATTRIBUTE = OpDef {
        name: "pdl_interp.check_attribute",
        doc: "Goes on at the first block if an attribute is this one.",
        example: "pdl_interp.func @example(%a: !pdl.attribute) {\n  pdl_interp.check_attribute %a is 1 : i32 -> ^bb1, \
            ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("attribute", pdl::PDL_ATTRIBUTE)],
        attrs: &[AttrDef::required("constantValue", ANY_ATTR)],
        types: &[TypeRule::Is { of: &["attribute"], ty: pdl::attribute_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("$attribute `is` $constantValue attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_OPERAND_COUNT = OpDef {
        name: "pdl_interp.check_operand_count",
        doc: "Goes on at the first block if an operation has so many operands, or at least so many.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.check_operand_count of %op is \
            at_least 1 -> ^bb1, ^bb2\n^bb1:\n  pdl_interp.check_operand_count of %op is 2 -> ^bb2, \
            ^bb2\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("count", pdl::COUNT_ATTR), AttrDef::optional("compareAtLeast", UNIT_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_OPERATION_NAME = OpDef {
        name: "pdl_interp.check_operation_name",
        doc: "Goes on at the first block if an operation has this name.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.check_operation_name of %op is \
            \"arith.ori\" -> ^bb1, ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("name", STRING_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("`of` $inputOp `is` $name attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_RESULT_COUNT = OpDef {
        name: "pdl_interp.check_result_count",
        doc: "Goes on at the first block if an operation has so many results, or at least so many.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.check_result_count of %op is at_least \
            1 -> ^bb1, ^bb2\n^bb1:\n  pdl_interp.check_result_count of %op is 2 -> ^bb2, ^bb2\n^bb2:\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("count", pdl::COUNT_ATTR), AttrDef::optional("compareAtLeast", UNIT_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_TYPE = OpDef {
        name: "pdl_interp.check_type",
        doc: "Goes on at the first block if a type is this one.",
        example: "pdl_interp.func @example(%t: !pdl.type) {\n  pdl_interp.check_type %t is i32 -> ^bb1, ^bb2\n^bb1:\n  \
            pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_TYPE)],
        attrs: &[AttrDef::required("type", TYPE_ATTR)],
        types: &[TypeRule::Is { of: &["value"], ty: pdl::type_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("$value `is` $type attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CHECK_TYPES = OpDef {
        name: "pdl_interp.check_types",
        doc: "Goes on at the first block if types are these, in this order.",
        example: "pdl_interp.func @example(%t: !pdl.range<type>) {\n  pdl_interp.check_types %t are [i32, i64] -> \
            ^bb1, ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_TYPES)],
        attrs: &[AttrDef::required("types", pdl::TYPES_ATTR)],
        types: &[TypeRule::Is { of: &["value"], ty: pdl::types_ty }],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("$value `are` $types attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CONTINUE = OpDef {
        name: "pdl_interp.continue",
        doc: "Ends one round of a `pdl_interp.foreach`.",
        example: "pdl_interp.func @example(%ops: !pdl.range<operation>) {\n  pdl_interp.foreach %op : !pdl.operation \
            in %ops {\n    pdl_interp.continue\n  } -> ^bb1\n^bb1:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        syntax: Syntax::Format("attr-dict"),
        traits: &[Trait::Terminator, Trait::HasParent(&["pdl_interp.foreach"])],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CREATE_ATTRIBUTE = OpDef {
        name: "pdl_interp.create_attribute",
        doc: "A handle to a constant attribute.",
        example: "pdl_interp.func @example() {\n  %a = pdl_interp.create_attribute 1 : i32\n  pdl_interp.finalize\n}",
        example_is_module: true,
        results: &[ResultDef::one("attribute", pdl::PDL_ATTRIBUTE)],
        attrs: &[AttrDef::required("value", ANY_ATTR)],
        types: &[TypeRule::Is { of: &["attribute"], ty: pdl::attribute_ty }],
        syntax: Syntax::Format("$value attr-dict-with-keyword"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CREATE_OPERATION = OpDef {
        name: "pdl_interp.create_operation",
        doc: "Makes an operation.\n\
            Operands, attributes and result types are those of `pdl.operation`. With `<inferred>` the result \
            types follow from the rest, and its dialect must know how.",
        example: "pdl_interp.func @example(%v: !pdl.value, %a: !pdl.attribute, %t: !pdl.type) {\n  %0 = \
            pdl_interp.create_operation \"example.op\"(%v : !pdl.value) {\"a\" = %a} -> (%t : !pdl.type)\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputOperands", pdl::PDL_VALUE_OR_VALUES), OperandDef::variadic("inputAttributes", pdl::PDL_ATTRIBUTE), OperandDef::variadic("inputResultTypes", pdl::PDL_TYPE_OR_TYPES)],
        results: &[ResultDef::one("resultOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("name", STRING_ATTR), AttrDef::required("inputAttributeNames", pdl::STRINGS_ATTR), AttrDef::optional("inferredResultTypes", UNIT_ATTR), AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_create_operation, print: syntax::print_create_operation },
        traits: &[Trait::OperandSegments],
        verify: Some(verify::create_operation),
        ..OpDef::BASE
    },

    CREATE_RANGE = OpDef {
        name: "pdl_interp.create_range",
        doc: "Values, or types, one after the other as one range.\n\
            An argument is one of them or a range of them. The type is written only when there are none.",
        example: "pdl_interp.func @example(%a: !pdl.value, %b: !pdl.range<value>) {\n  %0 = pdl_interp.create_range \
            %a, %b : !pdl.value, !pdl.range<value>\n  %1 = pdl_interp.create_range : !pdl.range<type>\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("arguments", pdl::ANY_PDL)],
        results: &[ResultDef::one("result", pdl::PDL_TYPES_OR_VALUES)],
        types: &[pdl::RANGE_OF_ARGUMENTS],
        syntax: Syntax::Format("($arguments^ `:` type($arguments))? : (`:` type($result)) attr-dict"),
        effect: Effect::Pure,
        verify: Some(pdl::range_elements),
        ..OpDef::BASE
    },

    CREATE_TYPE = OpDef {
        name: "pdl_interp.create_type",
        doc: "A handle to a constant type.",
        example: "pdl_interp.func @example() {\n  %t = pdl_interp.create_type i32\n  pdl_interp.finalize\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", pdl::PDL_TYPE)],
        attrs: &[AttrDef::required("value", TYPE_ATTR)],
        types: &[TypeRule::Is { of: &["result"], ty: pdl::type_ty }],
        syntax: Syntax::Format("$value attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    CREATE_TYPES = OpDef {
        name: "pdl_interp.create_types",
        doc: "Handles to constant types.",
        example: "pdl_interp.func @example() {\n  %t = pdl_interp.create_types [i32, i64]\n  pdl_interp.finalize\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", pdl::PDL_TYPES)],
        attrs: &[AttrDef::required("value", pdl::TYPES_ATTR)],
        types: &[TypeRule::Is { of: &["result"], ty: pdl::types_ty }],
        syntax: Syntax::Format("$value attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    ERASE = OpDef {
        name: "pdl_interp.erase",
        doc: "Takes an operation away, which has no users by then.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.erase %op\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        syntax: Syntax::Format("$inputOp attr-dict"),
        ..OpDef::BASE
    },

    EXTRACT = OpDef {
        name: "pdl_interp.extract",
        doc: "One of a range, by its number from 0; null past the end.",
        example: "pdl_interp.func @example(%all: !pdl.range<value>) {\n  %v = pdl_interp.extract 1 of %all : \
            !pdl.value\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("range", pdl::PDL_RANGE)],
        results: &[ResultDef::one("result", pdl::ANY_PDL)],
        attrs: &[AttrDef::required("index", pdl::COUNT_ATTR)],
        types: &[RANGE_OF_RESULT],
        syntax: Syntax::Format("$index `of` $range `:` type($result) attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    FINALIZE = OpDef {
        name: "pdl_interp.finalize",
        doc: "Ends a function.",
        example: "pdl_interp.func @example() {\n  pdl_interp.finalize\n}",
        example_is_module: true,
        syntax: Syntax::Format("attr-dict"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    FOREACH = OpDef {
        name: "pdl_interp.foreach",
        doc: "Does its region for each of a range, and then goes on at a block.\n\
            A round ends in `pdl_interp.continue`.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  %ops = pdl_interp.get_users of %v : !pdl.value\n  \
            pdl_interp.foreach %op : !pdl.operation in %ops {\n    %0 = pdl_interp.get_operand 0 of %op\n    \
            pdl_interp.continue\n  } -> ^bb1\n^bb1:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("values", pdl::PDL_RANGE)],
        regions: &[RegionDef { name: "region", arity: Arity::One, blocks: RegionBlocks::Any }],
        successors: &[("successor", Arity::One)],
        syntax: Syntax::Custom { parse: syntax::parse_foreach, print: syntax::print_foreach },
        traits: &[Trait::Terminator],
        verify: Some(verify::foreach),
        ..OpDef::BASE
    },

    FUNC = OpDef {
        name: "pdl_interp.func",
        doc: "A function that matches or rewrites.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.finalize\n}",
        example_is_module: true,
        attrs: &[AttrDef::required("sym_name", SYMBOL_NAME_ATTR), AttrDef::required("function_type", FUNCTION_TYPE_ATTR), AttrDef::optional("arg_attrs", DICT_ARRAY_ATTR), AttrDef::optional("res_attrs", DICT_ARRAY_ATTR)],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::Some }],
        syntax: Syntax::Custom { parse: syntax::parse_func, print: syntax::print_func },
        traits: &[Trait::IsolatedFromAbove, Trait::Symbol],
        verify: Some(func::verify_func),
        ..OpDef::BASE
    },

    GET_ATTRIBUTE = OpDef {
        name: "pdl_interp.get_attribute",
        doc: "An attribute of an operation, by its name; null if there is none.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %a = pdl_interp.get_attribute \"value\" of %op\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        results: &[ResultDef::one("attribute", pdl::PDL_ATTRIBUTE)],
        attrs: &[AttrDef::required("name", STRING_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }, TypeRule::Is { of: &["attribute"], ty: pdl::attribute_ty }],
        syntax: Syntax::Format("$name `of` $inputOp attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    GET_ATTRIBUTE_TYPE = OpDef {
        name: "pdl_interp.get_attribute_type",
        doc: "The type of an attribute.",
        example: "pdl_interp.func @example(%a: !pdl.attribute) {\n  %t = pdl_interp.get_attribute_type of %a\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_ATTRIBUTE)],
        results: &[ResultDef::one("result", pdl::PDL_TYPE)],
        types: &[TypeRule::Is { of: &["value"], ty: pdl::attribute_ty }, TypeRule::Is { of: &["result"], ty: pdl::type_ty }],
        syntax: Syntax::Format("`of` $value attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    GET_DEFINING_OP = OpDef {
        name: "pdl_interp.get_defining_op",
        doc: "The operation that a value, or the first of a range, is a result of; null if it is none.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  %op = pdl_interp.get_defining_op of %v : !pdl.value\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_VALUE_OR_VALUES)],
        results: &[ResultDef::one("inputOp", pdl::PDL_OPERATION)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        syntax: Syntax::Format("`of` $value `:` type($value) attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    GET_OPERAND = OpDef {
        name: "pdl_interp.get_operand",
        doc: "One operand of an operation, by its number from 0; null past the end.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %v = pdl_interp.get_operand 1 of %op\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        ..ONE_OF_OPERATION
    },

    GET_OPERANDS = OpDef {
        name: "pdl_interp.get_operands",
        doc: "The operands of an operation: all, or a group of its definition by its number from 0.\n\
            A group as a single value is null if it is not of one; a group that is not there is null.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %all = pdl_interp.get_operands of %op : \
            !pdl.range<value>\n  %group = pdl_interp.get_operands 1 of %op : !pdl.range<value>\n  %one = \
            pdl_interp.get_operands 0 of %op : !pdl.value\n  pdl_interp.finalize\n}",
        example_is_module: true,
        ..GROUP_OF_OPERATION
    },

    GET_RESULT = OpDef {
        name: "pdl_interp.get_result",
        doc: "One result of an operation, by its number from 0; null past the end.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %v = pdl_interp.get_result 1 of %op\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        ..ONE_OF_OPERATION
    },

    GET_RESULTS = OpDef {
        name: "pdl_interp.get_results",
        doc: "The results of an operation: all, or a group of its definition by its number from 0.\n\
            A group as a single value is null if it is not of one; a group that is not there is null.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  %all = pdl_interp.get_results of %op : \
            !pdl.range<value>\n  %group = pdl_interp.get_results 1 of %op : !pdl.range<value>\n  %one = \
            pdl_interp.get_results 0 of %op : !pdl.value\n  pdl_interp.finalize\n}",
        example_is_module: true,
        ..GROUP_OF_OPERATION
    },

    GET_USERS = OpDef {
        name: "pdl_interp.get_users",
        doc: "The operations that use a value, or any of a range.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  %ops = pdl_interp.get_users of %v : !pdl.value\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_VALUE_OR_VALUES)],
        results: &[ResultDef::one("operations", pdl::PDL_OPERATIONS)],
        types: &[TypeRule::Is { of: &["operations"], ty: pdl::operations_ty }],
        syntax: Syntax::Format("`of` $value `:` type($value) attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    GET_VALUE_TYPE = OpDef {
        name: "pdl_interp.get_value_type",
        doc: "The type of a value, or the types of a range.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  %t = pdl_interp.get_value_type of %v : !pdl.type\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_VALUE_OR_VALUES)],
        results: &[ResultDef::one("result", pdl::PDL_TYPE_OR_TYPES)],
        types: &[VALUE_OF_TYPE],
        syntax: Syntax::Format("`of` $value `:` type($result) attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    IS_NOT_NULL = OpDef {
        name: "pdl_interp.is_not_null",
        doc: "Goes on at the first block if a handle is of something; a range may be of nothing.",
        example: "pdl_interp.func @example(%v: !pdl.value) {\n  pdl_interp.is_not_null %v : !pdl.value -> ^bb1, \
            ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::ANY_PDL)],
        successors: TRUE_AND_FALSE,
        syntax: Syntax::Format("$value `:` type($value) attr-dict `->` successors"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    RECORD_MATCH = OpDef {
        name: "pdl_interp.record_match",
        doc: "Notes that a pattern matches, and goes on.\n\
            The rewriter is a function that gets the inputs. The benefit says which match comes first; `loc` \
            are the operations that were matched, `generatedOps` the names of those that the rewrite makes, and \
            `root` the name of the root.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.record_match @rewriters::@one(%op : \
            !pdl.operation) : benefit(1), generatedOps([\"arith.ori\"]), loc([%op]), root(\"arith.ori\") -> \
            ^bb1\n^bb1:\n  pdl_interp.record_match @rewriters::@two : benefit(2), loc([%op]) -> ^bb2\n^bb2:\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", pdl::ANY_PDL), OperandDef::variadic("matchedOps", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("rewriter", SYMBOL_ATTR), AttrDef::optional("rootKind", STRING_ATTR), AttrDef::optional("generatedOps", pdl::STRINGS_ATTR), AttrDef::required("benefit", pdl::BENEFIT_ATTR), AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR)],
        types: &[TypeRule::Is { of: &["matchedOps"], ty: pdl::operation_ty }],
        successors: &[("dest", Arity::One)],
        syntax: Syntax::Format("$rewriter (`(` $inputs^ `:` type($inputs) `)`)? `:` `benefit` `(` $benefit `)` `,` (`generatedOps` \
             `(` $generatedOps^ `)` `,`)? `loc` `(` `[` $matchedOps `]` `)` (`,` `root` `(` $rootKind^ `)`)? \
             attr-dict `->` $dest"),
        traits: &[Trait::Terminator, Trait::OperandSegments],
        ..OpDef::BASE
    },

    REPLACE = OpDef {
        name: "pdl_interp.replace",
        doc: "Takes an operation away and gives its users these values.",
        example: "pdl_interp.func @example(%op: !pdl.operation, %v: !pdl.value) {\n  pdl_interp.replace %op with (%v \
            : !pdl.value)\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION), OperandDef::variadic("replValues", pdl::PDL_VALUE_OR_VALUES)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        syntax: Syntax::Format("$inputOp `with` ` ` `(` ($replValues^ `:` type($replValues))? `)` attr-dict"),
        ..OpDef::BASE
    },

    SWITCH_ATTRIBUTE = OpDef {
        name: "pdl_interp.switch_attribute",
        doc: "Goes on at the block of the attribute that this one is, or at the default block.",
        example: "pdl_interp.func @example(%a: !pdl.attribute) {\n  pdl_interp.switch_attribute %a to [1 : i32, \
            true](^bb1, ^bb2) -> ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("attribute", pdl::PDL_ATTRIBUTE)],
        attrs: &[AttrDef::required("caseValues", pdl::LIST_ATTR)],
        types: &[TypeRule::Is { of: &["attribute"], ty: pdl::attribute_ty }],
        successors: CASES,
        syntax: Syntax::Format("$attribute `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },

    SWITCH_OPERAND_COUNT = OpDef {
        name: "pdl_interp.switch_operand_count",
        doc: "Goes on at the block of the number of operands that an operation has, or at the default block.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.switch_operand_count of %op to \
            dense<[1, 2]> : vector<2xi32>(^bb1, ^bb2) -> ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("caseValues", pdl::I32_ELEMENTS_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: CASES,
        syntax: Syntax::Format("`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },

    SWITCH_OPERATION_NAME = OpDef {
        name: "pdl_interp.switch_operation_name",
        doc: "Goes on at the block of the name that an operation has, or at the default block.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.switch_operation_name of %op to \
            [\"arith.ori\", \"arith.andi\"](^bb1, ^bb2) -> ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("caseValues", pdl::STRINGS_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: CASES,
        syntax: Syntax::Format("`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },

    SWITCH_RESULT_COUNT = OpDef {
        name: "pdl_interp.switch_result_count",
        doc: "Goes on at the block of the number of results that an operation has, or at the default block.",
        example: "pdl_interp.func @example(%op: !pdl.operation) {\n  pdl_interp.switch_result_count of %op to \
            dense<[0, 2]> : vector<2xi32>(^bb1, ^bb2) -> ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  \
            pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("inputOp", pdl::PDL_OPERATION)],
        attrs: &[AttrDef::required("caseValues", pdl::I32_ELEMENTS_ATTR)],
        types: &[TypeRule::Is { of: &["inputOp"], ty: pdl::operation_ty }],
        successors: CASES,
        syntax: Syntax::Format("`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },

    SWITCH_TYPE = OpDef {
        name: "pdl_interp.switch_type",
        doc: "Goes on at the block of the type that this one is, or at the default block.",
        example: "pdl_interp.func @example(%t: !pdl.type) {\n  pdl_interp.switch_type %t to [i32, i64](^bb1, ^bb2) -> \
            ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_TYPE)],
        attrs: &[AttrDef::required("caseValues", pdl::TYPES_ATTR)],
        types: &[TypeRule::Is { of: &["value"], ty: pdl::type_ty }],
        successors: CASES,
        syntax: Syntax::Format("$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },

    SWITCH_TYPES = OpDef {
        name: "pdl_interp.switch_types",
        doc: "Goes on at the block of the list that these types are, or at the default block.",
        example: "pdl_interp.func @example(%t: !pdl.range<type>) {\n  pdl_interp.switch_types %t to [[i32], [i64, \
            i64]](^bb1, ^bb2) -> ^bb2\n^bb1:\n  pdl_interp.finalize\n^bb2:\n  pdl_interp.finalize\n}",
        example_is_module: true,
        operands: &[OperandDef::one("value", pdl::PDL_TYPES)],
        attrs: &[AttrDef::required("caseValues", pdl::TYPE_LISTS_ATTR)],
        types: &[TypeRule::Is { of: &["value"], ty: pdl::types_ty }],
        successors: CASES,
        syntax: Syntax::Format("$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        ..OpDef::BASE
    },
}
