//! The operations of `hw`, as records.

use super::attrs::is_inner_sym;
use super::types::{array, fields};
use super::{eval, fold, module, syntax, verify};
use crate::ids;
use ir::constraints::{
    ANY, ANY_ATTR, AttrConstraint, AttrSyntax, DICT_ARRAY_ATTR, FLAT_SYMBOL_ATTR, I32_ATTR, SIGNLESS_INT,
    STRING_ATTR, SYMBOL_NAME_ATTR, TypeConstraint, UNIT_ATTR,
};
use ir::opdef::RegionBlocks;
use ir::{
    Arity, Attr, AttrDef, AttrKind, Context, Effect, OpDef, OperandDef, RegionDef, ResultDef, Sign, Syntax,
    Trait, TypeKind, TypeRule, ops,
};

const ARRAY: TypeConstraint =
    TypeConstraint { what: "a `!hw.array`", test: |ctx, ty| array(ctx, ty).is_some(), exact: None };
const STRUCT: TypeConstraint =
    TypeConstraint { what: "a `!hw.struct`", test: |ctx, ty| fields(ctx, ty).is_some(), exact: None };
const AGGREGATE: TypeConstraint = TypeConstraint {
    what: "a `!hw.array` or a `!hw.struct`",
    test: |ctx, ty| array(ctx, ty).is_some() || fields(ctx, ty).is_some(),
    exact: None,
};

fn is_list(ctx: &Context, attr: Attr, test: fn(&AttrKind) -> bool) -> bool {
    matches!(&ctx[attr], AttrKind::Array(items) if items.iter().all(|item| test(&ctx[*item])))
}

const SIGNLESS_ATTR: AttrConstraint = AttrConstraint {
    what: "a signless integer",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| match &ctx[attr] {
        AttrKind::Integer { ty, .. } => matches!(ctx[*ty], TypeKind::Integer { sign: Sign::Signless, .. }),
        _ => false,
    },
};
const LIST_ATTR: AttrConstraint = AttrConstraint {
    what: "a list",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| is_list(ctx, attr, |_| true),
};
const LOCS_ATTR: AttrConstraint = AttrConstraint {
    what: "a list of locations",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| is_list(ctx, attr, |item| matches!(item, AttrKind::Loc(_))),
};
const NAMES_ATTR: AttrConstraint = AttrConstraint {
    what: "a list of names",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| is_list(ctx, attr, |item| matches!(item, AttrKind::String { .. })),
};
const PARAMS_ATTR: AttrConstraint = AttrConstraint {
    what: "a list of parameters",
    syntax: AttrSyntax::Any,
    test: |ctx, attr| {
        is_list(
            ctx,
            attr,
            |item| matches!(item, AttrKind::Dialect { def, .. } if def.name == "hw.param.decl"),
        )
    },
};
const MODULE_TYPE_ATTR: AttrConstraint = AttrConstraint {
    what: "the type of a module",
    syntax: AttrSyntax::Type,
    test: |ctx, attr| match ctx[attr] {
        AttrKind::Type(ty) => super::types::module_ports(ctx, ty).is_some(),
        _ => false,
    },
};
/// `#hw<innerSym…>`: the constraint of attributes `inner_sym`.
pub const INNER_SYM_ATTR: AttrConstraint =
    AttrConstraint { what: "an `#hw<innerSym…>`", syntax: AttrSyntax::Any, test: is_inner_sym };

/// `name`, which is empty when nobody gave one.
pub const NAME: AttrDef = AttrDef::default("name", STRING_ATTR, |ctx| ctx.str_attr(""));

/// The type of an array's elements.
const ELEMENT: fn(&mut Context, ir::Type) -> Option<ir::Type> =
    |ctx, ty| array(ctx, ty).map(|(_, element)| element);

/// An example inside of a module with values of some types.
macro_rules! inside {
    ($op:literal) => {
        concat!(
            "hw.module @example(in %a : i8, in %b : i8, in %i : i2, in %arr : !hw.array<4xi8>, \
             in %s : !hw.struct<x: i8, y: i3>) {\n  ",
            $op,
            "\n  hw.output\n}"
        )
    };
}

ops! { ids::HW;
    AGGREGATE_CONSTANT = OpDef {
        name: "hw.aggregate_constant",
        doc: "A constant array or struct.\n\
            The list has a number, or a list in turn, for every element or field, the highest first.",
        example: inside!("%0 = hw.aggregate_constant [1 : i8, [2 : i3, 1 : i3]] : !hw.struct<x: i8, y: !hw.array<2xi3>>"),
        example_is_module: true,
        results: &[ResultDef::one("result", AGGREGATE)],
        attrs: &[AttrDef::required("fields", LIST_ATTR)],
        syntax: Syntax::Format("$fields attr-dict `:` type($result)"),
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        verify: Some(verify::aggregate_constant),
        eval: Some(eval::constant),
        ..OpDef::BASE
    },

    ARRAY_CONCAT = OpDef {
        name: "hw.array_concat",
        doc: "Arrays one after the other.\nThe first operand holds the highest elements of the result.",
        example: inside!("%0 = hw.array_concat %arr, %arr : !hw.array<4xi8>, !hw.array<4xi8>"),
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", ARRAY)],
        results: &[ResultDef::one("result", ARRAY)],
        syntax: Syntax::Custom { parse: syntax::parse_array_concat, print: syntax::print_typed_operands },
        effect: Effect::Pure,
        verify: Some(verify::array_concat),
        fold: Some(fold::array_concat),
        eval: Some(eval::join),
        ..OpDef::BASE
    },

    ARRAY_CREATE = OpDef {
        name: "hw.array_create",
        doc: "An array of elements.\nThe first operand is the highest element, the last is element 0.",
        example: inside!("%0 = hw.array_create %a, %b : i8"),
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", ANY)],
        results: &[ResultDef::one("result", ARRAY)],
        syntax: Syntax::Custom { parse: syntax::parse_array_create, print: syntax::print_array_create },
        effect: Effect::Pure,
        verify: Some(verify::array_create),
        eval: Some(eval::join),
        ..OpDef::BASE
    },

    ARRAY_GET = OpDef {
        name: "hw.array_get",
        doc: "An element of an array.\n\
            The index has exactly the bits that name every element; past the end the element is 0.",
        example: inside!("%0 = hw.array_get %arr[%i] : !hw.array<4xi8>, i2"),
        example_is_module: true,
        operands: &[OperandDef::one("input", ARRAY), OperandDef::one("index", SIGNLESS_INT)],
        results: &[ResultDef::one("result", ANY)],
        types: &[TypeRule::Derive { to: "result", from: "input", what: "the element type of `input`", with: ELEMENT }],
        syntax: Syntax::Format("$input `[` $index `]` attr-dict `:` type($input) `,` type($index)"),
        effect: Effect::Pure,
        verify: Some(verify::index),
        fold: Some(fold::array_get),
        canonicalize: &[fold::get_of_concat],
        eval: Some(eval::array_get),
        ..OpDef::BASE
    },

    ARRAY_INJECT = OpDef {
        name: "hw.array_inject",
        doc: "An array with one element replaced.\nPast the end nothing is replaced.",
        example: inside!("%0 = hw.array_inject %arr[%i], %a : !hw.array<4xi8>, i2"),
        example_is_module: true,
        operands: &[
            OperandDef::one("input", ARRAY),
            OperandDef::one("index", SIGNLESS_INT),
            OperandDef::one("element", ANY),
        ],
        results: &[ResultDef::one("result", ARRAY)],
        types: &[
            TypeRule::Same(&["input", "result"]),
            TypeRule::Derive { to: "element", from: "input", what: "the element type of `input`", with: ELEMENT },
        ],
        syntax: Syntax::Format("$input `[` $index `]` `,` $element attr-dict `:` type($input) `,` type($index)"),
        effect: Effect::Pure,
        verify: Some(verify::index),
        canonicalize: &[fold::inject_into_create],
        eval: Some(eval::array_inject),
        ..OpDef::BASE
    },

    ARRAY_SLICE = OpDef {
        name: "hw.array_slice",
        doc: "Some elements of an array, beginning at an index.\n\
            The index has exactly the bits that name every element. What stands past the end of the array is 0.",
        example: inside!("%0 = hw.array_slice %arr[%i] : (!hw.array<4xi8>) -> !hw.array<2xi8>"),
        example_is_module: true,
        operands: &[OperandDef::one("input", ARRAY), OperandDef::one("lowIndex", SIGNLESS_INT)],
        results: &[ResultDef::one("dst", ARRAY)],
        syntax: Syntax::Custom { parse: syntax::parse_array_slice, print: syntax::print_array_slice },
        effect: Effect::Pure,
        verify: Some(verify::slice),
        fold: Some(fold::array_slice),
        canonicalize: &[fold::slice_of_create],
        eval: Some(eval::array_slice),
        ..OpDef::BASE
    },

    BITCAST = OpDef {
        name: "hw.bitcast",
        doc: "The same bits as another type.\nBoth types have as many bits.",
        example: inside!("%0 = hw.bitcast %a : (i8) -> !hw.array<2xi4>"),
        example_is_module: true,
        operands: &[OperandDef::one("input", ANY)],
        results: &[ResultDef::one("result", ANY)],
        syntax: Syntax::Format("$input attr-dict `:` functional-type($input, $result)"),
        effect: Effect::Pure,
        verify: Some(verify::bitcast),
        fold: Some(fold::bitcast),
        eval: Some(eval::same),
        ..OpDef::BASE
    },

    CONSTANT = OpDef {
        name: "hw.constant",
        doc: "A number.",
        example: inside!("%0 = hw.constant -3 : i8\n  %1 = hw.constant true"),
        example_is_module: true,
        results: &[ResultDef::one("result", SIGNLESS_INT)],
        attrs: &[AttrDef::required("value", SIGNLESS_ATTR)],
        types: &[TypeRule::OfAttr { to: "result", attr: "value" }],
        syntax: Syntax::Format("$value attr-dict"),
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        eval: Some(eval::constant),
        ..OpDef::BASE
    },

    INSTANCE = OpDef {
        name: "hw.instance",
        doc: "A copy of another module inside of this one.\n\
            Ports are named and stand in the order in which the module has them; every parameter of the module gets a \
            value. Modules do not contain themselves, by whatever way.",
        example: "hw.module.extern @inner<p: i32>(in %a : i8, out b : i8)\n\
            hw.module @outer(in %x : i8, out y : i8) {\n  \
            %u.b = hw.instance \"u\" @inner<p: i32 = 7>(a: %x: i8) -> (b: i8)\n  hw.output %u.b : i8\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("inputs", ANY)],
        results: &[ResultDef::variadic("results", ANY)],
        attrs: &[
            AttrDef::required("instanceName", STRING_ATTR),
            AttrDef::required("moduleName", FLAT_SYMBOL_ATTR),
            AttrDef::required("argNames", NAMES_ATTR),
            AttrDef::required("resultNames", NAMES_ATTR),
            AttrDef::required("parameters", PARAMS_ATTR),
            AttrDef::optional("inner_sym", INNER_SYM_ATTR),
            AttrDef::optional("doNotPrint", UNIT_ATTR),
        ],
        syntax: Syntax::Custom { parse: syntax::parse_instance, print: syntax::print_instance },
        verify: Some(verify::instance),
        ..OpDef::BASE
    },

    MODULE = OpDef {
        name: "hw.module",
        doc: "A module: ports and a body.\n\
            The body is a graph: its operations have no order and may use each other's results, as wires do. It ends in \
            `hw.output`, which drives the output ports. A port is called like its value inside; a name that no value \
            can have stands behind it in quotes. Ports may carry attributes.",
        example: "hw.module private @m<p: i32 = 5>(in %a : i8 {test.pin = 3 : i8}, in %x \"two words\" : i8, out b : i8) \
            attributes {test.fast} {\n  hw.output %a : i8\n}",
        example_is_module: true,
        attrs: &[
            AttrDef::required("sym_name", SYMBOL_NAME_ATTR),
            AttrDef::required("module_type", MODULE_TYPE_ATTR),
            AttrDef::required("parameters", PARAMS_ATTR),
            AttrDef::optional("per_port_attrs", DICT_ARRAY_ATTR),
            AttrDef::optional("result_locs", LOCS_ATTR),
            AttrDef::optional("comment", STRING_ATTR),
            AttrDef::optional("sym_visibility", STRING_ATTR),
        ],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::One }],
        syntax: Syntax::Custom { parse: module::parse_module, print: module::print_module },
        argument_names: Some(module::input_names),
        traits: &[
            Trait::IsolatedFromAbove,
            Trait::Symbol,
            Trait::GraphRegion,
            Trait::ImplicitTerminator("hw.output"),
        ],
        verify: Some(verify::module),
        ..OpDef::BASE
    },

    MODULE_EXTERN = OpDef {
        name: "hw.module.extern",
        doc: "A module that is defined elsewhere, in Verilog for instance.\n\
            `verilogName` is its name there, when it is another.",
        example: "hw.module.extern @e<p: i32>(in %a : i8, out b : i8) attributes {verilogName = \"other\"}",
        example_is_module: true,
        attrs: &[
            AttrDef::required("sym_name", SYMBOL_NAME_ATTR),
            AttrDef::required("module_type", MODULE_TYPE_ATTR),
            AttrDef::required("parameters", PARAMS_ATTR),
            AttrDef::optional("per_port_attrs", DICT_ARRAY_ATTR),
            AttrDef::optional("port_locs", LOCS_ATTR),
            AttrDef::optional("verilogName", STRING_ATTR),
            AttrDef::optional("sym_visibility", STRING_ATTR),
        ],
        regions: &[RegionDef { name: "body", arity: Arity::One, blocks: RegionBlocks::Any }],
        syntax: Syntax::Custom { parse: module::parse_extern, print: module::print_module },
        traits: &[Trait::IsolatedFromAbove, Trait::Symbol],
        verify: Some(verify::module_extern),
        ..OpDef::BASE
    },

    OUTPUT = OpDef {
        name: "hw.output",
        doc: "Ends a module and drives its output ports.",
        example: "hw.module @m(in %a : i8, in %b : i3, out x : i3, out y : i8) {\n  hw.output %b, %a : i3, i8\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("outputs", ANY)],
        syntax: Syntax::Format("attr-dict ($outputs^ `:` type($outputs))?"),
        traits: &[Trait::Terminator, Trait::ReturnLike, Trait::HasParent(&["hw.module"])],
        effect: Effect::Pure,
        verify: Some(verify::output),
        ..OpDef::BASE
    },

    PARAM_VALUE = OpDef {
        name: "hw.param.value",
        doc: "The value of a parameter of the module around.",
        example: "hw.module @m<p: i8 = 5>(out x : i8) {\n  \
            %0 = hw.param.value i8 = #hw.param.decl.ref<\"p\">\n  hw.output %0 : i8\n}",
        example_is_module: true,
        results: &[ResultDef::one("result", ANY)],
        attrs: &[AttrDef::required("value", ANY_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_param_value, print: syntax::print_param_value },
        traits: &[Trait::ConstantLike],
        effect: Effect::Pure,
        verify: Some(verify::param_value),
        canonicalize: &[fold::param_of_number],
        ..OpDef::BASE
    },

    STRUCT_CREATE = OpDef {
        name: "hw.struct_create",
        doc: "A struct of its fields.\nThe first operand is the first field, in the highest bits.",
        example: inside!("%0 = hw.struct_create (%a, %i) : !hw.struct<x: i8, y: i2>"),
        example_is_module: true,
        operands: &[OperandDef::variadic("input", ANY)],
        results: &[ResultDef::one("result", STRUCT)],
        syntax: Syntax::Custom { parse: syntax::parse_struct_create, print: syntax::print_struct_create },
        effect: Effect::Pure,
        verify: Some(verify::struct_create),
        fold: Some(fold::struct_create),
        eval: Some(eval::join),
        ..OpDef::BASE
    },

    STRUCT_EXPLODE = OpDef {
        name: "hw.struct_explode",
        doc: "All fields of a struct.",
        example: inside!("%0:2 = hw.struct_explode %s : !hw.struct<x: i8, y: i3>"),
        example_is_module: true,
        operands: &[OperandDef::one("input", STRUCT)],
        results: &[ResultDef::variadic("result", ANY)],
        syntax: Syntax::Custom { parse: syntax::parse_struct_explode, print: syntax::print_typed_operands },
        effect: Effect::Pure,
        verify: Some(verify::struct_explode),
        fold: Some(fold::struct_explode),
        eval: Some(eval::struct_explode),
        ..OpDef::BASE
    },

    STRUCT_EXTRACT = OpDef {
        name: "hw.struct_extract",
        doc: "A field of a struct.",
        example: inside!("%0 = hw.struct_extract %s[\"y\"] : !hw.struct<x: i8, y: i3>"),
        example_is_module: true,
        operands: &[OperandDef::one("input", STRUCT)],
        results: &[ResultDef::one("result", ANY)],
        attrs: &[AttrDef::required("fieldIndex", I32_ATTR)],
        syntax: Syntax::Custom { parse: syntax::parse_struct_extract, print: syntax::print_struct_field },
        effect: Effect::Pure,
        verify: Some(verify::struct_field),
        fold: Some(fold::struct_extract),
        eval: Some(eval::struct_extract),
        ..OpDef::BASE
    },

    STRUCT_INJECT = OpDef {
        name: "hw.struct_inject",
        doc: "A struct with one field replaced.",
        example: inside!("%0 = hw.struct_inject %s[\"x\"], %a : !hw.struct<x: i8, y: i3>"),
        example_is_module: true,
        operands: &[OperandDef::one("input", STRUCT), OperandDef::one("newValue", ANY)],
        results: &[ResultDef::one("result", STRUCT)],
        attrs: &[AttrDef::required("fieldIndex", I32_ATTR)],
        types: &[TypeRule::Same(&["input", "result"])],
        syntax: Syntax::Custom { parse: syntax::parse_struct_inject, print: syntax::print_struct_field },
        effect: Effect::Pure,
        verify: Some(verify::struct_field),
        fold: Some(fold::struct_inject),
        canonicalize: &[fold::field_into_create],
        eval: Some(eval::struct_inject),
        ..OpDef::BASE
    },

    WIRE = OpDef {
        name: "hw.wire",
        doc: "A value under a name.\n\
            The name is that of the result; it is kept for those who look at the circuit, so a wire with a name or a symbol \
            stays even if nobody uses it.",
        example: inside!("%w = hw.wire %a : i8\n  %v = hw.wire %a sym @v name \"two words\" : i8"),
        example_is_module: true,
        operands: &[OperandDef::one("input", ANY)],
        results: &[ResultDef::one("result", ANY)],
        attrs: &[NAME, AttrDef::optional("inner_sym", INNER_SYM_ATTR)],
        types: &[TypeRule::Same(&["input", "result"])],
        syntax: Syntax::Custom { parse: syntax::parse_wire, print: syntax::print_wire },
        traits: &[Trait::NamedResult],
        fold: Some(fold::wire),
        ..OpDef::BASE
    },
}
