//! Rewrites of `memref`: memory that nobody reads, and numbers that are known after all.

use super::subview::{Mixed, Parts, STATIC, infer_type, kept_dims, parts, view};
use super::{ALLOC, ALLOCA, CAST, DEALLOC, DYNAMIC, STORE, SUBVIEW};
use ir::dense::is_countable;
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{AttrKind, Ir, Op, OpState, Type, TypeKind, Value};

/// A memory that is only written, and perhaps freed, is not needed.
pub fn allocation_unused(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let memory = rw.ir.result(op, 0);
    let is_idle = |ir: &Ir, u: ir::Use| {
        let (user, operand) = ir.use_owner(u);
        match ir.code(user) {
            // The memory itself may be a value that is stored.
            STORE => operand == 1,
            DEALLOC => true,
            _ => false,
        }
    };
    if !rw.ir.uses(memory).all(|u| is_idle(rw.ir, u)) {
        return false;
    }
    let users: Vec<Op> = rw.ir.users(memory).collect();
    users.into_iter().for_each(|user| rw.erase(user));
    rw.erase(op);
    true
}

/// The number that a value is, if it is known.
fn known(ir: &Ir, value: Value) -> Option<i64> {
    constant_bits(ir, value).and_then(base::Bits::to_i64)
}

/// A size that is known belongs into the type.
pub fn allocation_of_known_size(rw: &mut Rewriter<'_>, op: Op) -> bool {
    debug_assert!(matches!(rw.ir.code(op), ALLOC | ALLOCA));
    let ty = rw.ir.ty(rw.ir.result(op, 0));
    let TypeKind::Memref { shape, element, layout, space } = rw.ir.ctx[ty].clone() else { return false };
    let (mut sizes, mut new_shape) = (Vec::new(), shape.clone());
    let mut given = rw.ir.group_operands(op, 0);
    for size in new_shape.iter_mut().filter(|size| size.is_none()) {
        let Some(operand) = given.next() else { return false };
        // A negative size is undefined, and stays for whoever runs it to say so.
        match known(rw.ir, operand).and_then(|value| u64::try_from(value).ok()) {
            Some(value) => *size = Some(value),
            None => sizes.push(operand),
        }
    }
    drop(given);
    if new_shape == shape || !is_countable(new_shape.iter().flatten().copied()) {
        return false;
    }
    let symbols: Vec<Value> = rw.ir.group_operands(op, 1).collect();
    let segments = rw.ir.ctx.i32_array_attr(&[sizes.len() as i32, symbols.len() as i32]);
    let new_ty = rw.ir.ctx.ty(TypeKind::Memref { shape: new_shape, element, layout, space });
    let mut state =
        OpState::new(rw.ir.code(op), rw.loc).operands(&sizes).operands(&symbols).results(&[new_ty]);
    state.props = rw.ir.ctx.dict(rw.ir.props(op)).to_vec();
    state.attrs = rw.ir.ctx.dict(rw.ir.attrs(op)).to_vec();
    let state = state.prop(rw.ir, "operandSegmentSizes", segments);
    replace_and_cast(rw, op, state, ty);
    true
}

/// Replaces an operation by one whose result has a more exact type, cast back for its users.
fn replace_and_cast(rw: &mut Rewriter<'_>, op: Op, state: OpState, ty: Type) {
    let new = rw.create(state);
    let (from, to) = (rw.ir.result(op, 0), rw.ir.result(new, 0));
    rw.ir.set_value_name(to, rw.ir.value_name(from));
    let cast = rw.value(CAST, &[to], ty);
    rw.replace_op(op, &[cast]);
}

/// A copy of a memory to itself is none.
pub fn copy_to_itself(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let is_same = rw.ir.operand(op, 0) == rw.ir.operand(op, 1);
    if is_same {
        rw.erase(op);
    }
    is_same
}

/// Parts of a subview that are known belong into its attributes, and so into its type.
pub fn subview_of_known_parts(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let source = rw.ir.operand(op, 0);
    let (source_ty, ty) = (rw.ir.ty(source), rw.ir.ty(rw.ir.result(op, 0)));
    let Some(old) = parts(rw.ir, op) else { return false };
    let Some(kept) = view(&rw.ir.ctx, source_ty, &old).and_then(|view| kept_dims(&rw.ir.ctx, &view, ty))
    else {
        return false;
    };
    let settle = |ir: &Ir, part: &[Mixed], least: i64| -> Vec<Mixed> {
        let settled = part.iter().map(|item| match item {
            // The number that stands for an operand cannot be written as one.
            Mixed::Dynamic(value) => match known(ir, *value).filter(|n| *n >= least && *n != DYNAMIC) {
                Some(number) => Mixed::Static(number),
                None => *item,
            },
            Mixed::Static(_) => *item,
        });
        settled.collect()
    };
    let new = Parts {
        offsets: settle(rw.ir, &old.offsets, i64::MIN),
        sizes: settle(rw.ir, &old.sizes, 0),
        strides: settle(rw.ir, &old.strides, i64::MIN),
    };
    if new == old {
        return false;
    }
    let Some(new_ty) =
        infer_type(&mut rw.ir.ctx, source_ty, &new).and_then(|full| keep_dims(rw.ir, full, &kept))
    else {
        return false;
    };
    let mut state = OpState::new(SUBVIEW, rw.loc).operands(&[source]).results(&[new_ty]);
    let mut segments = vec![1];
    for (name, part) in STATIC.iter().zip([&new.offsets, &new.sizes, &new.strides]) {
        let items: Vec<i64> = part.iter().map(|item| item.known().unwrap_or(DYNAMIC)).collect();
        let operands: Vec<Value> = part
            .iter()
            .filter_map(|item| if let Mixed::Dynamic(value) = item { Some(*value) } else { None })
            .collect();
        segments.push(operands.len() as i32);
        let items = rw.ir.ctx.i64_array_attr(&items);
        state = state.operands(&operands).prop(rw.ir, name, items);
    }
    let segments = rw.ir.ctx.i32_array_attr(&segments);
    state = state.prop(rw.ir, "operandSegmentSizes", segments);
    state.attrs = rw.ir.ctx.dict(rw.ir.attrs(op)).to_vec();
    replace_and_cast(rw, op, state, ty);
    true
}

/// A strided memref type with only some of its dimensions.
fn keep_dims(ir: &mut Ir, ty: Type, kept: &[usize]) -> Option<Type> {
    let TypeKind::Memref { shape, element, layout: Some(layout), space } = &ir.ctx[ty] else { return None };
    let AttrKind::Strided { strides, offset } = &ir.ctx[*layout] else { return None };
    let (element, space, offset) = (*element, *space, *offset);
    let shape = kept.iter().map(|dim| shape[*dim]).collect();
    let strides = kept.iter().map(|dim| strides[*dim]).collect();
    let layout = Some(ir.ctx.attr(AttrKind::Strided { strides, offset }));
    Some(ir.ctx.ty(TypeKind::Memref { shape, element, layout, space }))
}
