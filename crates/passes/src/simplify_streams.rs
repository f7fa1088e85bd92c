//! `simplify-streams`: makes the graph of a kernel smaller while it is still one of streams, before forks stand in the way.
//!
//! Everything is local and keeps every stream that anybody sees: what is removed is steering that undoes itself ([`steer`]), the same
//! unit twice ([`merge`]), tokens that only fire constants ([`constants`]), and what nobody needs ([`dead`]). They open ways for each other, so they take turns
//! until nothing changes.
//!
//! Two equal `dataflow.stream`s are never made one: a stream governs one loop, and if two loops shared it of which one uses the result of the
//! other, the first could not start an iteration that the second is not ready for. Memory ports are never merged either.
//!
//! **Invariant:** a store whose operands are computed of what a load gives stays so, as long as the load does. `scf-to-dataflow` gives such a store no token to wait for, because what it
//! is computed of keeps the order. So no pass over streams finds out that `x - x` is 0, or that `x < 300` for a byte is true: the number would be there before the read is. Steering may go, with what it follows:
//! a store that waits for a choice alone has a token. Whatever can be known of a value without its tokens is found in programs, before there is an order to keep.

mod constants;
mod dead;
mod merge;
mod steer;
#[cfg(test)]
mod tests;

use base::Diagnostics;
use dialects::handshake;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Ir, Op};

/// The pass.
pub static SIMPLIFY_STREAMS: PassDef = PassDef {
    name: "simplify-streams",
    doc: "Removes units from kernels of streams that change nothing.\n\
        A gate whose condition nobody needs becomes a branch; equal steering, except of streams, becomes one; a branch that is joined again, or whose \
        condition is a constant, goes away; a constant that always waits for another value is fired by a source; and what nobody needs is removed, loads too. \
        Kernels of channels stay as they are.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for kernel in ir.walk(root) {
        if ir.code(kernel) == handshake::FUNC
            && let Some(block) = body_of_streams(ir, kernel)
        {
            simplify(ir, block);
        }
    }
    Ok(())
}

/// The body of a kernel that has no channels.
pub(crate) fn body_of_streams(ir: &Ir, kernel: Op) -> Option<Block> {
    let block = ir.regions(kernel).first().and_then(|region| ir.entry(*region))?;
    let mut values = ir.args(block).iter().copied().chain(ir.block_ops(block).flat_map(|op| ir.results(op)));
    (!values.any(|value| handshake::is_channel(&ir.ctx, ir.ty(value)))).then_some(block)
}

fn simplify(ir: &mut Ir, block: Block) {
    loop {
        let mut changed = steer::steer(ir, block);
        changed |= merge::merge(ir, block);
        changed |= constants::detach(ir, block);
        changed |= dead::remove(ir, block);
        if !changed {
            return;
        }
    }
}
