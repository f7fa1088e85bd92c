//! `scf`: control flow with structure: loops and choices as operations with regions.
//!
//! A structured operation is entered at one place and left at one; what it computes are its results, which its regions
//! hand out with `scf.yield`. Nothing is assigned: a loop that changes a value carries it, as an operand for the start, an
//! argument of the body for each round, and a result for the end. That makes the dialect the form in which loops are
//! analysed and turned into streams, and `cf` the form they come from or go to.
//!
//! * **`scf.for`** runs from a lower bound to below an upper bound, both read once, compared *with a sign* whatever their
//!   type. The step must be positive; with another the program is undefined. The induction variable is not carried.
//! * **`scf.while`** runs its first region, which decides with `scf.condition` whether the second runs. The values that
//!   the condition passes on are both the arguments of the second region and, in the end, the results.
//! * **`scf.parallel`** is a loop nest whose rounds do not depend on each other; results are made by `scf.reduce` from
//!   one value a round, in any order and with any grouping. Rounds whose order can be told apart are a fault of the program.
//! * **`scf.if`**, **`scf.index_switch`** run one of their regions, **`scf.execute_region`** runs the one it has, which may have
//!   several blocks.
//!
//! In text a terminator that hands out nothing may be left out where the operation fixes which one it is; reading puts
//! it back ([`crate::control::ensure_terminator`]). How values flow between operands, regions and results is
//! [`crate::control::region_flows`].

mod canonicalize;
mod for_loop;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;
mod while_loop;

pub use for_loop::rounds;
pub use ops::*;
pub use while_loop::WhileParts;

use crate::ids;
use ir::{Block, Dialect, Ir, Op};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::SCF,
    name: "scf",
    doc: "Structured control flow: loops and choices as operations with regions.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};

/// The attribute of an `scf.while` whose first region computes for rounds that may not come: that the second region is empty does not say that the loop
/// is tested last. It tells reports what the program had. A `memref.load` that has it reads for such a round: an element that was never written is poison to it.
pub const RUNS_AHEAD: &str = "runsAhead";

/// The `scf.yield` that ends a block.
pub fn yield_of(ir: &Ir, block: Block) -> Option<Op> {
    ir.last_op(block).filter(|last| ir.code(*last) == YIELD)
}
