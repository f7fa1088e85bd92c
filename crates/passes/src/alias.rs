//! Whether two memrefs may share memory.
//!
//! A memref is traced back through casts and subviews to where its memory comes from. Two allocations never share, nor
//! do two globals of different names, nor does an allocation share with a global or with an argument of the function
//! around it, which were there before it. Anything else (an argument of an inner block, the result of a call or of a
//! structured operation, two arguments) may.

use dialects::{func, memref};
use ir::{Attr, Ir, Value, ValueDef};

/// Where memory comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An allocation of this function, by its result.
    Allocation(Value),
    /// A global, by the symbol reference.
    Global(Attr),
    /// An argument of the function.
    Argument(Value),
    /// Nobody knows.
    Unknown,
}

/// Where the memory of a memref comes from.
pub fn origin(ir: &Ir, mut value: Value) -> Origin {
    loop {
        let op = match ir.value_def(value) {
            ValueDef::Result(op, _) => op,
            ValueDef::Argument(block, _) => {
                let around = ir.block_parent_op(block);
                let entry = ir.block_region(block).and_then(|region| ir.entry(region));
                let of_function = around.is_some_and(|op| ir.code(op) == func::FUNC) && entry == Some(block);
                return if of_function { Origin::Argument(value) } else { Origin::Unknown };
            }
            ValueDef::Forward => return Origin::Unknown,
        };
        match ir.code(op) {
            memref::ALLOC | memref::ALLOCA => return Origin::Allocation(value),
            memref::GET_GLOBAL => return ir.attr(op, "name").map_or(Origin::Unknown, Origin::Global),
            memref::CAST | memref::SUBVIEW => value = ir.operand(op, 0),
            _ => return Origin::Unknown,
        }
    }
}

/// Whether memory of these origins may be the same.
pub fn may_alias(a: Origin, b: Origin) -> bool {
    match (a, b) {
        (Origin::Allocation(a), Origin::Allocation(b)) => a == b,
        (Origin::Global(a), Origin::Global(b)) => a == b,
        (Origin::Allocation(_), Origin::Global(_) | Origin::Argument(_)) => false,
        (Origin::Global(_) | Origin::Argument(_), Origin::Allocation(_)) => false,
        _ => true,
    }
}
