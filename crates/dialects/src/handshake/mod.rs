//! `handshake`: kernels as graphs of units that hand tokens to each other.
//!
//! The operations and their text are those of Dynamatic. A graph stands on one of two levels, and the types tell which:
//!
//! * **Streams.** Values have plain types, `none` for a token without data. A value is an unbounded sequence of tokens, and every user
//!   sees all of them. Loops are operations of [`dataflow`](crate::dataflow), arithmetic is `arith` and `math`; steering and memory are
//!   operations of this dialect.
//! * **Channels.** Values have types `!handshake.channel<T>` and `!handshake.control<>`, a wire with a handshake. A channel has exactly one
//!   user, so forks and sinks are operations, and so is arithmetic. An operation is a [`unit`] of hardware.
//!
//! Units are functions of their streams, except `merge` and `control_merge`, which look at time: a graph without them gives the same
//! results whatever its delays are. What differs from Dynamatic: `join` and `blocker` take streams of any types beside each
//! other, with `storeDone` a memory says of every store that it is complete, and `guard` orders accesses whose addresses are not known in advance.
//!
//! [`unit`] is what circuits and simulators know of an operation, [`unit_of`] reads it. What a unit does in a cycle, and why, is told in
//! `docs/rationale/streams.md`.

mod attrs;
mod buffer_type;
mod counterpart;
mod describe;
mod eval;
mod families;
mod func_text;
mod graph;
mod lsq;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
pub mod unit;
mod verify;

pub use attrs::{HW_PARAMETERS, LOOP_BACK, LOOP_GOES_ON, LOOP_TEST_LAST, NAME, buffer, buffer_params};
pub use counterpart::counterpart;
pub use describe::{function, memory_ports, unit_of};
pub use eval::latency;
pub use func_text::names_attr;
pub use graph::is_elastic;
pub use lsq::{groups as lsq_groups, leads_to_group, owns_memory, starts_group};
pub use ops::*;
pub use types::{
    channel_ty, control_ty, data_ty, has_extra_signals, is_channel, is_data_stream, is_token, lift,
    payload_width, short_text, with_data,
};
pub use unit::{
    BufferDef, BufferType, FloatFunction, Function, GroupPlace, Kind, LsqPort, LsqUnit, MemoryPort,
    MemoryUnit, PortPlace, StepOp, Storage, StreamKind, Unit, guard, lsq::group_places, port_places,
};

pub(crate) use types::{parse_ty, parse_types, print_types};
pub(crate) use verify::{is_condition, one_level};

use crate::ids;
use base::Str;
use ir::{AttrKind, Dialect, Ir, Op, Type, TypeKind};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::HANDSHAKE,
    name: "handshake",
    doc: "Kernels as graphs of units that hand tokens to each other, on streams and on channels.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &attrs::ATTRS,
    enums: &[],
    constants: &[],
};

/// The argument and result types of a `handshake.func`; `None` for anything else.
pub fn signature(ir: &Ir, op: Op) -> Option<(&[Type], &[Type])> {
    let AttrKind::Type(ty) = ir.ctx[ir.attr(op, "function_type")?] else { return None };
    match &ir.ctx[ty] {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// The names that an attribute of a function lists, such as `argNames`: those of its ports, in their order, empty where there is none.
pub fn names<'a>(ir: &'a Ir, op: Op, attr: &str) -> Vec<&'a str> {
    match ir.attr(op, attr).map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(names)) => {
            names.iter().map(|name| ir.ctx.str_value(*name).unwrap_or("")).collect()
        }
        _ => Vec::new(),
    }
}

/// What the arguments of a function are called.
fn port_names(ir: &Ir, op: Op) -> Vec<Str> {
    let Some(AttrKind::Array(names)) = ir.attr(op, "argNames").map(|attr| &ir.ctx[attr]) else {
        return Vec::new();
    };
    let name = |attr: &ir::Attr| match ir.ctx[*attr] {
        AttrKind::String { value, .. } => Some(value),
        _ => None,
    };
    names.iter().filter_map(name).collect()
}
