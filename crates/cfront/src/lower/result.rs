//! Functions that have a value, and may come to their end without a `return`.
//!
//! That is no fault in C as long as nobody uses the value of such a call. A function that is lowered in place has memory for its value, which
//! is read only where the value is used. A kernel gives its value whoever calls it: if `main` never uses it, it is zero from the beginning
//! on; otherwise an end without `return` is met when the program runs, and told as what it is.

use super::{Function, Module};
use base::Bits;
use dialects::{arith, memref};
use ir::{InsertPoint, Ir, OpState, Value};

/// Gives the values of kernels that `main` calls, and never uses the value of, a beginning.
pub(super) fn begin_unused(ir: &mut Ir, module: &Module) {
    for (kernel, memory) in &module.unreturned {
        // Without a call it is whoever runs the kernel that is given the value.
        if module.calls.get(kernel) != Some(&false) {
            continue;
        }
        let allocation = ir.defining_op(*memory).expect("the result is in memory of the function");
        let loc = ir.loc(allocation);
        let ty = ir.ctx.element_ty(ir.ty(*memory));
        let width = ir.ctx.scalar_width(ty).expect("results of kernels are scalars");
        let zero = ir.ctx.scalar_attr(Bits::zero(width), ty).expect("results of kernels are scalars");
        let state = OpState::new(arith::CONSTANT, loc).results(&[ty]).prop(ir, "value", zero);
        let zero = ir.create(state);
        ir.insert(zero, InsertPoint::After(allocation));
        let store = OpState::new(memref::STORE, loc).operands(&[ir.result(zero, 0), *memory]);
        let store = ir.create(store);
        ir.insert(store, InsertPoint::After(zero));
    }
}

impl Function<'_> {
    /// Remembers at the load of a function's value that there may be none, for the message of whoever runs it.
    pub(super) fn may_be_missing(&mut self, value: Value, function: &str) {
        let load = self.ir.defining_op(value).expect("the value was just loaded");
        let name = self.ir.ctx.str_attr(function);
        self.ir.set_attr(load, "value_of", Some(name));
    }
}
