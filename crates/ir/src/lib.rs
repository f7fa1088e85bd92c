//! The intermediate representation every level of Flowright is written in.
//!
//! The IR is MLIR's: operations with operands, results, attributes, successors and nested regions of basic
//! blocks, in static single assignment form. A level (program, stream, elastic, circuit, …) is a choice of
//! dialects, not another data structure, so one parser, printer, verifier and rewriter serve all of them.
//!
//! Three ideas carry the crate:
//!
//! * **Dense ids in plain vectors.** An [`Op`], [`Block`], [`Region`], [`Value`] or [`Use`] is a `u32` into
//!   [`Ir`]; types, attributes, strings and locations are `u32` handles into [`Context`], interned so that equal
//!   means identical. Nothing is shared or locked: cloning an `Ir` is a few vector copies, and it is `Send`.
//! * **An operation is data.** What an operation is called, takes, gives, prints like, folds to and computes is
//!   one [`OpDef`] record. Parser, printer, verifier, folder and interpreter read the record; none of them
//!   knows an operation by name.
//! * **Text is the interface.** [`text`] reads and writes MLIR's syntax, generic and custom, and keeps what it
//!   does not know (unregistered operations, types and attributes) as it stood.

pub mod affine;
pub mod attrs;
pub mod bases;
pub mod branch;
pub mod builder;
pub mod cfg;
pub mod clone;
pub mod constraints;
pub mod context;
pub mod dense;
pub mod dominance;
pub mod effects;
pub mod equiv;
pub mod fold;
pub mod loc;
pub mod opdef;
pub mod pass;
pub mod region_dce;
pub mod region_simplify;
pub mod registry;
pub mod rewrite;
pub mod rules;
pub mod storage;
pub mod symbols;
pub mod text;
pub mod types;
pub mod verify;
pub mod walk;

pub use affine::{AffineExpr, AffineMap, IntegerSet};
pub use attrs::{Attr, AttrKind};
pub use branch::Branch;
pub use builder::{Builder, OpState};
pub use clone::Mapping;
pub use context::Context;
pub use dominance::{DomTree, Dominance};
pub use loc::{Loc, LocKind};
pub use opdef::{
    Arity, AttrDef, Effect, EvalCx, Evaluated, Fold, FoldResult, OpDef, OperandDef, Presence, RegionDef,
    ResultDef, Syntax, Trait, TypeRule, Undefined,
};
pub use pass::{PassArgs, PassDef, PassManager, PassOption, PassTable, Pipeline, PipelineDef};
pub use registry::{Dialect, DialectAttr, DialectId, DialectType, EnumDef, OpCode, TypeBits};
pub use rewrite::{GreedyOptions, Rewriter, Step, greedy, greedy_with};
pub use storage::{Block, InsertPoint, Ir, Op, Region, Use, Value, ValueDef};
pub use types::{Sign, Type, TypeKind};
pub use verify::{Verifier, op_error, verify};
