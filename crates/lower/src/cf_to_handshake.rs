//! From blocks and branches to streams, the classical way: the pass `cf-to-handshake`.
//!
//! Each block is a piece of the graph through which one control token passes whenever the program executes the block. The token never splits, so
//! blocks are entered in the order of the program, whatever the branches are: reducible or not makes no difference. Every value that a
//! block needs is handed to it by the blocks before it (a value that is merely needed later, too), so that all values of a block come once an execution.
//!
//! - **Ways in.** Where several edges meet, a `control_merge` lets the control token through and says on which edge it came; a `mux` for every
//!   live value takes it from the same edge. From a single edge values come as they are.
//! - **Ways out.** A conditional branch is a `cond_br` for the control token and for every value that one of its targets needs; a value that only one
//!   target needs is dropped on the other side. A switch is a chain of comparisons.
//! - **Constants** are not handed along: each block that needs one makes it, fired by its control token.
//! - **Memory.** The two tokens of each array's frontier are two more values that blocks use, define and hand along.
//!
//! Structured control flow becomes blocks first. What comes out is the stream level, with the number of its block on every operation
//! (`handshake.bb`). It is the second opinion on [`scf-to-dataflow`](crate), and the baseline that elastic circuits are measured against.

mod graph;
mod live;
mod loops;

use crate::make;
use crate::scf_to_cf::SCF_TO_CF;
use crate::streams::direct::make_direct;
use crate::streams::memory::Memories;
use crate::streams::{check, select};
use base::{Bits, Diagnostic, Diagnostics, codes};
use dialects::arith::{self, IntPredicate};
use dialects::{cf, func};
use graph::Graph;
use ir::cfg::Cfg;
use ir::pass::{PassArgs, PassDef};
use ir::region_simplify::remove_unreachable_blocks;
use ir::text::Reported;
use ir::{Block, InsertPoint, Ir, Op, OpState, Value, dense};

/// The pass.
pub static CF_TO_HANDSHAKE: PassDef = PassDef {
    name: "cf-to-handshake",
    doc: "Turns a function of blocks into a circuit of streams, block by block.\n\
        The function becomes a `handshake.func` in its place. Each block gets a control token and the values it needs through `control_merge` and \
        `mux` and hands them on through `cond_br`; any control flow can be treated. Structured control flow is turned into blocks first. \
        Reports what has no place in a circuit, and then changes nothing.",
    options: &[select::TOP],
    run,
};

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let functions = select::functions(ir, root, args.get(select::TOP.name), diags)?;
    let mut good = true;
    for function in &functions {
        good &= check::check(ir, *function, diags) && returns(ir, *function, diags);
    }
    if !good {
        return Err(Reported);
    }
    for function in functions {
        make_direct(ir, function);
        // It refuses nothing here: what stands around structured control flow is the function or structured control flow, as was checked, and
        // both take blocks.
        (SCF_TO_CF.run)(ir, function, &PassArgs::defaults(&SCF_TO_CF), diags)?;
        lower(ir, root, function);
    }
    Ok(())
}

/// Checks that control can leave the function at all: a circuit has an end.
fn returns(ir: &Ir, function: Op, diags: &mut Diagnostics) -> bool {
    let reachable = Cfg::new(ir, ir.region(function, 0)).reverse_post_order();
    let returns = |block: &Block| ir.last_op(*block).is_some_and(|op| ir.code(op) == func::RETURN);
    if reachable.iter().any(returns) {
        return true;
    }
    let message = "this function never returns, so its circuit would have no end";
    diags.push(Diagnostic::error(codes::NO_STREAM_OPERATION, ir.ctx.span(ir.loc(function)), message));
    false
}

/// Lowers a function that was checked and has no structured control flow.
fn lower(ir: &mut Ir, root: Op, function: Op) {
    let region = ir.region(function, 0);
    remove_unreachable_blocks(ir, region);
    let ends: Vec<Op> = ir.blocks(region).iter().filter_map(|block| ir.last_op(*block)).collect();
    for end in &ends {
        if ir.code(*end) == cf::SWITCH {
            expand_switch(ir, *end);
        }
    }
    let returns: Vec<Op> =
        ends.into_iter().filter(|op| !ir.is_erased(*op) && ir.code(*op) == func::RETURN).collect();
    if returns.len() > 1 {
        give_one_return(ir, function, &returns);
    }
    let memories = Memories::of(ir, root, function);
    Graph::new(ir, function, &memories).make();
}

/// Replaces a switch by a chain of comparisons, each in a block of its own after the first.
fn expand_switch(ir: &mut Ir, op: Op) {
    let loc = ir.loc(op);
    let mut block = ir.parent_block(op).expect("a terminator stands in a block");
    let region = ir.block_region(block).expect("a block of a function stands in its body");
    let flag = ir.operand(op, 0);
    let cases: Vec<Bits> = match ir.attr(op, "case_values") {
        Some(values) => dense::elements(&ir.ctx, values).into_iter().flatten().collect(),
        None => Vec::new(),
    };
    let ways: Vec<(Block, Vec<Value>)> =
        (0..ir.successors(op).len()).map(|way| (ir.successors(op)[way], make::given(ir, op, way))).collect();
    ir.erase(op);
    let (default, cases_to) = ways.split_first().expect("a switch has a default");
    for (number, (case, way)) in cases.iter().zip(cases_to).enumerate() {
        let ty = ir.ty(flag);
        let value = ir.ctx.scalar_attr(case.clone(), ty).expect("the flag of a switch is an integer");
        let constant = OpState::new(arith::CONSTANT, loc).results(&[ty]).prop(ir, "value", value);
        let constant = make::append(ir, block, constant);
        let constant = ir.result(constant, 0);
        let is_case = make::cmpi(ir, InsertPoint::End(block), loc, IntPredicate::Eq, flag, constant);
        if number + 1 == cases.len() {
            make::cond_br(ir, block, loc, is_case, (way.0, &way.1), (default.0, &default.1));
            return;
        }
        let next = ir.create_block();
        let place = ir.blocks(region).iter().position(|b| *b == block).expect("a block is in its region");
        ir.insert_block(region, place + 1, next);
        make::cond_br(ir, block, loc, is_case, (way.0, &way.1), (next, &[]));
        block = next;
    }
    make::br(ir, block, loc, (default.0, &default.1));
}

/// Leads several returns to one.
fn give_one_return(ir: &mut Ir, function: Op, returns: &[Op]) {
    let region = ir.region(function, 0);
    let exit = ir.add_block(region);
    let like: Vec<Value> = ir.operands(returns[0]).collect();
    let args = make::add_arguments_like(ir, exit, &like);
    let loc = ir.loc(function);
    make::append(ir, exit, OpState::new(func::RETURN, loc).operands(&args));
    for op in returns {
        let block = ir.parent_block(*op).expect("a terminator stands in a block");
        let (values, loc): (Vec<Value>, _) = (ir.operands(*op).collect(), ir.loc(*op));
        ir.erase(*op);
        make::br(ir, block, loc, (exit, &values));
    }
}
