//! Every pass and every named pipeline, with the reason for the order.
//!
//! A pass is a record in the crate that implements it; this is the one place that knows them all. `flowright opt --list-passes` and
//! the reference documents are printed from it.

use ir::pass::{PassDef, PassTable, PipelineDef};

/// What a pipeline may name.
pub const TABLE: PassTable = PassTable { passes: PASSES, pipelines: PIPELINES };

/// The passes, in alphabetical order.
pub const PASSES: &[&PassDef] = &[
    &::passes::CANONICALIZE,
    &lower::cf_to_handshake::CF_TO_HANDSHAKE,
    &::passes::CSE,
    &lower::dataflow_to_handshake::DATAFLOW_TO_HANDSHAKE,
    &::passes::DCE,
    &::passes::FORWARD_CELLS,
    &lower::handshake_to_hw::HANDSHAKE_TO_HW,
    &circuit::HW_FLATTEN,
    &::passes::IF_CONVERSION,
    &::passes::INLINE,
    &::passes::INTERLEAVE_PRODUCTS,
    &lower::cf_to_scf::LIFT_CF_TO_SCF,
    &::passes::LOOK_AHEAD,
    &::passes::LOOP_INVARIANT_CODE_MOTION,
    &circuit::LOWER_SEQ_FIFO,
    &::passes::MEM2REG,
    &::passes::NARROW_STREAMS,
    &matcher::lowering::PDL_TO_PDL_INTERP,
    &place::PLACE_BUFFERS,
    &::passes::PROMOTE_CELLS,
    &::passes::REDUCE_STRENGTH,
    &::passes::REGROUP,
    &::passes::REUSE_LOADS,
    &::passes::RUN_AHEAD,
    &::passes::SCCP,
    &lower::scf_to_cf::SCF_TO_CF,
    &lower::scf_to_dataflow::SCF_TO_DATAFLOW,
    &::passes::SIMPLIFY_STREAMS,
    &::passes::SINK_STORES,
    &::passes::SPLIT_SUMS,
    &::passes::SYMBOL_DCE,
];

/// The passes of `optimize`, with which the ways to streams begin.
macro_rules! optimize {
    () => {
        "inline,symbol-dce,mem2reg,canonicalize,cse,sccp,canonicalize,loop-invariant-code-motion,cse,canonicalize,dce"
    };
}

/// The named pipelines.
pub const PIPELINES: &[PipelineDef] = &[
    PipelineDef {
        name: "blocks-to-streams",
        doc: "Makes streams of a kernel by its basic blocks: what `flowright run --lowering blocks` does.\n\
        The program is made small first, and its structured control flow becomes branches between blocks, which are cleaned up before each of \
        them gets its merges.",
        passes: concat!(optimize!(), ",scf-to-cf,canonicalize,cse,dce,cf-to-handshake,simplify-streams"),
    },
    PipelineDef {
        name: "loops-to-streams",
        doc: "Makes streams of a kernel by its loops and branches: what `flowright run` does.\n\
        The program is made small first. Branches that are left over from jumps become loops and choices, as only these have units of \
        their own. What every round would write alike is written behind its loop; elements of arrays that loops need not keep in memory become values, which leaves choices without stores. Choices that need not steer anything become selections, which simplify as other operations do. What rounds load alike is loaded once, before sums of it are put in order. Only then is it seen which sums and products loops need not wait for: groups are made for \
        the values of a round before sums leave it. What is then left without effects in a loop that ends by its data runs ahead of the condition. What all this duplicates is merged before it becomes hardware.",
        passes: concat!(
            optimize!(),
            ",lift-cf-to-scf,canonicalize,cse,dce,sink-stores,promote-cells{arguments=apart},forward-cells{arguments=apart},canonicalize,dce,if-conversion,canonicalize,cse,dce,reuse-loads{arguments=apart},regroup,split-sums,interleave-products,look-ahead,canonicalize,cse,dce,run-ahead,canonicalize,cse,dce,scf-to-dataflow,reduce-strength,simplify-streams"
        ),
    },
    PipelineDef {
        name: "optimize",
        doc: "Makes a program small: no calls, no scalar memory, nothing computed twice or for nobody.\n\
        Calls go first, because what a function does with its arguments is seen only in its caller, and functions that \
        nobody calls any more with them. Scalar memory becomes values next, which all that follows looks at. Simplifying \
        and merging before `sccp` leaves it less to follow; what it finds constant makes branches that `canonicalize` \
        removes. Only then is it worth moving code out of the loops that are left. Moving brings equal operations together, \
        so merging comes again, and removing comes last, as everything before leaves unused values behind.",
        passes: optimize!(),
    },
];
