//! `func`: functions, calls and returns.
//!
//! A function is a symbol with a signature and, unless it is only declared, a body of blocks. It sees nothing from
//! around it but symbols, so that functions can be compiled one by one. Arguments arrive as arguments of the entry block;
//! `func.return` hands back one value a result. Types are compared for equality everywhere: nothing converts by itself.
//!
//! A call runs the callee's body to its end and may do whatever that does; nothing is assumed about a declared function.
//! A function is a value only as the result of `func.constant`, for `func.call_indirect`.

mod canonicalize;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;
pub(crate) use syntax::{parse_func, print_func};
pub(crate) use verify::func as verify_func;

use crate::ids;
use ir::{Dialect, Ir, Op, Type, TypeKind};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::FUNC,
    name: "func",
    doc: "Functions, calls and returns.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};

/// The argument and result types of a `func.func`; `None` for anything else.
pub fn signature(ir: &Ir, op: Op) -> Option<(&[Type], &[Type])> {
    let ir::AttrKind::Type(ty) = ir.ctx[ir.attr(op, "function_type")?] else { return None };
    match &ir.ctx[ty] {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Whether a function has no body.
pub fn is_declaration(ir: &Ir, op: Op) -> bool {
    ir.regions(op).iter().all(|region| ir.blocks(*region).is_empty())
}
