//! The dialects: what the operations of every level mean.
//!
//! A dialect is a folder with the same places in it: `mod.rs` says in prose what the dialect means and why it is so,
//! `ops.rs` is the table of its operations, `tests.rs` holds text-in/text-out checks; folds, rewrites and evaluation
//! have files of their own where they are long. Nothing outside a dialect's folder knows its operations by name:
//! parser, printer, verifier, folder and interpreter read the tables through [`ir::OpDef`].

pub mod arith;
pub mod builtin;
pub mod cf;
pub mod comb;
pub mod control;
pub mod dataflow;
pub mod func;
pub mod handshake;
pub mod hw;
pub mod ids;
pub mod irdl;
pub mod math;
pub mod memref;
pub mod pdl;
pub mod pdl_interp;
pub mod scf;
pub mod seq;
pub mod shape;
mod signature;
#[cfg(test)]
mod testing;

use ir::Dialect;

/// Every dialect, in the order of their numbers: what a context is made with unless it needs fewer.
pub fn all() -> &'static [&'static Dialect] {
    static ALL: &[&Dialect] = &[
        &builtin::DIALECT,
        &func::DIALECT,
        &cf::DIALECT,
        &arith::DIALECT,
        &math::DIALECT,
        &scf::DIALECT,
        &memref::DIALECT,
        &hw::DIALECT,
        &comb::DIALECT,
        &seq::DIALECT,
        &handshake::DIALECT,
        &dataflow::DIALECT,
        &irdl::DIALECT,
        &pdl::DIALECT,
        &pdl_interp::DIALECT,
    ];
    ALL
}

/// The dialects that programs are written in, which MLIR itself has.
pub fn of_programs() -> impl Iterator<Item = &'static Dialect> {
    all().iter().copied().filter(|dialect| dialect.id <= ids::MEMREF)
}

/// The dialects of patterns, which MLIR itself has.
pub fn of_patterns() -> impl Iterator<Item = &'static Dialect> {
    all().iter().copied().filter(|dialect| (ids::PDL..=ids::PDL_INTERP).contains(&dialect.id))
}

/// The dialects of circuits, which CIRCT has.
pub fn of_circuits() -> impl Iterator<Item = &'static Dialect> {
    all().iter().copied().filter(|dialect| (ids::HW..=ids::SEQ).contains(&dialect.id))
}
