//! Optimisations that keep a program on its level: the same operations come out that went in, fewer of them.
//!
//! Each pass is a file and one `static` [`ir::pass::PassDef`]; names are MLIR's where MLIR has the pass. Passes know no
//! operation by name where the tables suffice; what they know of `scf`, `cf`, `func` and `memref` is what those tables
//! cannot say (how often a loop runs, what a call is).
//!
//! One law governs all of them: a program that was defined stays defined and gives the same results. Poison may be
//! computed where the program did not compute it, undefined behaviour may not. A program that was undefined may become
//! defined, and a loop without effects that never ends may go.

pub mod alias;
pub mod canonicalize;
mod cells;
pub mod cse;
mod cycles;
pub mod dce;
pub mod forward_cells;
pub mod if_conversion;
pub mod inline;
pub mod interleave_products;
pub mod licm;
mod literal;
pub mod look_ahead;
pub mod mem2reg;
pub mod narrow_streams;
pub mod promote_cells;
mod recurrence;
pub mod reduce_strength;
mod reduction;
pub mod regroup;
mod remake;
pub mod reuse_loads;
pub mod run_ahead;
pub mod sccp;
pub mod simplify_streams;
pub mod sink_stores;
pub mod split_sums;
pub mod symbol_dce;
pub mod trips;
mod turns;

pub use canonicalize::CANONICALIZE;
pub use cse::CSE;
pub use dce::DCE;
pub use forward_cells::FORWARD_CELLS;
pub use if_conversion::IF_CONVERSION;
pub use inline::INLINE;
pub use interleave_products::INTERLEAVE_PRODUCTS;
pub use licm::LOOP_INVARIANT_CODE_MOTION;
pub use look_ahead::LOOK_AHEAD;
pub use mem2reg::MEM2REG;
pub use narrow_streams::NARROW_STREAMS;
pub use promote_cells::PROMOTE_CELLS;
pub use reduce_strength::REDUCE_STRENGTH;
pub use regroup::REGROUP;
pub use reuse_loads::REUSE_LOADS;
pub use run_ahead::RUN_AHEAD;
pub use sccp::SCCP;
pub use simplify_streams::SIMPLIFY_STREAMS;
pub use sink_stores::SINK_STORES;
pub use split_sums::SPLIT_SUMS;
pub use symbol_dce::SYMBOL_DCE;
