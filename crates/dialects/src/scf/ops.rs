//! The operations of `scf`, as records: operations with regions, then the terminators of these.

use super::{canonicalize, for_loop, syntax, verify, while_loop};
use crate::ids;
use ir::constraints::{ANY, I1, I32_ARRAY_ATTR, I64_ARRAY_ATTR, INDEX, SIGNLESS_INT_OR_INDEX};
use ir::opdef::RegionBlocks;
use ir::{Arity, AttrDef, Effect, OpDef, OperandDef, RegionDef, ResultDef, Syntax, Trait, TypeRule, ops};

/// A region of exactly one block.
const fn body(name: &'static str) -> RegionDef {
    RegionDef { name, arity: Arity::One, blocks: RegionBlocks::One }
}

/// What the operations with regions share: they do what their regions do.
const STRUCTURED: OpDef = OpDef { effect: Effect::OfRegions, example_is_module: true, ..OpDef::BASE };

/// What the terminators share.
const END: OpDef = OpDef { effect: Effect::Pure, example_is_module: true, ..OpDef::BASE };

ops! { ids::SCF;
    // ----- operations with regions -----

    EXECUTE_REGION = OpDef {
        name: "scf.execute_region",
        doc: "Runs its region once.\n\
            The region may have several blocks, so this is how branches stand inside other structured operations. \
            The `scf.yield` that is reached gives the results.",
        example: "func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {\n  %0 = scf.execute_region -> i32 {\n    \
            cf.cond_br %c, ^bb1, ^bb2\n  ^bb1:\n    scf.yield %a : i32\n  ^bb2:\n    scf.yield %b : i32\n  }\n  return %0 : i32\n}",
        results: &[ResultDef::variadic("results", ANY)],
        regions: &[RegionDef { name: "region", arity: Arity::One, blocks: RegionBlocks::Some }],
        syntax: Syntax::Custom { parse: syntax::parse_execute_region, print: syntax::print_execute_region },
        traits: &[Trait::RegionBranch],
        verify: Some(verify::execute_region),
        canonicalize: &[canonicalize::execute_region_of_one_block],
        ..STRUCTURED
    },

    FOR = OpDef {
        name: "scf.for",
        doc: "Runs its body for lower bound, lower bound + step, … below the upper bound.\n\
            Bounds are read once and compared with a sign; a step that is not positive is undefined, and so is an \
            induction variable that overflows. Carried values start as the initial \
            operands, are the body's arguments after the induction variable, become what the body yields, and end as the \
            results. A loop that runs no round gives its initial operands.",
        example: "func.func @f(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {\n  \
            %0 = scf.for %i = %lb to %ub step %step iter_args(%acc = %x) -> (f32) {\n    \
            %1 = arith.addf %acc, %x : f32\n    scf.yield %1 : f32\n  }\n  return %0 : f32\n}\n\
            func.func @g(%n: i32) {\n  scf.for %i = %n to %n step %n : i32 {\n  }\n  return\n}",
        operands: &[
            OperandDef::one("lowerBound", SIGNLESS_INT_OR_INDEX),
            OperandDef::one("upperBound", SIGNLESS_INT_OR_INDEX),
            OperandDef::one("step", SIGNLESS_INT_OR_INDEX),
            OperandDef::variadic("initArgs", ANY),
        ],
        results: &[ResultDef::variadic("results", ANY)],
        regions: &[body("region")],
        types: &[TypeRule::Same(&["lowerBound", "upperBound", "step"])],
        syntax: Syntax::Custom { parse: syntax::parse_for, print: syntax::print_for },
        traits: &[Trait::LoopLike, Trait::RegionBranch, Trait::ImplicitTerminator("scf.yield")],
        verify: Some(verify::for_op),
        canonicalize: &[
            for_loop::known_trip_count,
            for_loop::invariant_values,
            for_loop::steady_sums,
            for_loop::unused_values,
        ],
        ..STRUCTURED
    },

    IF = OpDef {
        name: "scf.if",
        doc: "Runs one of two regions.\n\
            The first if the condition is true, else the second, which may be missing when there are no results. What the \
            region yields are the results.",
        example: "func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {\n  scf.if %c {\n  }\n  \
            %0 = scf.if %c -> (i32) {\n    scf.yield %a : i32\n  } else {\n    scf.yield %b : i32\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::one("condition", I1)],
        results: &[ResultDef::variadic("results", ANY)],
        regions: &[
            body("thenRegion"),
            RegionDef { name: "elseRegion", arity: Arity::One, blocks: RegionBlocks::AtMostOne },
        ],
        syntax: Syntax::Custom { parse: syntax::parse_if, print: syntax::print_if },
        traits: &[Trait::RegionBranch, Trait::ImplicitTerminator("scf.yield")],
        verify: Some(verify::if_op),
        canonicalize: &[
            canonicalize::if_constant,
            canonicalize::if_known_inside,
            canonicalize::if_to_select,
            canonicalize::if_unused_results,
            canonicalize::if_empty_else,
        ],
        ..STRUCTURED
    },

    INDEX_SWITCH = OpDef {
        name: "scf.index_switch",
        doc: "Runs the region of the case that an index equals, or the default region.\n\
            Case values are all different. What the region yields are the results.",
        example: "func.func @f(%n: index, %a: i32, %b: i32) -> i32 {\n  %0 = scf.index_switch %n -> i32\n  \
            case 2 {\n    scf.yield %a : i32\n  }\n  case -5 {\n    scf.yield %b : i32\n  }\n  \
            default {\n    scf.yield %a : i32\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::one("arg", INDEX)],
        results: &[ResultDef::variadic("results", ANY)],
        attrs: &[AttrDef::required("cases", I64_ARRAY_ATTR)],
        regions: &[
            body("defaultRegion"),
            RegionDef { name: "caseRegions", arity: Arity::Variadic, blocks: RegionBlocks::One },
        ],
        syntax: Syntax::Custom { parse: syntax::parse_index_switch, print: syntax::print_index_switch },
        traits: &[Trait::RegionBranch, Trait::ImplicitTerminator("scf.yield")],
        verify: Some(verify::index_switch),
        canonicalize: &[canonicalize::index_switch_constant],
        ..STRUCTURED
    },

    PARALLEL = OpDef {
        name: "scf.parallel",
        doc: "Runs its body for every tuple of indices of a nest of loops, in no particular order.\n\
            Bounds and steps are as in `scf.for`, one of each a loop. The body ends in `scf.reduce`, which combines one value a \
            round with an initial value into a result; rounds must not depend on each other in any other way.",
        example: "func.func @f(%lb: index, %ub: index, %step: index, %zero: f32, %x: f32) -> f32 {\n  \
            %0 = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%zero) -> f32 {\n    \
            scf.reduce(%x : f32) {\n    ^bb0(%a: f32, %b: f32):\n      %1 = arith.addf %a, %b : f32\n      \
            scf.reduce.return %1 : f32\n    }\n  }\n  return %0 : f32\n}",
        operands: &[
            OperandDef::variadic("lowerBound", INDEX),
            OperandDef::variadic("upperBound", INDEX),
            OperandDef::variadic("step", INDEX),
            OperandDef::variadic("initVals", ANY),
        ],
        results: &[ResultDef::variadic("results", ANY)],
        attrs: &[AttrDef::required("operandSegmentSizes", I32_ARRAY_ATTR)],
        regions: &[body("region")],
        syntax: Syntax::Custom { parse: syntax::parse_parallel, print: syntax::print_parallel },
        traits: &[Trait::LoopLike, Trait::OperandSegments, Trait::ImplicitTerminator("scf.reduce")],
        verify: Some(verify::parallel),
        canonicalize: &[canonicalize::parallel_of_no_rounds],
        ..STRUCTURED
    },

    WHILE = OpDef {
        name: "scf.while",
        doc: "Runs a region that decides, and as long as it says so, another that goes on.\n\
            The first region takes the operands (later what the second yields) and ends in `scf.condition`; the second takes \
            what that passes on and ends in `scf.yield`. When the condition is false, what it passes on are the results.",
        example: "func.func @f(%n: i32, %one: i32) -> i32 {\n  %0 = scf.while (%a = %n) : (i32) -> i32 {\n    \
            %c = arith.cmpi sgt, %a, %one : i32\n    scf.condition(%c) %a : i32\n  } do {\n  ^bb0(%b: i32):\n    \
            %1 = arith.subi %b, %one : i32\n    scf.yield %1 : i32\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::variadic("inits", ANY)],
        results: &[ResultDef::variadic("results", ANY)],
        regions: &[body("before"), body("after")],
        syntax: Syntax::Custom { parse: syntax::parse_while, print: syntax::print_while },
        traits: &[Trait::LoopLike, Trait::RegionBranch],
        verify: Some(verify::while_op),
        canonicalize: &[
            while_loop::never_true,
            while_loop::known_inside,
            while_loop::values_from_outside,
            while_loop::unused_results,
            while_loop::invariant_values,
        ],
        ..STRUCTURED
    },

    // ----- terminators -----

    CONDITION = OpDef {
        name: "scf.condition",
        doc: "Ends the first region of `scf.while`: says whether the loop goes on.\n\
            If so, its further operands are the arguments of the second region; if not, the results of the loop.",
        example: "func.func @f(%c: i1, %a: i32) -> i32 {\n  %0 = scf.while : () -> i32 {\n    \
            scf.condition(%c) %a : i32\n  } do {\n  ^bb0(%b: i32):\n    scf.yield\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::one("condition", I1), OperandDef::variadic("args", ANY)],
        syntax: Syntax::Format("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
        traits: &[Trait::Terminator, Trait::HasParent(&["scf.while"])],
        ..END
    },

    REDUCE = OpDef {
        name: "scf.reduce",
        doc: "Ends the body of `scf.parallel`: gives one value a reduction.\n\
            Each operand has a region that combines two values of its type into one; operands and initial values are \
            combined by it in any order. Without operands it only ends the body.",
        example: "func.func @f(%lb: index, %ub: index, %step: index, %zero: i32, %x: i32) -> i32 {\n  \
            %0 = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%zero) -> i32 {\n    \
            scf.reduce(%x : i32) {\n    ^bb0(%a: i32, %b: i32):\n      %1 = arith.addi %a, %b : i32\n      \
            scf.reduce.return %1 : i32\n    }\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::variadic("operands", ANY)],
        regions: &[RegionDef { name: "reductions", arity: Arity::Variadic, blocks: RegionBlocks::One }],
        syntax: Syntax::Custom { parse: syntax::parse_reduce, print: syntax::print_reduce },
        traits: &[Trait::Terminator, Trait::HasParent(&["scf.parallel"])],
        verify: Some(verify::reduce),
        ..STRUCTURED
    },

    REDUCE_RETURN = OpDef {
        name: "scf.reduce.return",
        doc: "Ends a reduction of `scf.reduce` with the combined value.",
        example: "func.func @f(%lb: index, %ub: index, %step: index, %zero: i32, %x: i32) -> i32 {\n  \
            %0 = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%zero) -> i32 {\n    \
            scf.reduce(%x : i32) {\n    ^bb0(%a: i32, %b: i32):\n      scf.reduce.return %a : i32\n    }\n  }\n  \
            return %0 : i32\n}",
        operands: &[OperandDef::one("result", ANY)],
        syntax: Syntax::Format("$result attr-dict `:` type($result)"),
        traits: &[Trait::Terminator, Trait::HasParent(&["scf.reduce"])],
        verify: Some(verify::reduce_return),
        ..END
    },

    YIELD = OpDef {
        name: "scf.yield",
        doc: "Ends a region and hands out values: results of the operation around, or what its next round takes.",
        example: "func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {\n  %0 = scf.if %c -> (i32) {\n    \
            scf.yield %a : i32\n  } else {\n    scf.yield %b : i32\n  }\n  return %0 : i32\n}",
        operands: &[OperandDef::variadic("results", ANY)],
        syntax: Syntax::Format("attr-dict ($results^ `:` type($results))?"),
        traits: &[
            Trait::Terminator,
            Trait::ReturnLike,
            Trait::HasParent(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"]),
        ],
        ..END
    },
}
