//! Every pass and every named pipeline, with the reason for the order.
//!
//! A pass is a record in the crate that implements it; this is the one place that knows them all. `flowright opt --list-passes` and
//! the reference documents are printed from it.

use ir::pass::{PassDef, PassTable, PipelineDef};

/// What a pipeline may name.
pub const TABLE: PassTable = PassTable { passes: PASSES, pipelines: PIPELINES };

/// The passes, in alphabetical order.
pub const PASSES: &[&PassDef] = &[];

/// The named pipelines.
pub const PIPELINES: &[PipelineDef] = &[];
