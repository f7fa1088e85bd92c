//! `canonicalize`: brings every operation into its simplest form.
//!
//! All there is to know about simplest forms stands in the operations' records (`eval`, `fold`, `canonicalize`) and in
//! the region simplifier; this pass is the greedy driver over them. Other passes rely on it to clean up after them
//! rather than each doing a little of it.

use base::Diagnostics;
use ir::pass::{PassArgs, PassDef};
use ir::rewrite::{GreedyOptions, greedy};
use ir::text::Reported;
use ir::{Ir, Op};

/// The pass `canonicalize`.
pub static CANONICALIZE: PassDef = PassDef {
    name: "canonicalize",
    doc: "Brings operations into their simplest form.\n\
        Folds constants and identities, applies the rewrites of every operation's record, removes what is unused and \
        simplifies the blocks of regions, until nothing changes.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    // Not getting to the end is no fault: what was done so far is right, only less than could be.
    greedy(ir, root, &GreedyOptions::default());
    Ok(())
}
