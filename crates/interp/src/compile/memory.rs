//! Operations on memrefs.

use super::Compiler;
use crate::code::{Extent, Inst, MemoryOp, Slot};
use crate::program::static_shape;
use dialects::memref::subview::{Mixed, kept_dims, parts, view};
use dialects::{func, memref, scf};
use ir::{Ir, Op, Value as Ssa};

/// Whether the descriptor of a memref can be held by nothing but its own value: no user passes it on. Then it
/// may be overwritten when the operation that made it is executed again.
fn is_held_by_value_only(ir: &Ir, value: Ssa) -> bool {
    ir.users(value).all(|user| match ir.code(user) {
        memref::LOAD | memref::STORE | memref::DIM | memref::COPY | memref::DEALLOC | memref::SUBVIEW => true,
        // A callee ends before the caller goes on, and can pass it on by its results only.
        func::CALL => ir.results(user).all(|result| ir.ctx.scalar_width(ir.ty(result)).is_some()),
        _ => false,
    })
}

impl Compiler<'_, '_> {
    /// Translates an operation of `memref`.
    pub fn memory(&mut self, op: Op) {
        let ir = self.ir;
        let operation = match ir.code(op) {
            memref::LOAD => return self.access(op, ir.result(op, 0), 0),
            memref::STORE => return self.access(op, ir.operand(op, 0), 1),
            memref::ALLOC | memref::ALLOCA => {
                let result = ir.result(op, 0);
                MemoryOp::Alloc {
                    d: self.slot(result),
                    stack: ir.code(op) == memref::ALLOCA,
                    shape: static_shape(ir, ir.ty(result))
                        .expect("an allocation that cannot be executed was reported"),
                    dynamic: ir.group_operands(op, 0).map(|value| self.slot(value)).collect(),
                    reuse: is_held_by_value_only(ir, result),
                }
            }
            memref::DEALLOC => MemoryOp::Dealloc { m: self.slot(ir.operand(op, 0)) },
            memref::GET_GLOBAL => {
                let resolved = ir.attr(op, "name").and_then(|name| self.program.resolve(op, name));
                let (_, global) = resolved.expect("a reference to nothing was reported");
                MemoryOp::Global { d: self.slot(ir.result(op, 0)), global }
            }
            memref::DIM => MemoryOp::Dim {
                d: self.slot(ir.result(op, 0)),
                m: self.slot(ir.operand(op, 0)),
                index: self.slot(ir.operand(op, 1)),
            },
            memref::CAST => MemoryOp::Cast {
                d: self.slot(ir.result(op, 0)),
                m: self.slot(ir.operand(op, 0)),
                shape: static_shape(ir, ir.ty(ir.result(op, 0))),
            },
            memref::COPY => {
                MemoryOp::Copy { from: self.slot(ir.operand(op, 0)), to: self.slot(ir.operand(op, 1)) }
            }
            _ => self.subview(op),
        };
        let k = self.code.memory.len() as u32;
        self.code.memory.push(operation);
        self.emit(Inst::Memory { k });
    }

    /// A load or store of `value`, with the memref as operand number `first` and the indices after it.
    fn access(&mut self, op: Op, value: Ssa, first: usize) {
        let m = self.slot(self.ir.operand(op, first));
        let indices: Vec<Slot> = self.ir.operands(op).skip(first + 1).map(|value| self.slot(value)).collect();
        let words = self.words(value);
        let v = self.slot(value);
        let load = first == 0;
        let width = self.ir.ctx.scalar_width(self.ir.ty(value)).expect("elements are scalars");
        // A read that runs ahead may find nothing, which only the general one looks for.
        let is_sure = self.ir.attr(op, scf::RUNS_AHEAD).is_none();
        let inst = match (indices.as_slice(), words, load) {
            ([i], 1, true) if is_sure => match width {
                17..=32 => Inst::Load1Single { d: v, m, i: *i },
                33..=64 => Inst::Load1Word { d: v, m, i: *i },
                _ => Inst::Load1 { d: v, m, i: *i },
            },
            ([i, j], 1, true) if is_sure => match width {
                17..=32 => Inst::Load2Single { d: v, m, i: *i, j: *j },
                33..=64 => Inst::Load2Word { d: v, m, i: *i, j: *j },
                _ => Inst::Load2 { d: v, m, i: *i, j: *j },
            },
            ([i], 1, false) => Inst::Store1 { v, m, i: *i },
            ([i, j], 1, false) => Inst::Store2 { v, m, i: *i, j: *j },
            (indices, _, true) => Inst::LoadN { d: v, m, indices: self.list(indices), words },
            (indices, _, false) => Inst::StoreN { v, m, indices: self.list(indices), words },
        };
        self.emit(inst);
    }

    fn subview(&mut self, op: Op) -> MemoryOp {
        let ir = self.ir;
        let (source, result) = (ir.operand(op, 0), ir.result(op, 0));
        let parts = parts(ir, op).expect("a verified subview has its parts");
        let view = view(&ir.ctx, ir.ty(source), &parts).expect("a layout without strides was reported");
        let kept = kept_dims(&ir.ctx, &view, ir.ty(result)).expect("a verified subview has a fitting type");
        let mut extents = |mixed: Vec<Mixed>| -> Vec<Extent> {
            let extent = |mixed: Mixed| match mixed {
                Mixed::Static(number) => Extent::Known(number),
                Mixed::Dynamic(value) => Extent::Slot(self.slot(value)),
            };
            mixed.into_iter().map(extent).collect()
        };
        let [offsets, sizes, strides] = [parts.offsets, parts.sizes, parts.strides].map(&mut extents);
        MemoryOp::Subview {
            d: self.slot(result),
            m: self.slot(source),
            kept: (0..sizes.len()).map(|dim| kept.contains(&dim)).collect(),
            dims: offsets.into_iter().zip(sizes).zip(strides).map(|((o, s), t)| (o, s, t)).collect(),
            reuse: is_held_by_value_only(ir, result),
        }
    }
}
