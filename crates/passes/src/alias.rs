//! Whether two memrefs may share memory.
//!
//! A memref is traced back through casts and subviews to where its memory comes from. Two allocations never share, nor
//! do two globals of different names, nor does an allocation share with a global or with an argument of the function
//! around it, which were there before it. Anything else (an argument of an inner block, the result of a call or of a
//! structured operation, two arguments) may.
//!
//! In a circuit every argument and every global is a memory of its own, so a function that becomes one is only called with arguments that do not share memory. The passes that are told so
//! ([`Arguments`]) may use it.

use dialects::{func, memref};
use ir::pass::PassOption;
use ir::{Attr, Ir, Value, ValueDef};
use std::str::FromStr;

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

/// What is known of the memory that a function is called with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    /// Nothing.
    MayShare,
    /// Each argument is memory of its own, and no global.
    Apart,
}

/// The option of a pass that says it.
pub const ARGUMENTS: PassOption = PassOption {
    name: "arguments",
    doc: "`apart` if the arguments of a function never share memory with each other or with a global, as those of a circuit; `may-share` if they may.",
    default: "may-share",
};

/// What the option may be, for whoever reads it.
pub(crate) const ARGUMENTS_ARE: &str = "`may-share` or `apart`";

impl FromStr for Arguments {
    type Err = ();

    fn from_str(text: &str) -> Result<Arguments, ()> {
        match text {
            "may-share" => Ok(Arguments::MayShare),
            "apart" => Ok(Arguments::Apart),
            _ => Err(()),
        }
    }
}

impl Arguments {
    /// Whether memory of these origins may be the same.
    pub fn may_alias(self, a: Origin, b: Origin) -> bool {
        match (self, a, b) {
            (Arguments::Apart, Origin::Argument(a), Origin::Argument(b)) => a == b,
            (Arguments::Apart, Origin::Argument(_), Origin::Global(_)) => false,
            (Arguments::Apart, Origin::Global(_), Origin::Argument(_)) => false,
            _ => may_alias(a, b),
        }
    }
}
