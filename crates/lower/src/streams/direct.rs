//! Accesses that name their array: what views, copies and sizes are made of before a function is lowered.
//!
//! A load through casts and subviews becomes a load of the array itself, its indices computed in the program; a copy becomes a nest of loops; the
//! size of a dimension becomes the number it is. What is left of memory is allocations, loads and stores, so a lowering has
//! one kind of access to order. The result is a program like the one before, and could be run as one.

use crate::make;
use dialects::memref::subview::{Mixed, kept_dims, parts, view};
use dialects::{arith, memref, scf};
use ir::{Builder, InsertPoint, Ir, Loc, Op, OpState, Type, TypeKind, Value, ValueDef};

/// How many views of views are followed. In code that control never reaches they may lead in a circle.
const MOST_VIEWS: usize = 1000;

/// The array a memref is, or is a view of: an argument of a function, the result of an allocation or of `memref.get_global`. `None` when it
/// cannot be told.
pub(crate) fn array_of(ir: &Ir, mut value: Value) -> Option<Value> {
    for _ in 0..MOST_VIEWS {
        if !matches!(ir.ctx[ir.ty(value)], TypeKind::Memref { .. }) {
            return None;
        }
        match ir.value_def(value) {
            ValueDef::Argument(block, _) => {
                let function = ir.block_parent_op(block)?;
                let is_entry = ir.entry(ir.block_region(block)?) == Some(block);
                return (ir.code(function) == dialects::func::FUNC && is_entry).then_some(value);
            }
            ValueDef::Result(op, _) => match ir.code(op) {
                memref::ALLOC | memref::ALLOCA | memref::GET_GLOBAL => return Some(value),
                memref::CAST => value = ir.operand(op, 0),
                memref::SUBVIEW => {
                    kept(ir, op)?;
                    value = ir.operand(op, 0);
                }
                _ => return None,
            },
            ValueDef::Forward => return None,
        }
    }
    None
}

/// The dimensions of its source that a subview's type keeps.
fn kept(ir: &Ir, op: Op) -> Option<Vec<usize>> {
    let view = view(&ir.ctx, ir.ty(ir.operand(op, 0)), &parts(ir, op)?)?;
    kept_dims(&ir.ctx, &view, ir.ty(ir.result(op, 0)))
}

/// The size of a dimension of a memref, if the program says it.
pub(crate) fn size_of(ir: &Ir, mut value: Value, mut dim: usize) -> Option<Mixed> {
    for _ in 0..MOST_VIEWS {
        let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(value)] else { return None };
        if let Some(size) = *shape.get(dim)? {
            return i64::try_from(size).ok().map(Mixed::Static);
        }
        let op = ir.defining_op(value)?;
        match ir.code(op) {
            memref::CAST => value = ir.operand(op, 0),
            memref::SUBVIEW => {
                dim = *kept(ir, op)?.get(dim)?;
                return parts(ir, op)?.sizes.get(dim).copied();
            }
            _ => return None,
        }
    }
    None
}

/// Rewrites a function that passed [`check`](super::check::check). Afterwards its operations on memory are allocations, `memref.get_global`, loads
/// and stores, and the latter name what the former give, or an argument.
pub(crate) fn make_direct(ir: &mut Ir, function: Op) {
    for op in of_code(ir, function, memref::COPY) {
        expand_copy(ir, op);
    }
    for op in ir.walk(function) {
        match ir.code(op) {
            memref::LOAD => retarget(ir, op, 0),
            memref::STORE => retarget(ir, op, 1),
            memref::DIM => replace_dim(ir, op),
            memref::DEALLOC => ir.erase(op),
            _ => {}
        }
    }
    // Views of views go first.
    for op in ir.walk(function).into_iter().rev() {
        let is_view = matches!(ir.code(op), memref::CAST | memref::SUBVIEW);
        if is_view && ir.is_unused(ir.result(op, 0)) {
            ir.erase(op);
        }
    }
}

fn of_code(ir: &Ir, function: Op, code: ir::OpCode) -> Vec<Op> {
    ir.walk(function).into_iter().filter(|op| ir.code(*op) == code).collect()
}

fn index(b: &mut Builder<'_>, number: i64) -> Value {
    let (attr, loc) = (b.ir.ctx.int_attr(number, Type::INDEX), b.loc);
    let state = OpState::new(arith::CONSTANT, loc).results(&[Type::INDEX]).prop(b.ir, "value", attr);
    let op = b.build(state);
    b.ir.result(op, 0)
}

fn number(b: &mut Builder<'_>, number: Mixed) -> Value {
    match number {
        Mixed::Static(value) => index(b, value),
        Mixed::Dynamic(value) => value,
    }
}

/// Lets a load or store, whose memref is operand `at`, name the array itself.
fn retarget(ir: &mut Ir, op: Op, at: usize) {
    let first: Vec<Value> = ir.operands(op).take(at).collect();
    let mut memory = ir.operand(op, at);
    let mut indices: Vec<Value> = ir.operands(op).skip(at + 1).collect();
    let loc = ir.loc(op);
    while let Some(view) = ir.defining_op(memory) {
        match ir.code(view) {
            memref::CAST => {}
            memref::SUBVIEW => indices = source_indices(ir, op, loc, view, &indices),
            _ => break,
        }
        memory = ir.operand(view, 0);
    }
    let operands: Vec<Value> = first.into_iter().chain([memory]).chain(indices).collect();
    ir.set_operands(op, &operands);
}

/// The indices in the source of a subview of what has these indices in the subview.
fn source_indices(ir: &mut Ir, before: Op, loc: Loc, view: Op, indices: &[Value]) -> Vec<Value> {
    let parts = parts(ir, view).expect("the view was checked");
    let kept = kept(ir, view).expect("the view was checked");
    let mut b = Builder::new(ir, InsertPoint::Before(before), loc);
    b.at = InsertPoint::Before(before);
    let mut all = Vec::with_capacity(parts.offsets.len());
    for (dim, (offset, stride)) in parts.offsets.into_iter().zip(parts.strides).enumerate() {
        let Some(at) = kept.iter().position(|kept| *kept == dim) else {
            all.push(number(&mut b, offset));
            continue;
        };
        let mut place = indices[at];
        if stride != Mixed::Static(1) {
            let stride = number(&mut b, stride);
            place = b.value(arith::MULI, &[place, stride], Type::INDEX);
        }
        if offset != Mixed::Static(0) {
            let offset = number(&mut b, offset);
            place = b.value(arith::ADDI, &[place, offset], Type::INDEX);
        }
        all.push(place);
    }
    all
}

fn replace_dim(ir: &mut Ir, op: Op) {
    let dim = ir::fold::constant_bits(ir, ir.operand(op, 1)).and_then(|bits| bits.to_u64());
    let dim = dim.expect("the operation was checked") as usize;
    let size = size_of(ir, ir.operand(op, 0), dim).expect("the operation was checked");
    let loc = ir.loc(op);
    let size = number(&mut Builder::new(ir, InsertPoint::Before(op), loc), size);
    ir.replace_uses(ir.result(op, 0), size);
    ir.erase(op);
}

/// A nest of loops, a load and a store.
fn expand_copy(ir: &mut Ir, op: Op) {
    let loc = ir.loc(op);
    let [source, target] = [0, 1].map(|operand| ir.operand(op, operand));
    let TypeKind::Memref { shape, element, .. } = &ir.ctx[ir.ty(source)] else { return };
    let (rank, element) = (shape.len(), *element);
    let mut b = Builder::new(ir, InsertPoint::Before(op), loc);
    let [zero, one] = [0, 1].map(|value| index(&mut b, value));
    let sizes: Vec<Value> = (0..rank)
        .map(|dim| {
            let size = size_of(b.ir, source, dim).or_else(|| size_of(b.ir, target, dim));
            number(&mut b, size.expect("the operation was checked"))
        })
        .collect();
    let mut indices = Vec::with_capacity(rank);
    let mut at = InsertPoint::Before(op);
    for size in sizes {
        let region = ir.create_region();
        let body = ir.add_block(region);
        indices.push(ir.add_argument(body, Type::INDEX, loc));
        let state = OpState::new(scf::FOR, loc).operands(&[zero, size, one]).region(region);
        Builder::new(ir, at, loc).build(state);
        let end = make::scf_yield(ir, body, loc, &[]);
        at = InsertPoint::Before(end);
    }
    let mut b = Builder::new(ir, at, loc);
    let load = OpState::new(memref::LOAD, loc).operands(&[source]).operands(&indices).results(&[element]);
    let load = b.build(load);
    let value = b.ir.result(load, 0);
    b.build(OpState::new(memref::STORE, loc).operands(&[value, target]).operands(&indices));
    ir.erase(op);
}
