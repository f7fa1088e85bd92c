//! The operations of `cf`, as records.

use super::{canonicalize, syntax, verify};
use crate::ids;
use ir::constraints::{ANY, AttrConstraint, AttrSyntax, I1, I32_ARRAY_ATTR, SIGNLESS_INT, STRING_ATTR};
use ir::{Arity, AttrDef, AttrKind, Branch, Effect, OpDef, OperandDef, Syntax, Trait, TypeKind, ops};

const CASE_VALUES_ATTR: AttrConstraint = AttrConstraint {
    what: "a vector of integers",
    test: |c, a| match c[a] {
        AttrKind::Dense { ty, .. } => {
            matches!(c[ty], TypeKind::Vector { .. } | TypeKind::Tensor { .. })
                && matches!(c[c.element_ty(ty)], TypeKind::Integer { .. })
        }
        _ => false,
    },
    syntax: AttrSyntax::Any,
};

ops! { ids::CF;
    ASSERT = OpDef {
        name: "cf.assert",
        doc: "States that a condition holds.\n\
            If it does not, the program is wrong here and the message says why.",
        example: "func.func @f(%c: i1) {\n  cf.assert %c, \"the condition holds\"\n  return\n}",
        example_is_module: true,
        operands: &[OperandDef::one("arg", I1)],
        attrs: &[AttrDef::required("msg", STRING_ATTR)],
        syntax: Syntax::Format("$arg `,` $msg attr-dict"),
        canonicalize: &[canonicalize::assert_true],
        ..OpDef::BASE
    },

    BR = OpDef {
        name: "cf.br",
        doc: "Goes on at another block, handing it values.\n\
            The operands become the block's arguments.",
        example: "func.func @f(%a: i32) -> i32 {\n  cf.br ^bb1(%a : i32)\n^bb1(%x: i32):\n  return %x : i32\n}",
        example_is_module: true,
        operands: &[OperandDef::variadic("destOperands", ANY)],
        successors: &[("dest", Arity::One)],
        branch: Some(Branch { first_group: 0, segments: None }),
        syntax: Syntax::Format("$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"),
        traits: &[Trait::Terminator],
        effect: Effect::Pure,
        canonicalize: &[canonicalize::pass_through],
        ..OpDef::BASE
    },

    COND_BR = OpDef {
        name: "cf.cond_br",
        doc: "Goes on at one of two blocks.\n\
            A true condition leads to the first, a false one to the second; each is handed its own operands. Both may be one \
            block.",
        example: "func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {\n  cf.cond_br %c, ^bb1(%a : i32), ^bb2\n^bb1(%x: i32):\n  \
            return %x : i32\n^bb2:\n  return %b : i32\n}",
        example_is_module: true,
        operands: &[
            OperandDef::one("condition", I1),
            OperandDef::variadic("trueDestOperands", ANY),
            OperandDef::variadic("falseDestOperands", ANY),
        ],
        attrs: &[AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR)],
        successors: &[("trueDest", Arity::One), ("falseDest", Arity::One)],
        branch: Some(Branch { first_group: 1, segments: None }),
        syntax: Syntax::Format(
            "$condition `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
             $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
        ),
        traits: &[Trait::Terminator, Trait::OperandSegments],
        effect: Effect::Pure,
        canonicalize: &[
            canonicalize::cond_br_constant,
            canonicalize::pass_through,
            canonicalize::cond_br_same_target,
            canonicalize::cond_br_known_inside,
        ],
        ..OpDef::BASE
    },

    SWITCH = OpDef {
        name: "cf.switch",
        doc: "Goes on at the block of the case that an integer equals.\n\
            If it equals none, at the default block. Case values are of the integer's type and all different; the operands \
            of each successor are its own.",
        example: "func.func @f(%n: i32, %a: i32) -> i32 {\n  cf.switch %n : i32, [\n    default: ^bb1,\n    1: ^bb2(%a : i32),\n    \
            -5: ^bb2(%n : i32)\n  ]\n^bb1:\n  return %a : i32\n^bb2(%x: i32):\n  return %x : i32\n}",
        example_is_module: true,
        operands: &[
            OperandDef::one("flag", SIGNLESS_INT),
            OperandDef::variadic("defaultOperands", ANY),
            OperandDef::variadic("caseOperands", ANY),
        ],
        attrs: &[
            AttrDef::optional("case_values", CASE_VALUES_ATTR),
            AttrDef::required("case_operand_segments", I32_ARRAY_ATTR),
            AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR),
        ],
        successors: &[("defaultDestination", Arity::One), ("caseDestinations", Arity::Variadic)],
        branch: Some(Branch { first_group: 1, segments: Some("case_operand_segments") }),
        syntax: Syntax::Custom { parse: syntax::parse_switch, print: syntax::print_switch },
        traits: &[Trait::Terminator, Trait::OperandSegments, Trait::PlainOperands],
        effect: Effect::Pure,
        verify: Some(verify::switch),
        canonicalize: &[
            canonicalize::switch_constant,
            canonicalize::switch_useless_cases,
            canonicalize::pass_through,
        ],
        ..OpDef::BASE
    },
}
