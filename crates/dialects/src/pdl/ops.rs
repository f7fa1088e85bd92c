//! The operations of `pdl`, as records.

use super::constraints::*;
use super::types::{
    attribute_ty, element_or_self, operation_ty, range_ty, type_ty, types_ty, value_ty, values_ty,
};
use super::{syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY_ATTR, BOOL_ATTR, I32_ARRAY_ATTR, I32_ATTR, STRING_ATTR, SYMBOL_NAME_ATTR, TYPE_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{
    Arity, Attr, AttrDef, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, TypeRule, ops,
};

/// The result of an operation that makes a range is a range of what its first operand is or holds.
pub(crate) const RANGE_OF_ARGUMENTS: TypeRule = TypeRule::Derive {
    to: "result",
    from: "arguments",
    what: "a range of what `arguments` are or hold",
    with: |ctx, ty| {
        let element = element_or_self(ctx, ty);
        range_ty(ctx, element)
    },
};

ops! { ids::PDL;
    APPLY_NATIVE_CONSTRAINT = OpDef {
        name: "pdl.apply_native_constraint",
        doc: "Asks a function of the host whether what was matched is right.\n\
            The function has a name and gets at least one argument. It may give handles, but none to an operation. With `isNegated` a match is \
            one for which the answer is no.",
        example: "pdl.pattern : benefit(1) {\n  %v = operand\n  %root = operation \"example.op\"(%v : !pdl.value)\n  \
            apply_native_constraint \"has_one_use\"(%v : !pdl.value)\n  \
            %n = apply_native_constraint \"width\"(%v, %root : !pdl.value, !pdl.operation) : !pdl.attribute\n  \
            apply_native_constraint \"is_wide\"(%n : !pdl.attribute) {isNegated = true}\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("args", ANY_PDL)],
        results: &[ResultDef::variadic("results", ANY_PDL)],
        attrs: &[
            AttrDef::required("name", STRING_ATTR),
            AttrDef::default("isNegated", BOOL_ATTR, |_| Attr::FALSE),
        ],
        syntax: Syntax::Format("$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict"),
        traits: &[Trait::HasParent(&["pdl.pattern"])],
        verify: Some(verify::apply_native_constraint),
        ..OpDef::BASE
    },

    APPLY_NATIVE_REWRITE = OpDef {
        name: "pdl.apply_native_rewrite",
        doc: "Calls a function of the host as a part of a rewrite.\n\
            It has arguments, results or both.",
        example: "pdl.pattern : benefit(1) {\n  %root = operation \"example.op\"\n  rewrite %root {\n    \
            %a = apply_native_rewrite \"fresh_name\" : !pdl.attribute\n    \
            apply_native_rewrite \"note\"(%root, %a : !pdl.operation, !pdl.attribute)\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("args", ANY_PDL)],
        results: &[ResultDef::variadic("results", ANY_PDL)],
        attrs: &[AttrDef::required("name", STRING_ATTR)],
        syntax: Syntax::Format("$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"),
        traits: &[Trait::HasParent(&["pdl.rewrite"])],
        verify: Some(verify::apply_native_rewrite),
        ..OpDef::BASE
    },

    ATTRIBUTE = OpDef {
        name: "pdl.attribute",
        doc: "An attribute: any, one of a type, or one constant.\n\
            In a rewrite it is a constant.",
        example: "pdl.pattern : benefit(1) {\n  %t = type : i32\n  %any = attribute\n  %number = attribute : %t\n  %one = attribute = 1 : i32\n  \
            %root = operation \"example.op\" {\"a\" = %any, \"b\" = %number, \"c\" = %one}\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::optional("valueType", PDL_TYPE)],
        results: &[ResultDef::one("attr", PDL_ATTRIBUTE)],
        attrs: &[AttrDef::optional("value", ANY_ATTR)],
        types: &[TypeRule::Is { of: &["valueType"], ty: type_ty }, TypeRule::Is { of: &["attr"], ty: attribute_ty }],
        syntax: Syntax::Format("(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword"),
        verify: Some(verify::attribute),
        ..OpDef::BASE
    },

    ERASE = OpDef {
        name: "pdl.erase",
        doc: "Takes an operation away, which has no users by then.",
        example: "pdl.pattern : benefit(1) {\n  %root = operation \"example.op\"\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::one("opValue", PDL_OPERATION)],
        types: &[TypeRule::Is { of: &["opValue"], ty: operation_ty }],
        syntax: Syntax::Format("$opValue attr-dict"),
        traits: &[Trait::HasParent(&["pdl.rewrite"])],
        ..OpDef::BASE
    },

    OPERAND = OpDef {
        name: "pdl.operand",
        doc: "A value that comes from anywhere, of any type or of one.\n\
            Used twice it is the same value twice.",
        example: "pdl.pattern : benefit(1) {\n  %t = type : i32\n  %a = operand : %t\n  %b = operand\n  \
            %root = operation \"example.op\"(%a, %b, %a : !pdl.value, !pdl.value, !pdl.value)\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::optional("valueType", PDL_TYPE)],
        results: &[ResultDef::one("value", PDL_VALUE)],
        types: &[TypeRule::Is { of: &["valueType"], ty: type_ty }, TypeRule::Is { of: &["value"], ty: value_ty }],
        syntax: Syntax::Format("(`:` $valueType^)? attr-dict"),
        traits: &[Trait::HasParent(&["pdl.pattern"])],
        verify: Some(verify::is_bound),
        ..OpDef::BASE
    },

    OPERANDS = OpDef {
        name: "pdl.operands",
        doc: "Any number of values that come from anywhere, of any types or of given ones.",
        example: "pdl.pattern : benefit(1) {\n  %t = types : [i32, i64]\n  %a = operands : %t\n  \
            %root = operation \"example.op\"(%a : !pdl.range<value>)\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::optional("valueType", PDL_TYPES)],
        results: &[ResultDef::one("value", PDL_VALUES)],
        types: &[TypeRule::Is { of: &["valueType"], ty: types_ty }, TypeRule::Is { of: &["value"], ty: values_ty }],
        syntax: Syntax::Format("(`:` $valueType^)? attr-dict"),
        traits: &[Trait::HasParent(&["pdl.pattern"])],
        verify: Some(verify::is_bound),
        ..OpDef::BASE
    },

    OPERATION = OpDef {
        name: "pdl.operation",
        doc: "An operation: in a match one that is there, in a rewrite one that is made.\n\
            A match has exactly these operands and results, and at least these attributes; without a name it is any operation. A single range stands for \
            all operands or results, several entries for the groups of the operation's definition. An operation that is made has a name, and its \
            result types are given or can be told.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  %k = attribute\n  \
            %neg = operation \"arith.negf\"(%a : !pdl.value) {\"fastmath\" = %k} -> (%t : !pdl.type)\n  %0 = result 0 of %neg\n  \
            %root = operation \"arith.negf\"(%0 : !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    \
            replace %root with (%a : !pdl.value)\n  }\n}",
        example_is_module: true,
        operands: &[
            OperandDef::variadic("operandValues", PDL_VALUE_OR_VALUES),
            OperandDef::variadic("attributeValues", PDL_ATTRIBUTE),
            OperandDef::variadic("typeValues", PDL_TYPE_OR_TYPES),
        ],
        results: &[ResultDef::one("op", PDL_OPERATION)],
        attrs: &[
            AttrDef::optional("opName", STRING_ATTR),
            AttrDef::required("attributeValueNames", STRINGS_ATTR),
            AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_operation, print: syntax::print_operation },
        traits: &[Trait::OperandSegments],
        verify: Some(verify::operation),
        ..OpDef::BASE
    },

    PATTERN = OpDef {
        name: "pdl.pattern",
        doc: "A pattern: what to find, and in its last operation, `pdl.rewrite`, what to do then.\n\
            Of several that match, one with a greater benefit is tried first. All operations in it are of `pdl`, and one at least is a \
            `pdl.operation`; what the rewrite uses hangs together.",
        example: "pdl.pattern @or_again : benefit(2) {\n  %a = operand\n  %b = operand\n  %t = type\n  \
            %or = operation \"arith.ori\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %0 = result 0 of %or\n  \
            %root = operation \"arith.ori\"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    \
            replace %root with %or\n  }\n}",
        example_is_module: true,
        attrs: &[AttrDef::required("benefit", BENEFIT_ATTR), AttrDef::optional("sym_name", SYMBOL_NAME_ATTR)],
        regions: &[RegionDef { name: "bodyRegion", arity: Arity::One, blocks: RegionBlocks::One }],
        syntax: Syntax::Format("($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $bodyRegion"),
        traits: &[Trait::IsolatedFromAbove, Trait::Symbol, Trait::DefaultDialect("pdl")],
        verify: Some(verify::pattern),
        ..OpDef::BASE
    },

    RANGE = OpDef {
        name: "pdl.range",
        doc: "Values, or types, one after the other as one range.\n\
            An argument is one of them or a range of them. The type is written only when there are none.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %b = operands\n  \
            %root = operation \"example.op\"(%a, %b : !pdl.value, !pdl.range<value>)\n  rewrite %root {\n    \
            %all = range %b, %a : !pdl.range<value>, !pdl.value\n    %none = range : !pdl.range<value>\n    \
            %new = operation \"example.other\"(%all, %none : !pdl.range<value>, !pdl.range<value>)\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("arguments", ANY_PDL)],
        results: &[ResultDef::one("result", PDL_TYPES_OR_VALUES)],
        types: &[RANGE_OF_ARGUMENTS],
        syntax: Syntax::Format("($arguments^ `:` type($arguments))? : (`:` type($result)) attr-dict"),
        traits: &[Trait::HasParent(&["pdl.rewrite"])],
        effect: Effect::Pure,
        verify: Some(verify::range_elements),
        ..OpDef::BASE
    },

    REPLACE = OpDef {
        name: "pdl.replace",
        doc: "Takes an operation away and gives its users other values.\n\
            They are the results of another operation, or they are listed.",
        example: "pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  \
            %root = operation \"example.op\"(%a : !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    \
            %new = operation \"example.other\"(%a : !pdl.value) -> (%t : !pdl.type)\n    replace %root with %new\n  }\n}\n\
            pdl.pattern : benefit(1) {\n  %a = operand\n  %t = type\n  \
            %root = operation \"example.same\"(%a : !pdl.value) -> (%t : !pdl.type)\n  rewrite %root {\n    \
            replace %root with (%a : !pdl.value)\n  }\n}",
        example_is_module: true,
        operands: &[
            OperandDef::one("opValue", PDL_OPERATION),
            OperandDef::optional("replOperation", PDL_OPERATION),
            OperandDef::variadic("replValues", PDL_VALUE_OR_VALUES),
        ],
        attrs: &[AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR)],
        types: &[TypeRule::Is { of: &["opValue", "replOperation"], ty: operation_ty }],
        syntax: Syntax::Format(
            "$opValue `with` (`(` $replValues^ `:` type($replValues) `)`)? ($replOperation^)? attr-dict",
        ),
        traits: &[Trait::OperandSegments, Trait::HasParent(&["pdl.rewrite"])],
        verify: Some(verify::replace),
        ..OpDef::BASE
    },

    RESULT = OpDef {
        name: "pdl.result",
        doc: "One result of an operation, by its number from 0.",
        example: "pdl.pattern : benefit(1) {\n  %t = type\n  %first = operation \"example.op\" -> (%t, %t : !pdl.type, !pdl.type)\n  \
            %0 = result 1 of %first\n  %root = operation \"example.end\"(%0 : !pdl.value)\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::one("parent", PDL_OPERATION)],
        results: &[ResultDef::one("val", PDL_VALUE)],
        attrs: &[AttrDef::required("index", I32_ATTR)],
        types: &[TypeRule::Is { of: &["parent"], ty: operation_ty }, TypeRule::Is { of: &["val"], ty: value_ty }],
        syntax: Syntax::Format("$index `of` $parent attr-dict"),
        effect: Effect::Pure,
        ..OpDef::BASE
    },

    RESULTS = OpDef {
        name: "pdl.results",
        doc: "The results of an operation: all of them, or one group of its definition, by its number from 0.\n\
            Only a group can be a single value.",
        example: "pdl.pattern : benefit(1) {\n  %t = types\n  %first = operation \"example.op\" -> (%t : !pdl.range<type>)\n  \
            %all = results of %first\n  %group = results 1 of %first -> !pdl.range<value>\n  %one = results 0 of %first -> !pdl.value\n  \
            %root = operation \"example.end\"(%all, %group, %one : !pdl.range<value>, !pdl.range<value>, !pdl.value)\n  \
            rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        operands: &[OperandDef::one("parent", PDL_OPERATION)],
        results: &[ResultDef::one("val", PDL_VALUE_OR_VALUES)],
        attrs: &[AttrDef::optional("index", I32_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_results, print: syntax::print_results },
        effect: Effect::Pure,
        verify: Some(verify::results),
        ..OpDef::BASE
    },

    REWRITE = OpDef {
        name: "pdl.rewrite",
        doc: "What happens to a match: operations in its region, or a function of the host.\n\
            With a root, matching begins there; without, a matcher chooses. A function gets the root and then the arguments. The region \
            has one block, without arguments.",
        example: "pdl.pattern : benefit(1) {\n  %root = operation \"example.op\"\n  rewrite %root {\n    erase %root\n  }\n}\n\
            pdl.pattern : benefit(1) {\n  %a = operand\n  %root = operation \"example.op\"(%a : !pdl.value)\n  \
            rewrite %root with \"reduce\"(%a : !pdl.value)\n}",
        example_is_module: true,
        operands: &[OperandDef::optional("root", PDL_OPERATION), OperandDef::variadic("externalArgs", ANY_PDL)],
        attrs: &[
            AttrDef::optional("name", STRING_ATTR),
            AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR),
        ],
        regions: &[RegionDef { name: "bodyRegion", arity: Arity::One, blocks: RegionBlocks::AtMostOne }],
        types: &[TypeRule::Is { of: &["root"], ty: operation_ty }],
        syntax: Syntax::Format(
            "($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)? ($bodyRegion^)? \
             attr-dict-with-keyword",
        ),
        traits: &[
            Trait::Terminator,
            Trait::NoTerminator,
            Trait::OperandSegments,
            Trait::HasParent(&["pdl.pattern"]),
            Trait::DefaultDialect("pdl"),
        ],
        verify: Some(verify::rewrite),
        ..OpDef::BASE
    },

    TYPE = OpDef {
        name: "pdl.type",
        doc: "A type: any, or one.\n\
            Used twice it is the same type twice.",
        example: "pdl.pattern : benefit(1) {\n  %t = type\n  %i = type : i32\n  \
            %root = operation \"example.op\" -> (%t, %i, %t : !pdl.type, !pdl.type, !pdl.type)\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", PDL_TYPE)],
        attrs: &[AttrDef::optional("constantType", TYPE_ATTR)],
        types: &[TypeRule::Is { of: &["result"], ty: type_ty }],
        syntax: Syntax::Format("attr-dict (`:` $constantType^)?"),
        verify: Some(verify::ty),
        ..OpDef::BASE
    },

    TYPES = OpDef {
        name: "pdl.types",
        doc: "Any number of types: any, or given ones.",
        example: "pdl.pattern : benefit(1) {\n  %t = types\n  %given = types : [i32, f32]\n  \
            %root = operation \"example.op\" -> (%t, %given : !pdl.range<type>, !pdl.range<type>)\n  rewrite %root {\n    erase %root\n  }\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", PDL_TYPES)],
        attrs: &[AttrDef::optional("constantTypes", TYPES_ATTR)],
        types: &[TypeRule::Is { of: &["result"], ty: types_ty }],
        syntax: Syntax::Format("attr-dict (`:` $constantTypes^)?"),
        verify: Some(verify::ty),
        ..OpDef::BASE
    },
}
